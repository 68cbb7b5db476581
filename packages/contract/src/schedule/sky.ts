import { timeOfMinutes } from '#rules.ts'
import { PRAYER_METHODS, type SkyEvent, skyOfDay } from './prayer-times.ts'
import { DAY, MINUTE, zoneOffset } from './time-zone.ts'

/** Where the sun and the prayers of a schedule are computed, and how. */
export interface SkyPlace {
  /** As people named it. */
  name: string
  /** In degrees. */
  latitude: number
  longitude: number
  /** A key of `PRAYER_METHODS`. */
  method: number
  /** Asr starts when a shadow is twice as long as its object, instead of once. */
  isHanafi?: true | undefined
}

/** A time that follows the sun: minutes before (negative) or after an event of the day. */
export interface SkyTime {
  event: SkyEvent
  minutes?: number | undefined
}

export const SKY_MINUTES_MAX = 360

/** Days of a place that are kept: more than a search looks at, back and ahead. */
const DAYS_KEPT = 2500
const PLACES_KEPT = 50
const MUSLIM_WORLD_LEAGUE = 3

const kept = new Map<string, Map<number, Record<SkyEvent, number>>>()

/** The computed days of a place and zone, the most recently used last. */
function daysOf(key: string): Map<number, Record<SkyEvent, number>> {
  const days = kept.get(key) ?? new Map()
  kept.delete(key)
  kept.set(key, days)
  for (const oldest of kept.keys()) {
    if (kept.size <= PLACES_KEPT) break
    kept.delete(oldest)
  }
  return days
}

/** A function that gives the reading of an event on a day, from the midnight of that day: see `instantOfReading`. */
export function skyReader(place: SkyPlace, timezone: string): (day: number, time: SkyTime) => number {
  const { latitude, longitude, method, isHanafi } = place
  const days = daysOf(JSON.stringify([latitude, longitude, method, isHanafi, timezone]))
  // A newer server may know more methods.
  const known = PRAYER_METHODS.includes(method) ? method : MUSLIM_WORLD_LEAGUE
  return (day, { event, minutes = 0 }) => {
    let events = days.get(day)
    if (!events) {
      const instants = skyOfDay(
        { latitude, longitude, timezone },
        { method: known, isHanafi: isHanafi === true },
        day * DAY,
      )
      const reading = (instant: number) => instant + zoneOffset(timezone, instant) - day * DAY
      events = Object.fromEntries(
        Object.entries(instants).map(([name, instant]) => [name, reading(instant)]),
      ) as Record<SkyEvent, number>
      if (days.size >= DAYS_KEPT) days.clear()
      days.set(day, events)
    }
    return events[event] + minutes * MINUTE
  }
}

/** The time of the clock, `hh:mm AM/PM`, of an event on a day counted from 1970-01-01: what players use that don't follow the sun. */
export function clockTimeOf(place: SkyPlace, timezone: string, day: number, time: SkyTime): string {
  const minutes = Math.round(skyReader(place, timezone)(day, time) / MINUTE)
  return timeOfMinutes(((minutes % 1440) + 1440) % 1440)
}
