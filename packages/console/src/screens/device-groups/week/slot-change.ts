import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { minutesOfTime, timeOfMinutes } from '@vitrine/contract/rules'
import { SKY_MINUTES_MAX, type SkyTime } from '@vitrine/contract/schedule/sky'

/** The step of dragging and of arrow keys, in minutes; the fields accept any minute. */
export const STEP = 15
const DAY = 1440
/** A slot must end at another time than it starts. */
const LONGEST = DAY - STEP

/** A slot's start and length in minutes; an end before the start is on the next day. */
export function timesOf(slot: Pick<Slot, 'from' | 'to'>): { from: number; length: number } {
  const from = minutesOfTime(slot.from)
  const to = minutesOfTime(slot.to) || DAY
  return { from, length: (to > from ? to : to + DAY) - from }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
const snap = (minutes: number) => Math.round(minutes / STEP) * STEP

/** The same time so many minutes later. */
const later = ({ event, minutes = 0 }: SkyTime, by: number): SkyTime => {
  const next = clamp(Math.round(minutes + by), -SKY_MINUTES_MAX, SKY_MINUTES_MAX)
  return { event, ...(next !== 0 && { minutes: next }) }
}

/** A minute in steps; an end that follows the sun moves in steps from where it is. */
const step = (minute: number, from: number, time: SkyTime | undefined) =>
  time ? from + snap(minute - from) : snap(minute)

/** Ends that follow the sun keep doing so, earlier or later. */
function withTimes(slot: Slot, from: number, length: number): Slot {
  const { overnight: _, ...rest } = slot
  const { fromSky, toSky } = slot
  const to = from + length
  const before = timesOf(slot)
  return {
    ...rest,
    ...(fromSky && { fromSky: later(fromSky, from - before.from) }),
    ...(toSky && { toSky: later(toSky, to - before.from - before.length) }),
    from: timeOfMinutes(from),
    to: timeOfMinutes(to % DAY),
    ...(to > DAY && { overnight: true }),
  }
}

/** As `YYYY-MM-DD`. */
export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY * 60_000).toISOString().slice(0, 10)

/** The source and target dates of a move, as `YYYY-MM-DD`. */
export interface Days {
  was: string
  now: string
}

/** Moves a slot to another time and from one day to another. A daily slot stays daily. */
export function moved(slot: Slot, from: number, { was, now }: Days): Slot {
  const before = timesOf(slot)
  const sky = slot.fromSky ?? slot.toSky
  const start = clamp(step(from, before.from, sky), 0, sky ? DAY - 1 : DAY - STEP)
  const next = withTimes(slot, start, before.length)
  if (was === now) return next
  if (isOneDay(slot)) return onDate(next, now)
  if (!slot.days) return next
  const others = slot.days.filter((day) => day !== weekdayOf(was))
  return { ...next, days: [...new Set([...others, weekdayOf(now)])].sort((a, b) => a - b) }
}

/** Copies a slot: with the same recurrence, or to another day as a one-off. */
export function copied(slot: Slot, from: number, { was, now }: Days): Slot {
  const next = moved(slot, from, { was, now: was })
  if (was === now) return next
  return isOneDay(slot) ? onDate(next, now) : { ...next, days: [weekdayOf(now)] }
}

/** Copies a slot directly after itself, or before itself at the end of the day. */
export function copiedBeside(slot: Slot): Slot {
  const { from, length } = timesOf(slot)
  const after = from + length
  return withTimes(slot, after + length <= DAY ? after : Math.max(0, from - length), length)
}

/** Moves a slot's start or end to a minute of its start day. */
export function resized(slot: Slot, edge: 'from' | 'to', minute: number): Slot {
  const { from, length } = timesOf(slot)
  const end = from + length
  if (edge === 'to') return withTimes(slot, from, clamp(step(minute, end, slot.toSky) - from, STEP, LONGEST))
  const start = clamp(
    step(minute, from, slot.fromSky),
    Math.max(0, end - LONGEST),
    Math.min(end - STEP, DAY - STEP),
  )
  return withTimes(slot, start, end - start)
}

/** A new slot on a date's weekday, between two minutes in any order. */
export function drawn(date: string, one: number, other: number): Slot {
  const from = clamp(snap(Math.min(one, other)), 0, DAY - STEP)
  const length = clamp(snap(Math.max(one, other)) - from, STEP, DAY - from)
  return withTimes(
    { from: '', to: '', storyboardId: '', days: [weekdayOf(date)] },
    from,
    Math.min(length, LONGEST),
  )
}

const weekdayOf = (date: string) => new Date(Date.parse(date)).getUTCDay()
const isOneDay = ({ startDate, endDate }: Slot) => startDate !== undefined && startDate === endDate
const onDate = ({ days: _, ...slot }: Slot, date: string): Slot => ({
  ...slot,
  startDate: date,
  endDate: date,
})
