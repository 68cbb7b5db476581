import { createContext, startTransition, useContext, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
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

/**
 * The page a moment later: for what must not hold up a letter or a move that is being drawn. With `isSame`, the same
 * object until something changes that matters.
 */
export function useLaterPage(isSame: (a: Page, b: Page) => boolean = Object.is): Page {
  const { store } = useDesigner()
  const [page, setPage] = useState(() => store.getState().page)
  useEffect(() => {
    const follow = () =>
      startTransition(() =>
        setPage((before) => {
          const { page } = store.getState()
          return isSame(before, page) ? before : page
        }),
      )
    follow()
    return store.subscribe((state, before) => {
      if (state.page !== before.page) follow()
    })
  }, [store, isSame])
  return page
}
