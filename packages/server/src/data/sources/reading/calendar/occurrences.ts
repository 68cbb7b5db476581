import { DAY, MINUTE } from '@vitrine/contract/schedule/time-zone'
import ICAL from 'ical.js'
import { dayOf, firstMoment, type Moment, momentsOf } from './moments.ts'
import { COUNTED_MAX, dayIn, type RuleLimits, repeatsOf, type SeriesStart } from './recurrence.ts'
import type { Series } from './series.ts'
import { namedZone, type Zone } from './zones.ts'

/** The window of a calendar to read: from `now`, `days` ahead, shown in `timezone`. */
export interface CalendarWindow {
  timezone: string
  days: number
  now: number
}

export interface Occurrence {
  event: ICAL.Component
  isAllDay: boolean
  start: number
  end: number
}

export interface Search extends RuleLimits {
  /** Instants. Occurrences that have ended by `from`, or start at `to` or later, are left out. */
  from: number
  to: number
  /** Zone of days, and of times without one. */
  local: Zone
}

/** Where clocks are set back. */
const LONG_DAY = DAY + 3 * 60 * MINUTE
/** Occurrences that began longer ago have ended. */
const LONGEST = 400 * DAY

/** How long an event lasts: days are as long as clocks make them, times are exact (RFC 5545, 3.8.2.5). */
interface Length {
  days: number
  time: number
}

/** The times of an event within a window. */
export function occurrencesOf({ event, changed, zones }: Series, search: Search): Occurrence[] {
  const { local, from, to } = search
  const found: Occurrence[] = []
  const start = firstMoment(event, 'dtstart', zones)
  if (!start) return found
  const span: SeriesStart = { start, zone: start.zone ?? local, local }
  const { zone } = span
  const length = lengthOf(event, span, zones)

  const take = (item: ICAL.Component, isAllDay: boolean, begin: number, end: number) => {
    if (begin >= to || end <= from || item.getFirstPropertyValue('status') === 'CANCELLED') return
    found.push({ event: item, isAllDay, start: begin, end: Math.max(begin, end) })
  }
  const startKey = start.isDate ? start.reading : zone.instantOf(start.reading)
  const timeOfDay = zone.readingOf(startKey) - dayOf(zone.readingOf(startKey))
  /** What identifies an occurrence: a reading in all-day series, else an instant. */
  const keyOf = (moment: Moment): number => {
    if (start.isDate) return dayIn(moment, local)
    // A date in a series of times is the occurrence of that day.
    return (moment.zone ?? zone).instantOf(moment.reading + (moment.isDate ? timeOfDay : 0))
  }
  const takeAt = (key: number, item: ICAL.Component, length: Length, end?: number) =>
    start.isDate
      ? take(item, true, local.instantOf(key), local.instantOf(key + length.days * DAY))
      : take(item, false, key, end ?? endOf(key, length, zone))

  // A moved occurrence may be anywhere, so it isn't searched in the recurrence.
  const left = new Set<number>()
  const leftDays = new Set<number>()
  const leave = (moment: Moment) => {
    if (!start.isDate && moment.isDate) leftDays.add(moment.reading)
    else left.add(keyOf(moment))
  }
  const later: { from: number; item: ICAL.Component; by: number; length: Length }[] = []
  for (const item of changed) {
    const id = firstMoment(item, 'recurrence-id', zones)
    const moved = firstMoment(item, 'dtstart', zones)
    if (!id) continue
    leave(id)
    const movedTo = moved ?? id
    const own: SeriesStart = { start: movedTo, zone: movedTo.zone ?? zone, local }
    const ownLength =
      item.hasProperty('dtend') || item.hasProperty('duration') ? lengthOf(item, own, zones) : length
    const begin = movedTo.isDate ? movedTo.reading : own.zone.instantOf(movedTo.reading)
    if (movedTo.isDate)
      take(item, true, local.instantOf(begin), local.instantOf(begin + ownLength.days * DAY))
    else take(item, false, begin, endOf(begin, ownLength, own.zone))
    const range = item.getFirstProperty('recurrence-id')?.getFirstParameter('range')
    if (range?.toUpperCase() === 'THISANDFUTURE' && movedTo.isDate === start.isDate)
      later.push({ from: keyOf(id), item, by: begin - keyOf(id), length: ownLength })
  }
  later.sort((a, b) => b.from - a.from)
  for (const property of event.getAllProperties('exdate'))
    for (const { moment } of momentsOf(property, zones)) leave(moment)

  const done = new Set<number>()
  const takeOnce = (key: number, end?: number) => {
    if (done.has(key) || left.has(key)) return
    done.add(key)
    if (leftDays.size > 0 && leftDays.has(dayOf(zone.readingOf(key)))) return
    const range = later.find((each) => key > each.from)
    if (range) takeAt(key + range.by, range.item, range.length)
    else takeAt(key, event, length, end)
  }
  const rules = event.getAllProperties('rrule').map((rule) => rule.getFirstValue() as ICAL.Recur)
  if (rules.length === 0) takeOnce(startKey)
  const longest = [length, ...later.map((each) => each.length)].map(
    ({ days, time }) => days * LONG_DAY + time,
  )
  const shift = Math.max(0, ...later.map(({ by }) => Math.abs(by)))
  const back = Math.min(LONGEST, Math.max(...longest) + shift)
  for (const rule of rules)
    for (const key of repeatsOf(rule, span, [from - back, to + shift], search)) takeOnce(key)
  for (const property of event.getAllProperties('rdate'))
    for (const { moment, end, length: period } of momentsOf(property, zones)) {
      const key = keyOf(moment)
      const time = end ? keyOf(end) : period ? endOf(key, durationOf(period), zone) : undefined
      takeOnce(key, start.isDate ? undefined : time)
    }
  return found
}

const endOf = (begin: number, { days, time }: Length, zone: Zone): number =>
  (days === 0 ? begin : zone.instantOf(zone.readingOf(begin) + days * DAY)) + time

function lengthOf(item: ICAL.Component, { start, zone, local }: SeriesStart, zones: Series['zones']): Length {
  const end = firstMoment(item, 'dtend', zones)
  if (end && start.isDate) return { days: Math.max(1, (dayIn(end, local) - start.reading) / DAY), time: 0 }
  if (end) {
    const time = (end.zone ?? zone).instantOf(end.reading) - zone.instantOf(start.reading)
    return { days: 0, time: Math.max(0, time) }
  }
  const given = item.getFirstPropertyValue('duration')
  const length = given instanceof ICAL.Duration ? durationOf(given) : { days: 0, time: 0 }
  return start.isDate ? { days: Math.max(1, Math.ceil(length.days + length.time / DAY)), time: 0 } : length
}

function durationOf(given: ICAL.Duration): Length {
  if (given.isNegative) return { days: 0, time: 0 }
  const { weeks, days, hours, minutes, seconds } = given
  return { days: weeks * 7 + days, time: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
}

export const searchOf = ({ timezone, days, now }: CalendarWindow): Omit<Search, 'most' | 'onCut'> => ({
  from: now,
  to: now + days * DAY,
  local: namedZone(timezone),
  counted: { left: COUNTED_MAX },
})
