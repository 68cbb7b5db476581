import { DAY } from '@vitrine/contract/schedule/time-zone'
import type ICAL from 'ical.js'
import type { Series } from './series.ts'
import { instantOfTime } from './zones.ts'

/** The window of a calendar to read: from `now`, `days` ahead, shown in `timezone`. */
export interface CalendarWindow {
  timezone: string
  days: number
  now: number
}

export interface Occurrence {
  event: ICAL.Event
  start: number
  end: number
}

/** Maximum occurrences to examine per event: a daily event of 27 years has that many. */
const REPEATS_MAX = 10_000
/** Occurrences that began earlier than this have ended. */
const LONGEST = 40 * DAY
/** No real calendar repeats like this, only malicious ones. */
const TOO_OFTEN = ['SECONDLY', 'MINUTELY']
/** In leap years. */
const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * The times of an event within the window, at most `most`. `budget`: occurrences that may be examined in all events.
 */
export function occurrencesOf(
  { event, changed }: Series,
  { now, days, timezone }: CalendarWindow,
  budget: { left: number },
  most: number,
): Occurrence[] {
  const until = now + days * DAY
  const found: Occurrence[] = []
  const take = (item: ICAL.Event, from: ICAL.Time, to: ICAL.Time) => {
    const start = instantOfTime(from, timezone)
    const end = Math.max(start, instantOfTime(to, timezone))
    const cancelled = item.component.getFirstPropertyValue('status') === 'CANCELLED'
    if (start < until && end > now && !cancelled) found.push({ event: item, start, end })
    return start < until
  }
  // A moved occurrence may be anywhere, so it isn't searched in the recurrence.
  for (const item of changed) take(item, item.startDate, item.endDate)
  const done = new Set(changed.map(({ recurrenceId }) => instantOfTime(recurrenceId, timezone)))
  const rules = event.component.getAllProperties('rrule').map((rule) => rule.getFirstValue() as ICAL.Recur)
  if (rules.some((rule) => TOO_OFTEN.includes(rule.freq) || neverHappens(rule))) return []
  if (rules.length === 0) {
    // The iterator only has the added dates.
    const start = instantOfTime(event.startDate, timezone)
    const excluded = valuesOf(event, 'exdate').some((time) => instantOfTime(time, timezone) === start)
    if (!done.has(start) && !excluded) take(event, event.startDate, event.endDate)
    done.add(start)
  }
  if (!event.isRecurring()) return found
  const repeats = event.iterator()
  for (let n = 0; n < REPEATS_MAX && budget.left-- > 0 && found.length < most; n++) {
    const next = repeats.next()
    if (!next) break
    // Skip years of a weekly meeting by their dates alone.
    if (Date.UTC(next.year, next.month - 1, next.day) < now - LONGEST) continue
    if (done.has(instantOfTime(next, timezone))) continue
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    // A moved occurrence may be later than those after it, so only unmoved ones end the search.
    if (!take(item, startDate, endDate) && item === event) break
  }
  return found
}

const valuesOf = ({ component }: ICAL.Event, name: string): ICAL.Time[] =>
  component.getAllProperties(name).flatMap((property) => property.getValues() as ICAL.Time[])

/** For example February 30, which the iterator would search forever. */
function neverHappens({ parts }: ICAL.Recur): boolean {
  const { BYMONTH: months = [], BYMONTHDAY: days = [] } = parts
  const longest = Math.max(...months.map((month) => DAYS_OF_MONTHS[month - 1] ?? 0))
  return months.length > 0 && days.length > 0 && days.every((day) => Math.abs(day) > longest)
}
