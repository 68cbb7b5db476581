import { readJson, STORED, storage, type TextStore } from './browser/storage.ts'
import { clock } from './clock.ts'
import { session } from './session/session.ts'

/** Expiry of unsaved input, in milliseconds. */
export const KEPT_MS = 24 * 60 * 60_000

/** A mounted form whose input would be lost. */
export interface UnsavedForm {
  /** Identifies the form and the stored values it edits. */
  key: () => string
  /** Its input; `undefined` if unchanged. */
  values: () => unknown
}

interface Kept {
  userId: string
  at: number
  forms: Readonly<Record<string, unknown>>
}

const questions = new Set<() => boolean>()
const forms = new Set<UnsavedForm>()

/** Registers a check for unsaved changes; returns a function that unregisters it. */
export function holdUnsaved(when: () => boolean): () => void {
  questions.add(when)
  return () => void questions.delete(when)
}

/** Registers a form whose input can be stored; returns a function that unregisters it. */
export function holdForm(form: UnsavedForm): () => void {
  forms.add(form)
  return () => void forms.delete(form)
}

export const isAnythingUnsaved = (): boolean => [...questions].some((when) => when())

/** Stores unsaved input of the open forms for this user: before an automatic reload, and when the session ends. */
export function keepUnsaved(userId = session.get().profile?.id, store: TextStore = storage): void {
  if (!userId) return
  const kept = Object.fromEntries(
    [...forms].flatMap(({ key, values }) => {
      const typed = values()
      return typed === undefined ? [] : [[key(), typed]]
    }),
  )
  if (Object.keys(kept).length === 0) return
  const all: Kept = { userId, at: clock.now(), forms: { ...read(store, userId), ...kept } }
  store.set(STORED.unsaved, JSON.stringify(all, withoutSecrets))
}

/** Returns a form's stored input, once. Deletes another user's. */
export function takeKept(key: string, userId: string, store: TextStore = storage): unknown {
  const { [key]: found, ...others } = read(store, userId)
  if (found === undefined) return undefined
  const { at } = readJson(store, STORED.unsaved) as Kept
  store.set(
    STORED.unsaved,
    Object.keys(others).length === 0 ? null : JSON.stringify({ userId, at, forms: others } satisfies Kept),
  )
  return found
}

/** Whether there is stored input for this user; drops other users' and expired input. */
export const isAnythingKept = (userId: string, store: TextStore = storage): boolean =>
  Object.keys(read(store, userId)).length > 0

function read(store: TextStore, userId: string): Kept['forms'] {
  const kept = readJson(store, STORED.unsaved) as Partial<Kept> | null
  const mine =
    kept?.userId === userId && Number(kept.at) > clock.now() - KEPT_MS && typeof kept.forms === 'object'
  if (mine) return kept.forms ?? {}
  if (kept) store.set(STORED.unsaved, null)
  return {}
}

/** Passwords and keys are never stored. */
export const withoutSecrets = (name: string, value: unknown): unknown =>
  /password|secret|pin$/i.test(name) ? undefined : value

session.state.subscribe(({ token }, before) => {
  if (!token && before.token) keepUnsaved(before.profile?.id)
})
