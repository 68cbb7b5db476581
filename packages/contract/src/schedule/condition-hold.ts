import { type Condition, type Conditions, conditionKey } from './conditions.ts'
import type { TimedValue } from './timed-value.ts'

/**
 * What a screen remembers of a condition: what it says, since when, and what it will say from an instant on. Without a
 * memory, a value near its limit would change the picture with every copy of the rows.
 */
export interface Held {
  value: boolean
  /** -Infinity: it hasn't changed since the screen started. */
  since: number
  next: { value: boolean; from: number } | null
}

/** An answer that has just been computed. */
interface Said {
  plays: boolean
  /** Undefined without a memory. */
  before: Held | undefined
  instant: number
  /** When the page that shows ends, at or after an instant; undefined if it doesn't. */
  endOfPage: (from: number) => number | undefined
}

/** When a change that comes now takes effect: after the hold time, and at the end of a page unless it is immediate. */
function effectOf({ holdSeconds = 0, immediate }: Condition, since: number, said: Said): number {
  const free = Math.max(said.instant, since + holdSeconds * 1000)
  return immediate ? free : Math.max(free, said.endOfPage(free) ?? free)
}

/** The memory after an answer. Pure. */
export function heldAfter(when: Condition, said: Said): Held {
  const { plays, before, instant } = said
  if (!before) return { value: plays, since: Number.NEGATIVE_INFINITY, next: null }
  const now = settled(before, instant)
  if (plays === now.value) return { ...now, next: null }
  // A change that was announced keeps its instant: the next page is prepared for it.
  if (now.next) return now
  const from = effectOf(when, now.since, said)
  return settled({ ...now, next: { value: plays, from } }, instant)
}

/** With a change that has taken effect. */
const settled = (held: Held, instant: number): Held =>
  held.next && held.next.from <= instant
    ? { value: held.next.value, since: held.next.from, next: null }
    : held

/** What a memory says at an instant. */
export function heldAt(held: Held, instant: number): TimedValue<boolean> {
  const { value, since, next } = settled(held, instant)
  return { value, since, until: next?.from ?? Number.POSITIVE_INFINITY }
}

/** What memories say at an instant, by the keys of their conditions. A condition without a memory doesn't hold. */
export const conditionsHeld =
  (memory: ReadonlyMap<string, Held>, instant: number): Conditions =>
  (when) => {
    const held = memory.get(conditionKey(when))
    if (held) return heldAt(held, instant)
    return { value: false, since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  }
