import { createContext, startTransition, useContext, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { whenIdle } from '#lib/when-idle.ts'
import type { Page } from './page.ts'
import type { Designer, DesignerState } from './store.ts'

const DesignerContext = createContext<Designer | null>(null)
export const DesignerProvider = DesignerContext.Provider

export function useDesigner(): Designer {
  const designer = useContext(DesignerContext)
  if (!designer) throw new Error('Outside of the designer')
  return designer
}

/** A part of the designer's state; lists and objects are compared by their entries. */
export const useDesignerState = <T>(select: (state: DesignerState) => T): T =>
  useStore(useDesigner().store, useShallow(select))

/** Milliseconds that a page is behind at most while somebody types faster than the machine draws. */
const BEHIND_MOST = 500

/**
 * The page a moment later: for what must not hold up a letter or a move that is being drawn. With `isSame`, the same
 * object until something changes that matters. `pick` must stay the same function.
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

const shownPage = ({ page }: DesignerState): Page => page
