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

export const MINUTE = 60_000
export const DAY = 86_400_000

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

/** A name like `Africa/Cairo`. Offsets like `+02:00` are excluded because older browsers don't know them. */
export function isTimeZone(zone: string): boolean {
  if (!/^[a-z]/i.test(zone)) return false
  try {
    formatter(zone)
    return true
  } catch {
    return false
  }
}

/** An unknown zone, on an old browser, counts as the default one. */
export const knownZone = (zone: string): string => (isTimeZone(zone) ? zone : DEFAULT_TIMEZONE)

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
export const weekdayOf = (day: number) => (((day + 4) % 7) + 7) % 7

const HOUR = 60 * MINUTE
/** Offsets at the starts of hours by zone: asking the formatter takes longer than deciding what plays. */
const hourOffsets = new Map<string, Map<number, number>>()
/** A year. */
const HOURS_MAX = 9000

/** Milliseconds by which a zone's clocks are ahead of UTC at an instant. */
export function zoneOffset(zone: string, instant: number): number {
  const fixed = /^Etc\/GMT(?:([+-])(\d{1,2}))?$/.exec(zone)
  if (fixed) return fixed[2] ? (fixed[1] === '-' ? 1 : -1) * Number(fixed[2]) * HOUR : 0
  let known = hourOffsets.get(zone)
  if (!known || known.size > HOURS_MAX) {
    known = new Map()
    hourOffsets.set(zone, known)
  }
  const hour = Math.floor(instant / HOUR)
  const offset = offsetAtHour(zone, hour, known)
  // No clocks change twice within an hour.
  return offset === offsetAtHour(zone, hour + 1, known) ? offset : formattedOffset(zone, instant)
}

function offsetAtHour(zone: string, hour: number, known: Map<number, number>): number {
  let offset = known.get(hour)
  if (offset === undefined) {
    offset = formattedOffset(zone, hour * HOUR)
    known.set(hour, offset)
  }
  return offset
}

function formattedOffset(zone: string, instant: number): number {
  const parts: Record<string, number> = {}
  for (const part of formatter(zone).formatToParts(instant)) parts[part.type] = Number(part.value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  // Some browsers write midnight as 24.
  return Date.UTC(year, month - 1, day, hour % 24, minute, second) - Math.floor(instant / 1000) * 1000
}

/**
 * The zone to offer for a browser's `zone`: the one of the 25 with the same offset all year, or `zone` itself where
 * clocks change or the offset is not in whole hours. An invalid zone gives the default.
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
export function instantOfReading(zone: string, reading: number): number {
  const offsets = [zoneOffset(zone, reading - DAY), zoneOffset(zone, reading + DAY)]
  // The greater offset gives the earlier instant.
  for (const offset of offsets.sort((a, b) => b - a)) {
    const instant = reading - offset
    if (zoneOffset(zone, instant) === offset) return instant
  }
  return clockChange(zone, reading - DAY, reading + DAY)
}

/** The furthest reading that the clocks have shown up to an instant: they may since have been set back. */
export function furthestReading(zone: string, instant: number): number {
  const shown = instant + zoneOffset(zone, instant)
  if (zoneOffset(zone, instant - DAY) <= zoneOffset(zone, instant)) return shown
  const last = clockChange(zone, instant - DAY, instant) - 1
  return Math.max(shown, last + zoneOffset(zone, last))
}

/** The instant between two at which a zone's offset changes, by halving. Changes come at whole seconds. */
export function clockChange(zone: string, from: number, to: number): number {
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
