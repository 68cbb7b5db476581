/** An undo history of immutable states, as pure functions. */

const STEPS_MAX = 100

export interface Step<T, Label> {
  label: Label
  before: T
  after: T
  /** Consecutive steps with the same key are merged. */
  merge?: string
}
export interface History<T, Label> {
  present: T
  past: readonly Step<T, Label>[]
  future: readonly Step<T, Label>[]
}

export const historyOf = <T, Label>(present: T): History<T, Label> => ({ present, past: [], future: [] })

/** The history after a change; drops undone steps. An unchanged state adds no step. */
export function committed<T, Label>(
  history: History<T, Label>,
  after: T,
  label: Label,
  merge?: string,
): History<T, Label> {
  if (after === history.present) return history
  const last = history.past.at(-1)
  const joins = merge !== undefined && last?.merge === merge
  const step = { label, before: joins ? last.before : history.present, after, merge }
  const past = joins ? history.past.slice(0, -1) : history.past
  return { present: after, past: [...past, step].slice(-STEPS_MAX), future: [] }
}

/** Prevents merging: the next change is a separate step. */
export function sealed<T, Label>(history: History<T, Label>): History<T, Label> {
  const last = history.past.at(-1)
  if (last?.merge === undefined) return history
  return { ...history, past: [...history.past.slice(0, -1), { ...last, merge: undefined }] }
}

/** The history with each of its states changed. */
export const mapped = <T, Label>(
  { present, past, future }: History<T, Label>,
  change: (state: T) => T,
): History<T, Label> => {
  const changed = (step: Step<T, Label>) => ({
    ...step,
    before: change(step.before),
    after: change(step.after),
  })
  return { present: change(present), past: past.map(changed), future: future.map(changed) }
}

export function undone<T, Label>(history: History<T, Label>): History<T, Label> {
  const step = history.past.at(-1)
  if (!step) return history
  return { present: step.before, past: history.past.slice(0, -1), future: [step, ...history.future] }
}

export function redone<T, Label>(history: History<T, Label>): History<T, Label> {
  const [step, ...future] = history.future
  if (!step) return history
  return { present: step.after, past: [...history.past, step], future }
}
