import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { Point } from '#content/pages/designer/geometry/rect.ts'
import { whenIdle } from '#lib/browser/when-idle.ts'
import type { DesignerState } from './designer-state.ts'
import { differInSettingsAlone, type Page } from './page.ts'
import type { Designer } from './store.ts'

const DesignerContext = createContext<Designer | null>(null)
export const DesignerProvider = DesignerContext.Provider

export function useDesigner(): Designer {
  const designer = useContext(DesignerContext)
  if (!designer) throw new Error('Outside of the designer')
  return designer
}

/** Selects a part of the designer's state; lists and objects are compared shallowly. */
export const useDesignerState = <T>(select: (state: DesignerState) => T): T =>
  useStore(useDesigner().store, useShallow(select))

/** The maximum delay of the page behind typing, in milliseconds. */
const BEHIND_MOST = 500

/**
 * A deferred page, for consumers that must not delay typing or a move. With `isSame`, it keeps its identity until a
 * relevant change. `pick` must be stable.
 */
export function useLaterPage(
  isSame: (a: Page, b: Page) => boolean = Object.is,
  pick: (state: DesignerState) => Page = shownPage,
): Page {
  const { store } = useDesigner()
  const [page, setPage] = useState(() => pick(store.getState()))
  useEffect(() => {
    let forget: (() => void) | undefined
    const follow = () => {
      forget = undefined
      startTransition(() =>
        setPage((before) => {
          const now = pick(store.getState())
          return isSame(before, now) ? before : now
        }),
      )
    }
    follow()
    const stop = store.subscribe((state, before) => {
      if (pick(state) !== pick(before)) forget ??= whenIdle(follow, BEHIND_MOST)
    })
    return () => {
      stop()
      forget?.()
    }
  }, [store, isSame, pick])
  return page
}

/**
 * The page that the canvas renders. Typing appears in its field first, and a drop is already in place: the canvas
 * renders both deferred, all other changes immediately.
 */
export function useDrawnPage(): Page {
  const later = useLaterPage()
  return useDesignerState(({ page, dropped, typing }) =>
    // Letters that are typed on the canvas are drawn with their caret.
    typing === null && (page === dropped || differInSettingsAlone(page, later)) ? later : page,
  )
}

/** An element that follows a drag outside React. */
interface Carried {
  place(by: Point): void
  release(): void
}

/** Moves the elements of `take` during a drag, until `page` includes the drop. */
export function useDragPreview(page: Page, take: () => Carried | null): void {
  const { store } = useDesigner()
  const carried = useRef<Carried>(null)
  const letGo = useCallback(() => {
    carried.current?.release()
    carried.current = null
  }, [])
  const pickUp = useEffectEvent(() => {
    carried.current = take()
  })
  useLayoutEffect(() => {
    const stop = store.subscribe(({ held, drag, dropped }, before) => {
      if (held !== before.held || dropped !== before.dropped) {
        if (held || !dropped) letGo()
        if (held) pickUp()
      }
      if (drag) carried.current?.place(drag.by)
    })
    return () => {
      stop()
      letGo()
    }
  }, [store, letGo])
  // biome-ignore lint/correctness/useExhaustiveDependencies: page is the trigger; carried boxes are released when the next page is drawn
  useLayoutEffect(() => {
    if (!store.getState().held) letGo()
  }, [page, store, letGo])
}

const shownPage = ({ page }: DesignerState): Page => page
