import type { GroupPart, GroupSchedule, Override, ScreenConfiguration, Slot } from '#api/screens/manifest.ts'
import { minutesOfTime } from '#rules.ts'
import {
  DAY,
  furthestReading,
  instantOfReading,
  isTimeZone,
  localTime,
  MINUTE,
  weekdayOf,
} from './time-zone.ts'

type SlotTimes = Pick<Slot, 'from' | 'to' | 'days' | 'startDate' | 'endDate'>

/** A slot's times as numbers: readings within a day, days counted from 1970-01-01. */
interface ReadSlot<S extends SlotTimes = SlotTimes> {
  slot: S
  from: number
  to: number
  days: readonly boolean[] | undefined
  first: number
  last: number
}

/** `12:00 AM` as an end is midnight at the end of the day. A slot that ends before it begins never holds. */
function readSlot<S extends SlotTimes>(slot: S): ReadSlot<S> {
  const { days, startDate, endDate } = slot
  return {
    slot,
    from: minutesOfTime(slot.from) * MINUTE,
    to: (minutesOfTime(slot.to) || 1440) * MINUTE,
    days: days && Array.from({ length: 7 }, (_, day) => days.includes(day)),
    first: startDate === undefined ? Number.NEGATIVE_INFINITY : dayOf(startDate),
    last: endDate === undefined ? Number.POSITIVE_INFINITY : dayOf(endDate),
  }
}
const dayOf = (date: string) => Math.floor(Date.parse(date) / DAY)
const isOn = ({ days }: ReadSlot, day: number) => days === undefined || days[weekdayOf(day)] === true

/** Slots of schedules, read once: schedules never change. */
const readSlots = new WeakMap<GroupSchedule, ReadSlot<Slot>[]>()
function slotsOf(schedule: GroupSchedule): ReadSlot<Slot>[] {
  let slots = readSlots.get(schedule)
  if (!slots) {
    slots = schedule.slots.map(readSlot).filter(({ from, to }) => from < to)
    readSlots.set(schedule, slots)
  }
  return slots
}

/** The day nearest to `day` on which a slot holds, going forward (1) or back (-1); itself if it does. */
function dayAtOrPast(slot: ReadSlot, day: number, step: 1 | -1): number | undefined {
  const start = step === 1 ? Math.max(day, slot.first) : Math.min(day, slot.last)
  for (let n = 0; n < 7; n++) {
    const found = start + n * step
    if (found < slot.first || found > slot.last) return undefined
    if (isOn(slot, found)) return found
  }
  return undefined
}

/** Whether two slots of one group would both hold at some instant, which is refused. */
export function slotsOverlap(one: SlotTimes, other: SlotTimes): boolean {
  const [a, b] = [readSlot(one), readSlot(other)]
  if (Math.max(a.from, b.from) >= Math.min(a.to, b.to)) return false
  const first = Math.max(a.first, b.first)
  const last = Math.min(a.last, b.last)
  // Seven days are every weekday; without a beginning or an end any seven will do.
  const start = Number.isFinite(first) ? first : Number.isFinite(last) ? last - 6 : 0
  for (let day = start; day < start + 7 && day <= last; day++) if (isOn(a, day) && isOn(b, day)) return true
  return false
}

export type Reason = 'slot' | 'default' | 'override' | 'nothing'

export interface Playing {
  storyboardId: string | null
  reason: Reason
  /** The slot of the schedule when the reason is one. */
  slot: Slot | null
  /** Since when this answer holds, 0 when nothing ever was; and until when, null for ever. Milliseconds since 1970. */
  since: number
  until: number | null
}

export interface ScheduleState {
  current: GroupSchedule | null
  next: GroupPart['next']
  override: Override | null
}

/** The schedule that holds at an instant. A screen with nothing to play starts the next one immediately. */
export function scheduleAt({ current, next }: ScheduleState, instant: number): GroupSchedule | null {
  if (next && (instant >= next.activateAt || !hasContent(current))) return next.programme
  return current
}
const hasContent = (schedule: GroupSchedule | null) =>
  schedule !== null && (schedule.defaultStoryboardId !== null || schedule.slots.length > 0)

/** The slot of a schedule that holds at an instant, and the instants of the starts and ends of slots around it. */
function placeOf(
  schedule: GroupSchedule,
  instant: number,
): { slot: Slot | null; since: number; until: number } {
  const slots = slotsOf(schedule)
  let slot: Slot | null = null
  let before = Number.NEGATIVE_INFINITY
  let after = Number.POSITIVE_INFINITY
  if (slots.length === 0) return { slot, since: before, until: after }
  const now = furthestReading(schedule.timezone, instant)
  const today = Math.floor(now / DAY)
  for (const each of slots) {
    const begun = dayAtOrPast(each, today, -1)
    if (begun !== undefined) {
      const midnight = begun * DAY
      // Today's may not have begun; then the one before it has ended.
      const ended = midnight + each.from > now ? dayAtOrPast(each, begun - 1, -1) : begun
      if (ended !== undefined) {
        const [from, to] = [ended * DAY + each.from, ended * DAY + each.to]
        if (to > now) slot = each.slot
        before = Math.max(before, to > now ? from : to)
      }
    }
    const coming = dayAtOrPast(each, today, 1)
    if (coming !== undefined) {
      const [from, to] = [coming * DAY + each.from, coming * DAY + each.to]
      const later = from > now ? from : to > now ? to : undefined
      const next = later === undefined ? dayAtOrPast(each, coming + 1, 1) : undefined
      if (later !== undefined) after = Math.min(after, later)
      else if (next !== undefined) after = Math.min(after, next * DAY + each.from)
    }
  }
  const at = (reading: number) =>
    Number.isFinite(reading) ? instantOfReading(schedule.timezone, reading) : reading
  return { slot, since: at(before), until: at(after) }
}

/**
 * What plays at an instant, why, since when and until when. Pure: the same answer on the server, in the console and
 * on the screen. Every instant has exactly one answer, and it is the same from `since` until just before `until`.
 */
export function whatPlays(state: ScheduleState, instant: number): Playing {
  const { next, override } = state
  const schedule = scheduleAt(state, instant)
  const place = schedule ? placeOf(schedule, instant) : undefined
  // What is still to come ends this answer at the latest, also when its instant is only a moment ahead of a clock.
  const coming = [place?.until, next?.activateAt, schedule?.activeFrom, override?.since].filter(
    (at) => at !== undefined && Number.isFinite(at) && at > instant,
  ) as number[]
  const until = coming.length > 0 ? Math.min(...coming) : null
  // A schedule that is taken early counts from its slots alone until it is in force.
  const inForce = schedule && schedule.activeFrom <= instant ? schedule.activeFrom : 0
  const since = Math.max(inForce, place?.since ?? 0)
  if (override && override.since >= since && override.since <= instant)
    return {
      storyboardId: override.storyboardId,
      reason: 'override',
      slot: null,
      since: override.since,
      until,
    }
  if (place?.slot)
    return { storyboardId: place.slot.storyboardId, reason: 'slot', slot: place.slot, since, until }
  const storyboardId = schedule?.defaultStoryboardId ?? null
  return { storyboardId, reason: storyboardId === null ? 'nothing' : 'default', slot: null, since, until }
}

/** Whether a screen with these daily hours is lit at an instant; the hours may run over midnight, and none is always. */
export function isLit(hours: ScreenConfiguration['hours'], instant: number): boolean {
  if (!hours || !isTimeZone(hours.timezone)) return true
  const [on, off] = [minutesOfTime(hours.on), minutesOfTime(hours.off)]
  const { minutes } = localTime(hours.timezone, instant)
  return on < off ? on <= minutes && minutes < off : minutes >= on || minutes < off
}
