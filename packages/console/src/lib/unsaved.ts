import { readJson, STORED, storage, type TextStore } from './browser/storage.ts'
import { clock } from './clock.ts'
import { session } from './session/session.ts'

/** How long unsaved input is kept, in milliseconds. */
export const KEPT_MS = 24 * 60 * 60_000

/** A form on screen whose text would be lost. */
export interface UnsavedForm {
  /** The same for the same form over the same stored values. */
  key: () => string
  /** Its input; `undefined` if nothing has changed. */
  values: () => unknown
}

interface Kept {
  userId: string
  at: number
  forms: Readonly<Record<string, unknown>>
}

const questions = new Set<() => boolean>()
const forms = new Set<UnsavedForm>()

/** Something on screen that may have unsaved changes, until the answer is called. */
export function holdUnsaved(when: () => boolean): () => void {
  questions.add(when)
  return () => void questions.delete(when)
}

/** A form whose text can be kept, until the answer is called. */
export function holdForm(form: UnsavedForm): () => void {
  forms.add(form)
  return () => void forms.delete(form)
}

export const isAnythingUnsaved = (): boolean => [...questions].some((when) => when())

/** Keeps unsaved input of the open forms for this user: before an automatic reload, and at the end of a session. */
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

/** Takes a form's kept input, once. Another user's is deleted. */
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

/** Whether anything waits for this person; what waits for others, or for too long, is dropped. */
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

/** Passwords and keys are typed again. */
export const withoutSecrets = (name: string, value: unknown): unknown =>
  /password|secret|pin$/i.test(name) ? undefined : value

session.state.subscribe(({ token }, before) => {
  if (!token && before.token) keepUnsaved(before.profile?.id)
})
