import { createStore } from 'zustand/vanilla'
import { clock } from './clock.ts'

export const TOAST_MS = 5000
const KEPT = 50

export type ToastKind = 'positive' | 'negative' | 'warning' | 'info'

export interface Toast {
  id: number
  kind: ToastKind
  /** The default title of its kind when absent: "Error" or "Done Successfully". */
  title?: string
  message?: string
  /** Undoes the action, if that is fully possible. */
  undo?: () => void
  /** The most likely next step, as a button. */
  next?: { text: string; run: () => void }
  at: number
}

interface Toasts {
  showing: readonly Toast[]
  /** The latest toasts, newest first, for the bell. */
  history: readonly Toast[]
}

export const toasts = createStore<Toasts>(() => ({ showing: [], history: [] }))
let last = 0

type Said = Pick<Toast, 'title' | 'undo' | 'next'>
/** "Done Successfully" alone says nothing: a success says what was done. */
type Notice = Said &
  (
    | { kind: 'positive'; message: string }
    | { kind: Exclude<ToastKind, 'positive'>; message?: string | undefined }
  )

/** Shows a toast. Plain text, possibly multi-line. */
export function notify(toast: Notice): void {
  last += 1
  const next = { ...toast, id: last, at: clock.now() }
  toasts.setState(({ showing, history }) => ({
    showing: [...showing, next].slice(-4),
    history: [next, ...history].slice(0, KEPT),
  }))
}

export const dismiss = (id: number): void =>
  toasts.setState(({ showing }) => ({ showing: showing.filter((toast) => toast.id !== id) }))

/** Runs *Undo* of the latest visible toast that has one; returns whether there was one. */
export function undoLatest(): boolean {
  const latest = toasts.getState().showing.findLast(({ undo }) => undo)
  if (!latest?.undo) return false
  dismiss(latest.id)
  latest.undo()
  return true
}
