import { DAY, isTimeZone, zoneOffset } from '@vitrine/contract/schedule/time-zone'
import ICAL from 'ical.js'
import { zoneOfWindows } from './windows-zones.ts'

/** Readings are milliseconds since 1970-01-01 00:00 as if the clocks showed UTC. */
export interface Zone {
  /** Its name on this machine; undefined for one that only the file describes. */
  name: string | undefined
  /** A reading that clocks skip counts from before the skip; one that they show twice is the first (RFC 5545, 3.3.5). */
  instantOf(reading: number): number
  readingOf(instant: number): number
}

const NAMED = new Map<string, Zone>()
/** Limits the cache, because names come from untrusted files. */
const ZONES_MAX = 1000

/** A zone of this machine. */
export function namedZone(name: string): Zone {
  let found = NAMED.get(name)
  if (!found) {
    found = {
      name,
      instantOf: (reading) => {
        const before = zoneOffset(name, reading - DAY)
        const isRight = (offset: number) => zoneOffset(name, reading - offset) === offset
        if (isRight(before)) return reading - before
        const after = zoneOffset(name, reading + DAY)
        return isRight(after) ? reading - after : reading - before
      },
      readingOf: (instant) => instant + zoneOffset(name, instant),
    }
    if (NAMED.size >= ZONES_MAX) NAMED.clear()
    NAMED.set(name, found)
  }
  return found
}

export const UTC: Zone = { name: 'UTC', instantOf: (reading) => reading, readingOf: (instant) => instant }

/** A zone that a calendar describes. */
function describedZone(component: ICAL.Component): Zone {
  const zone = new ICAL.Timezone(component)
  const offset = (reading: number) => zone.utcOffset(ICAL.Time.fromJSDate(new Date(reading), true)) * 1000
  return {
    name: undefined,
    instantOf: (reading) => reading - offset(reading),
    readingOf: (instant) => instant + offset(instant + offset(instant)),
  }
}

/**
 * The zones that a calendar names. This machine's rules go first: those in calendars are often missing, truncated, or out
 * of date.
 */
export class ZoneBook {
  /** Names that neither this machine nor the calendar knows. */
  readonly unknown = new Set<string>()
  readonly #described = new Map<string, ICAL.Component>()
  readonly #found = new Map<string, Zone | undefined>()

  constructor(calendar: ICAL.Component) {
    for (const component of calendar.getAllSubcomponents('vtimezone'))
      this.#described.set(String(component.getFirstPropertyValue('tzid')), component)
  }

  /** A zone by its own name, by its Windows name, or by a path that ends with its name. */
  zoneOf(tzid: string): Zone | undefined {
    if (!this.#found.has(tzid)) this.#found.set(tzid, this.#find(tzid))
    return this.#found.get(tzid)
  }

  #find(tzid: string): Zone | undefined {
    if (/^(?:utc|z|gmt|etc\/utc)$/i.test(tzid)) return UTC
    const path = tzid.split('/').filter(Boolean)
    const names = [tzid, zoneOfWindows(tzid), path.slice(-3).join('/'), path.slice(-2).join('/')]
    const name = names.find((each) => each !== undefined && isTimeZone(each))
    if (name !== undefined) return namedZone(name)
    const described = this.#described.get(tzid)
    if (described) return describedZone(described)
    this.unknown.add(tzid)
    return undefined
  }
}
