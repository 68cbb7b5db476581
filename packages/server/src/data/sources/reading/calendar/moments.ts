import { DAY } from '@vitrine/contract/schedule/time-zone'
import ICAL from 'ical.js'
import { UTC, type Zone, type ZoneBook } from './zones.ts'

/** A date or a time of a calendar, as written. */
export interface Moment {
  isDate: boolean
  reading: number
  /** Undefined for dates, and for times without a known zone. */
  zone: Zone | undefined
}

export const dayOf = (reading: number): number => Math.floor(reading / DAY) * DAY

export function momentOf(time: ICAL.Time, zone: Zone | undefined): Moment {
  const { isDate, year, month, day } = time
  const { hour, minute, second } = isDate ? { hour: 0, minute: 0, second: 0 } : time
  const reading =
    new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000
  if (isDate) return { isDate, reading, zone: undefined }
  return { isDate, reading, zone: time.zone === ICAL.Timezone.utcTimezone ? UTC : zone }
}

/** All values of a date property, with the end or the length of periods. */
export function momentsOf(
  property: ICAL.Property,
  zones: ZoneBook,
): { moment: Moment; end?: Moment; length?: ICAL.Duration }[] {
  const tzid = property.getFirstParameter('tzid')
  const zone = tzid ? zones.zoneOf(tzid) : undefined
  return property.getValues().flatMap((value: unknown) => {
    if (value instanceof ICAL.Time) return { moment: momentOf(value, zone) }
    if (!(value instanceof ICAL.Period)) return []
    return {
      moment: momentOf(value.start, zone),
      ...(value.end && { end: momentOf(value.end, zone) }),
      ...(value.duration && { length: value.duration }),
    }
  })
}

/** The first value of a date property. */
export function firstMoment(component: ICAL.Component, name: string, zones: ZoneBook): Moment | undefined {
  const property = component.getFirstProperty(name)
  return property ? momentsOf(property, zones)[0]?.moment : undefined
}
