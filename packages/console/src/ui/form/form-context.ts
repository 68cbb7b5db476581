import { createContext, use, useEffect } from 'react'
import type { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** Labels of the mounted fields by name, for messages and links to missing values. */
export type Labels = StoreApi<Readonly<Record<string, string>>>

export interface FormContext {
  /** A unique prefix of the inputs' ids. */
  id: string
  schema: z.ZodType
  labels: Labels
}

export const createLabels = (): Labels => createStore<Readonly<Record<string, string>>>(() => ({}))

const Context = createContext<FormContext | null>(null)
export const FormContextProvider = Context.Provider

export function useFormContextOfPage(): FormContext {
  const context = use(Context)
  if (!context) throw new Error('A field needs an EntityForm')
  return context
}

/** Registers a field with the form; returns its input's id. */
export function useField(name: string, label: string): string {
  const { id, labels } = useFormContextOfPage()
  useEffect(() => {
    labels.setState((before) => ({ ...before, [name]: label }))
    return () =>
      labels.setState(
        (before) => Object.fromEntries(Object.entries(before).filter(([key]) => key !== name)),
        true,
      )
  }, [labels, name, label])
  return `${id}-${name}`
}
