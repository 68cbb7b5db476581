import { z } from 'zod'
import type { GroupPart, Override, Programme, Slot } from './manifest.ts'
import { isDate, minutesOfTime, rule } from './rules.ts'

/** The time zones offered first: GMT-12 to GMT+12. The sign of an Etc/GMT name is inverted: Etc/GMT-2 is UTC+2. */
export const GMT_ZONES: readonly { label: string; value: string }[] = Array.from(
  { length: 25 },
  (_, index) => {
    const hours = index - 12
    const name = hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
    return { label: `GMT${hours < 0 ? '' : '+'}${hours}`, value: name }
  },
)
export const DEFAULT_TIMEZONE = 'Etc/GMT-2'

const formatters = new Map<string, Intl.DateTimeFormat>()
function formatter(zone: string): Intl.DateTimeFormat {
  let found = formatters.get(zone)
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formatters.set(zone, found)
  }
  return found
}

export function isTimeZone(zone: string): boolean {
  try {
    formatter(zone)
    return true
  } catch {
    return false
  }
}
export const timeZone = () =>
  z
    .string({ error: rule('invalid') })
    .max(64)
    .refine(isTimeZone, rule('invalid'))

/** A wall clock reading somewhere: calendar day, weekday 0 Sunday to 6 Saturday, minutes since midnight. */
export interface LocalTime {
  date: string
  weekday: number
  minutes: number
}

const MINUTE = 60_000
const DAY = 86_400_000

/** What the clocks in a zone show at an instant (milliseconds since 1970 UTC). */
export function localTime(zone: string, instant: number): LocalTime {
  const shown = instant + zoneOffset(zone, instant)
  const date = new Date(shown).toISOString().slice(0, 10)
  return { date, weekday: new Date(shown).getUTCDay(), minutes: Math.floor((shown % DAY) / MINUTE) }
}

/** Milliseconds by which a zone's clocks are ahead of UTC at an instant. */
function zoneOffset(zone: string, instant: number): number {
  const fixed = /^Etc\/GMT(?:([+-])(\d{1,2}))?$/.exec(zone)
  if (fixed) return fixed[2] ? (fixed[1] === '-' ? 1 : -1) * Number(fixed[2]) * 60 * MINUTE : 0
  const parts: Record<string, number> = {}
  for (const part of formatter(zone).formatToParts(instant)) parts[part.type] = Number(part.value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

/**
 * The instants at which a zone's clocks show a day and minute: one normally, two when clocks are set back over it.
 * When clocks skip it, the instant of the skip.
 */
export function instantsOf(zone: string, date: string, minutes: number): number[] {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE
  const offsets = new Set([zoneOffset(zone, wanted - DAY), zoneOffset(zone, wanted + DAY)])
  const exact = [...offsets]
    .map((offset) => wanted - offset)
    .filter((at) => at + zoneOffset(zone, at) === wanted)
  if (exact.length) return exact.sort((a, b) => a - b)
  return [clockChange(zone, wanted - DAY - Math.max(...offsets), wanted + DAY - Math.min(...offsets))]
}

/** The instant between two at which a zone's offset changes, to the second, by halving. */
function clockChange(zone: string, from: number, to: number): number {
  const before = zoneOffset(zone, from)
  let low = from
  let high = to
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000
    if (zoneOffset(zone, middle) === before) low = middle
    else high = middle
  }
  return high
}

type SlotTimes = Pick<Slot, 'from' | 'to' | 'days' | 'startDate' | 'endDate'>
/** The end as minutes; `12:00 AM` as an end is midnight at the end of the day. */
const endOf = (slot: SlotTimes) => minutesOfTime(slot.to) || 1440
const onDay = (slot: SlotTimes, date: string, weekday: number) =>
  (!slot.days || slot.days.includes(weekday)) &&
  (!slot.startDate || date >= slot.startDate) &&
  (!slot.endDate || date <= slot.endDate)

/** Whether two slots of one group would both hold at some instant, which is refused. */
export function slotsOverlap(a: SlotTimes, b: SlotTimes): boolean {
  if (minutesOfTime(a.from) >= endOf(b) || minutesOfTime(b.from) >= endOf(a)) return false
  if (a.days && b.days && !a.days.some((day) => b.days?.includes(day))) return false
  const from = [a.startDate, b.startDate]
    .filter((day) => day !== undefined)
    .sort()
    .at(-1)
  const to = [a.endDate, b.endDate].filter((day) => day !== undefined).sort()[0]
  if (!from || !to || !isDate(from) || !isDate(to)) return true
  if (from > to) return false
  // Inside a short common span there may be no common weekday.
  const days = [a.days, b.days].filter((list) => list !== undefined)
  for (let day = Date.parse(from), n = 0; day <= Date.parse(to) && n < 7; day += DAY, n++)
    if (days.every((list) => list.includes(new Date(day).getUTCDay()))) return true
  return false
}

export type Reason = 'slot' | 'default' | 'override' | 'nothing'

export interface Playing {
  storyboardId: string | null
  reason: Reason
  /** The slot of the programme when the reason is one. */
  slot: Slot | null
  /** Since when, and until when at the latest this answer holds; null: nothing changes within eight days. */
  since: number
  until: number | null
}

export interface ScheduleState {
  current: Programme | null
  next: GroupPart['next']
  override: Override | null
}

/** The programme that holds at an instant. A screen with nothing to play takes the coming one at once. */
export function programmeAt({ current, next }: ScheduleState, instant: number): Programme | null {
  if (next && (instant >= next.activateAt || !hasContent(current))) return next.programme
  return current
}
const hasContent = (programme: Programme | null) =>
  programme !== null && (programme.defaultStoryboardId !== null || programme.slots.length > 0)

const slotAt = (programme: Programme, instant: number): Slot | undefined => {
  if (programme.slots.length === 0) return undefined
  const { date, weekday, minutes } = localTime(programme.timezone, instant)
  return programme.slots.find(
    (slot) => onDay(slot, date, weekday) && minutesOfTime(slot.from) <= minutes && minutes < endOf(slot),
  )
}

/** All instants near `instant` at which the programme may change: slot starts and ends, and clock changes. */
function boundaries(programme: Programme, instant: number): number[] {
  if (programme.slots.length === 0) return []
  const zone = programme.timezone
  const found = new Set<number>()
  for (let day = -8; day <= 8; day++) {
    const { date, weekday } = localTime(zone, instant + day * DAY)
    for (const slot of programme.slots) {
      if (!onDay(slot, date, weekday)) continue
      for (const minutes of [minutesOfTime(slot.from), endOf(slot)])
        for (const at of instantsOf(zone, date, minutes)) found.add(at)
    }
    const [from, to] = [instant + day * DAY, instant + (day + 1) * DAY]
    if (zoneOffset(zone, from) !== zoneOffset(zone, to)) found.add(clockChange(zone, from, to))
  }
  return [...found].sort((a, b) => a - b)
}

/**
 * What plays at an instant, why, since when and until when. Pure: the same answer on the server, in the console and
 * on the screen. Every instant has exactly one reason.
 */
export function whatPlays(state: ScheduleState, instant: number): Playing {
  const programme = programmeAt(state, instant)
  const nextAt = state.next && instant < state.next.activateAt ? state.next.activateAt : null
  const earliest = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))
  const { override } = state
  if (!programme) {
    if (override)
      return {
        storyboardId: override.storyboardId,
        reason: 'override',
        slot: null,
        since: override.since,
        until: nextAt,
      }
    return { storyboardId: null, reason: 'nothing', slot: null, since: 0, until: nextAt }
  }
  const slot = slotAt(programme, instant)
  // Only instants at which the answer really changes count; a start and an end at the same minute may cancel out.
  const changes = boundaries(programme, instant).filter(
    (at) => slotAt(programme, at) !== slotAt(programme, at - 1),
  )
  const since = Math.max(programme.activeFrom, changes.findLast((at) => at <= instant) ?? 0)
  const until = earliest(changes.find((at) => at > instant) ?? null, nextAt)
  if (override && override.since >= since && override.since <= instant)
    return {
      storyboardId: override.storyboardId,
      reason: 'override',
      slot: null,
      since: override.since,
      until,
    }
  if (slot) return { storyboardId: slot.storyboardId, reason: 'slot', slot, since, until }
  if (programme.defaultStoryboardId)
    return { storyboardId: programme.defaultStoryboardId, reason: 'default', slot: null, since, until }
  return { storyboardId: null, reason: 'nothing', slot: null, since, until }
}
