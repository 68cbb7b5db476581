import { minutesOfTime } from '#rules.ts'
import { ruleKey, type ScreenRule } from './screen-rule.ts'
import { DAY, MINUTE, weekdayOf } from './time-zone.ts'

/** When a slot holds: see `Slot` in `api/playback/manifest.ts`. */
export interface SlotTimes {
  /** `hh:mm AM/PM`. */
  from: string
  to: string
  overnight?: true | undefined
  days?: number[] | undefined
  /** `YYYY-MM-DD`. */
  startDate?: string | undefined
  endDate?: string | undefined
  /** Days on which it doesn't start although the other fields say so. */
  except?: string[] | undefined
  event?: string | undefined
  /** Absent: on every screen of the group. */
  screens?: ScreenRule | undefined
}

/** Which slot wins where several hold: an event over a dated slot, a dated slot over a weekly one. */
export type Layer = 'weekly' | 'dated' | 'event'

export function layerOf({
  event,
  startDate,
  endDate,
}: Pick<SlotTimes, 'event' | 'startDate' | 'endDate'>): Layer {
  if (event !== undefined) return 'event'
  return startDate === undefined && endDate === undefined ? 'weekly' : 'dated'
}
const RANKS: Record<Layer, number> = { weekly: 0, dated: 1, event: 2 }
const NO_RULE = ruleKey(undefined)

/** A slot's times as numbers: readings from the midnight of the day it starts on, days counted from 1970-01-01. */
export interface ReadSlot<S extends SlotTimes = SlotTimes> {
  slot: S
  /**
   * The higher rank wins, and the later slot of one rank. Within a layer, a slot for some screens wins over one for all.
   * In a saved schedule, slots of one rank and rule never overlap.
   */
  rank: number
  /** `ruleKey` of its rule. */
  rule: string
  from: number
  /** Up to a day after `from`, so past midnight for an overnight slot. */
  to: number
  days: readonly boolean[] | undefined
  first: number
  last: number
  except: ReadonlySet<number>
}

/** `12:00 AM` as an end is midnight at the end of the day. A slot that ends before it starts needs `overnight`. */
export function readSlot<S extends SlotTimes>(slot: S): ReadSlot<S> {
  const { days, startDate, endDate } = slot
  const rule = ruleKey(slot.screens)
  const from = minutesOfTime(slot.from)
  const to = minutesOfTime(slot.to) || 1440
  return {
    slot,
    rank: 2 * RANKS[layerOf(slot)] + (rule === NO_RULE ? 0 : 1),
    rule,
    from: from * MINUTE,
    to: (slot.overnight && to <= from ? to + 1440 : to) * MINUTE,
    days: days && Array.from({ length: 7 }, (_, day) => days.includes(day)),
    first: startDate === undefined ? Number.NEGATIVE_INFINITY : dayOf(startDate),
    last: endDate === undefined ? Number.POSITIVE_INFINITY : dayOf(endDate),
    except: slot.except ? new Set(slot.except.map(dayOf)) : NO_DAYS,
  }
}
const NO_DAYS: ReadonlySet<number> = new Set()

/** Days since 1970-01-01 of a `YYYY-MM-DD` date. */
export const dayOf = (date: string): number => Math.floor(Date.parse(date) / DAY)

const isOn = ({ days, except }: ReadSlot, day: number) =>
  (days === undefined || days[weekdayOf(day)] === true) && !except.has(day)

/** So many days in a row have every weekday once without an exception. */
const daysOfEach = (exceptions: number) => 7 * (1 + exceptions)

/** Whether a slot starts on a day. */
export const startsOn = (slot: ReadSlot, day: number): boolean =>
  day >= slot.first && day <= slot.last && isOn(slot, day)

/** The day nearest to `day` on which a slot starts, going forward (1) or back (-1); `day` itself if it does. */
export function dayAtOrPast(slot: ReadSlot, day: number, step: 1 | -1): number | undefined {
  const start = step === 1 ? Math.max(day, slot.first) : Math.min(day, slot.last)
  for (let n = 0; n < daysOfEach(slot.except.size); n++) {
    const found = start + n * step
    if (found < slot.first || found > slot.last) return undefined
    if (isOn(slot, found)) return found
  }
  return undefined
}

/**
 * Whether two slots of one layer for the same screens would both hold at some instant, which is refused. Between layers
 * one simply wins.
 */
export const slotsOverlap = (one: SlotTimes, other: SlotTimes): boolean =>
  readSlotsOverlap(readSlot(one), readSlot(other))

/** The slots that overlap an earlier one, by index, each with the first of those. Reads each slot once. */
export function overlapsIn(slots: readonly SlotTimes[]): Map<number, number> {
  const read = slots.map(readSlot)
  const found = new Map<number, number>()
  for (const [index, slot] of read.entries()) {
    const first = read.findIndex((other, place) => place >= index || readSlotsOverlap(other, slot))
    if (first < index) found.set(index, first)
  }
  return found
}

/** Whether both of two slots hold at some instant, in whichever layer each is. */
export const slotsMeet = (one: SlotTimes, other: SlotTimes): boolean =>
  readSlotsMeet(readSlot(one), readSlot(other))

const readSlotsOverlap = (a: ReadSlot, b: ReadSlot) =>
  a.rank === b.rank && a.rule === b.rule && readSlotsMeet(a, b)

/** An overnight slot also meets slots of the day after. */
const readSlotsMeet = (a: ReadSlot, b: ReadSlot) =>
  meetsLater(a, b, 0) || meetsLater(a, b, 1) || meetsLater(a, b, -1)

/** Whether they meet if `b` starts so many days after `a`. */
function meetsLater(a: ReadSlot, b: ReadSlot, later: number): boolean {
  if (a.from >= b.to + later * DAY || b.from + later * DAY >= a.to) return false
  const first = Math.max(a.first, b.first - later)
  const last = Math.min(a.last, b.last - later)
  const enough = daysOfEach(a.except.size + b.except.size)
  // In an unbounded range, any of them will do.
  const start = Number.isFinite(first) ? first : Number.isFinite(last) ? last - enough + 1 : 0
  for (let day = start; day < start + enough && day <= last; day++)
    if (isOn(a, day) && isOn(b, day + later)) return true
  return false
}
