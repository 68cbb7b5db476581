import { instantOf, instantOfReading, isTimeZone } from '@vitrine/contract/schedule/time-zone'
import ICAL from 'ical.js'
import { zoneOfWindows } from './windows-zones.ts'

/** A zone with this machine's rules: those in calendars are often missing, cut off, or out of date. */
class KnownZone extends ICAL.Timezone {
  readonly name: string
  constructor(name: string) {
    super({ tzid: name })
    this.name = name
  }
  override utcOffset({ year, month, day, hour, minute, second }: ICAL.Time): number {
    const reading = Date.UTC(year, month - 1, day, hour, minute, second)
    return (reading - instantOfReading(this.name, reading)) / 1000
  }
}

const zones = new Map<string, KnownZone | null>()
/** Limits the cache, because names come from untrusted files. */
const ZONES_MAX = 1000

/** A zone by its own name, by its Windows name, or by a path that ends with its name; null for others. */
function knownZone(tzid: string): KnownZone | null {
  let found = zones.get(tzid)
  if (found === undefined) {
    const path = tzid.split('/').filter(Boolean)
    const names = [tzid, zoneOfWindows(tzid), path.slice(-3).join('/'), path.slice(-2).join('/')]
    const name = names.find((each) => each !== undefined && isTimeZone(each))
    found = name === undefined ? null : new KnownZone(name)
    if (zones.size >= ZONES_MAX) zones.clear()
    zones.set(tzid, found)
  }
  return found
}

/** A calendar that uses this machine's zones if known, else its own definitions. */
export class Calendar extends ICAL.Component {
  override getTimeZoneByID(tzid: string): ICAL.Timezone {
    return knownZone(tzid) ?? super.getTimeZoneByID(tzid)
  }
}

/** Days, and times without a known zone, are in `timezone`. */
export function instantOfTime(time: ICAL.Time, timezone: string): number {
  const { zone } = time
  const isKnown = zone instanceof KnownZone
  if (!time.isDate && !isKnown && zone && zone.tzid !== 'floating') return time.toUnixTime() * 1000
  const date = `${String(time.year).padStart(4, '0')}-${two(time.month)}-${two(time.day)}`
  const minutes = time.isDate ? 0 : time.hour * 60 + time.minute
  return instantOf(isKnown && !time.isDate ? zone.name : timezone, date, minutes)
}

const two = (n: number) => String(n).padStart(2, '0')
