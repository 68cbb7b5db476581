import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
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
