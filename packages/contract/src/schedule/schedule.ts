import { z } from 'zod'
import type { GroupPart, Override, Programme, ScreenConfiguration, Slot } from '#api/screens/manifest.ts'
import { minutesOfTime, rule } from '#rules.ts'

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

const MINUTE = 60_000
const DAY = 86_400_000

const formatters = new Map<string, Intl.DateTimeFormat>()
function formatter(zone: string): Intl.DateTimeFormat {
  let found = formatters.get(zone)
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      // Older browsers do not know `hourCycle`.
      hour12: false,
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

/** A name like `Africa/Cairo`. Offsets like `+02:00` only the newest browsers know, and screens are older. */
export function isTimeZone(zone: string): boolean {
  if (!/^[a-z]/i.test(zone)) return false
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

/** What the clocks in a zone show at an instant (milliseconds since 1970 UTC). */
export function localTime(zone: string, instant: number): LocalTime {
  const shown = instant + zoneOffset(zone, instant)
  const day = Math.floor(shown / DAY)
  const date = new Date(shown).toISOString().slice(0, 10)
  return { date, weekday: weekdayOf(day), minutes: Math.floor((shown - day * DAY) / MINUTE) }
}

/** 0 Sunday to 6 Saturday of a day counted from 1970-01-01, a Thursday. */
const weekdayOf = (day: number) => (((day + 4) % 7) + 7) % 7

/** Milliseconds by which a zone's clocks are ahead of UTC at an instant. */
function zoneOffset(zone: string, instant: number): number {
  const fixed = /^Etc\/GMT(?:([+-])(\d{1,2}))?$/.exec(zone)
  if (fixed) return fixed[2] ? (fixed[1] === '-' ? 1 : -1) * Number(fixed[2]) * 60 * MINUTE : 0
  const parts: Record<string, number> = {}
  for (const part of formatter(zone).formatToParts(instant)) parts[part.type] = Number(part.value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  // Some write midnight as 24.
  return Date.UTC(year, month - 1, day, hour % 24, minute, second) - Math.floor(instant / 1000) * 1000
}

/**
 * The zone to offer where clocks go by `zone`: the one of the 25 that shows the same all year, or `zone` itself where
 * clocks change or are not whole hours ahead. What is no zone leads to the default.
 */
export function zoneToOffer(zone: string, instant: number): string {
  if (!isTimeZone(zone)) return DEFAULT_TIMEZONE
  const HALF_YEAR = 182 * DAY
  const [now, other] = [zoneOffset(zone, instant), zoneOffset(zone, instant + HALF_YEAR)]
  const steady = now === other && GMT_ZONES.find(({ value }) => zoneOffset(value, instant) === now)
  return steady ? steady.value : zone
}

/**
 * Clock readings are milliseconds since 1970-01-01 00:00 as if the clocks showed UTC. Where clocks are set back, a
 * reading comes twice and counts the first time only; readings that are skipped all come at the instant of the skip.
 * So every reading has one instant, and later readings never come earlier.
 */
function instantOfReading(zone: string, reading: number): number {
  const offsets = [zoneOffset(zone, reading - DAY), zoneOffset(zone, reading + DAY)]
  // The greater offset gives the earlier instant.
  for (const offset of offsets.sort((a, b) => b - a)) {
    const instant = reading - offset
    if (zoneOffset(zone, instant) === offset) return instant
  }
  return clockChange(zone, reading - DAY, reading + DAY)
}

/** The furthest reading that the clocks have shown up to an instant: they may since have been set back. */
function furthestReading(zone: string, instant: number): number {
  const shown = instant + zoneOffset(zone, instant)
  if (zoneOffset(zone, instant - DAY) <= zoneOffset(zone, instant)) return shown
  const last = clockChange(zone, instant - DAY, instant) - 1
  return Math.max(shown, last + zoneOffset(zone, last))
}

/** The instant between two at which a zone's offset changes, by halving. Changes come at whole seconds. */
function clockChange(zone: string, from: number, to: number): number {
  const before = zoneOffset(zone, from)
  let low = Math.floor(from / 1000)
  let high = Math.ceil(to / 1000)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zoneOffset(zone, middle * 1000) === before) low = middle
    else high = middle
  }
  return high * 1000
}

/**
 * The instant at which a zone's clocks first show a time of a day (`YYYY-MM-DD`, minutes since midnight, 1440 for its
 * end); where clocks skip it, the instant of the skip.
 */
export const instantOf = (zone: string, date: string, minutes: number): number =>
  instantOfReading(zone, Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE)

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

/** Slots of programmes, read once: programmes never change. */
const readSlots = new WeakMap<Programme, ReadSlot<Slot>[]>()
function slotsOf(programme: Programme): ReadSlot<Slot>[] {
  let slots = readSlots.get(programme)
  if (!slots) {
    slots = programme.slots.map(readSlot).filter(({ from, to }) => from < to)
    readSlots.set(programme, slots)
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
  /** The slot of the programme when the reason is one. */
  slot: Slot | null
  /** Since when this answer holds, 0 when nothing ever was; and until when, null for ever. Milliseconds since 1970. */
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

/** The slot of a programme that holds at an instant, and the instants of the starts and ends of slots around it. */
function placeOf(programme: Programme, instant: number): { slot: Slot | null; since: number; until: number } {
  const slots = slotsOf(programme)
  let slot: Slot | null = null
  let before = Number.NEGATIVE_INFINITY
  let after = Number.POSITIVE_INFINITY
  if (slots.length === 0) return { slot, since: before, until: after }
  const now = furthestReading(programme.timezone, instant)
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
    Number.isFinite(reading) ? instantOfReading(programme.timezone, reading) : reading
  return { slot, since: at(before), until: at(after) }
}

/**
 * What plays at an instant, why, since when and until when. Pure: the same answer on the server, in the console and
 * on the screen. Every instant has exactly one answer, and it is the same from `since` until just before `until`.
 */
export function whatPlays(state: ScheduleState, instant: number): Playing {
  const { next, override } = state
  const programme = programmeAt(state, instant)
  const place = programme ? placeOf(programme, instant) : undefined
  // What is still to come ends this answer at the latest, also when its instant is only a moment ahead of a clock.
  const coming = [place?.until, next?.activateAt, programme?.activeFrom, override?.since].filter(
    (at) => at !== undefined && Number.isFinite(at) && at > instant,
  ) as number[]
  const until = coming.length > 0 ? Math.min(...coming) : null
  // A programme that is taken early counts from its slots alone until it is in force.
  const inForce = programme && programme.activeFrom <= instant ? programme.activeFrom : 0
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
  const storyboardId = programme?.defaultStoryboardId ?? null
  return { storyboardId, reason: storyboardId === null ? 'nothing' : 'default', slot: null, since, until }
}

/** Whether a screen with these daily hours is lit at an instant; the hours may run over midnight, and none is always. */
export function isLit(hours: ScreenConfiguration['hours'], instant: number): boolean {
  if (!hours || !isTimeZone(hours.timezone)) return true
  const [on, off] = [minutesOfTime(hours.on), minutesOfTime(hours.off)]
  const { minutes } = localTime(hours.timezone, instant)
  return on < off ? on <= minutes && minutes < off : minutes >= on || minutes < off
}
