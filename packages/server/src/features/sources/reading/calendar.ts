import type { SourcePreview } from '@vitrine/contract/api/screens/sources'
import { DAY, instantOf, isTimeZone, localTime } from '@vitrine/contract/schedule/time-zone'
import ICAL from 'ical.js'
import { decodeText } from './decode-text.ts'
import { tableOf, Unreadable } from './table.ts'

/** What of a calendar is read: from `now`, `days` ahead, shown in `timezone`. */
export interface CalendarWindow {
  timezone: string
  days: number
  now: number
}

/** The first of all columns names a row, so it is the title. `Start` and `End` are ISO 8601 in UTC. */
const COLUMNS = [
  'Title',
  'Date',
  'Time',
  'Until',
  'Location',
  'Description',
  'All day',
  'Start',
  'End',
] as const
const EVENTS_MAX = 20_000
/** Repetitions looked at, of one event and of all: a daily event of 27 years has as many. */
const REPEATS_MAX = 10_000
const ALL_REPEATS_MAX = 50_000
/** Occurrences between now and the end, before they are sorted and cut. */
const OCCURRENCES_MAX = 5000
/** Repetitions that began earlier than this have ended, and haven't been moved to now. */
const LONGEST = 40 * DAY
/** No calendar of people repeats like this; only a trap does. */
const TOO_OFTEN = ['SECONDLY', 'MINUTELY']
/** In leap years. */
const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

interface Occurrence {
  event: ICAL.Event
  start: number
  end: number
}

/** The events of an iCalendar file that haven't ended, in their order, repetitions one by one. */
export function readCalendar(bytes: Uint8Array, contentType: string, window: CalendarWindow): SourcePreview {
  const calendar = parse(decodeText(bytes, contentType))
  const components = calendar.getAllSubcomponents('vevent')
  if (components.length > EVENTS_MAX) throw new Unreadable(`This calendar has more than ${EVENTS_MAX} events`)
  const budget = { left: ALL_REPEATS_MAX }
  const found: Occurrence[] = []
  for (const component of components) {
    if (found.length >= OCCURRENCES_MAX) break
    try {
      const event = new ICAL.Event(component)
      if (!event.isRecurrenceException()) found.push(...occurrencesOf(event, window, budget))
    } catch {
      // One broken event doesn't hide the others.
    }
  }
  found.sort((a, b) => a.start - b.start || a.end - b.end)
  return tableOf(
    COLUMNS,
    found.map((occurrence) => rowOf(occurrence, window.timezone)),
  )
}

function parse(text: string): ICAL.Component {
  try {
    const calendar = new ICAL.Component(ICAL.parse(text))
    if (calendar.name === 'vcalendar') return calendar
  } catch {
    // Said below.
  }
  throw new Unreadable("This isn't an iCalendar file (.ics)")
}

function occurrencesOf(event: ICAL.Event, window: CalendarWindow, budget: { left: number }): Occurrence[] {
  const until = window.now + window.days * DAY
  const found: Occurrence[] = []
  const take = (item: ICAL.Event, from: ICAL.Time, to: ICAL.Time) => {
    const start = instantOfTime(from, item, window.timezone)
    const end = Math.max(start, instantOfTime(to, item, window.timezone))
    const cancelled = item.component.getFirstPropertyValue('status') === 'CANCELLED'
    if (start < until && end > window.now && !cancelled) found.push({ event: item, start, end })
    return start < until
  }
  if (!event.isRecurring()) {
    take(event, event.startDate, event.endDate)
    return found
  }
  const rules = event.component.getAllProperties('rrule').map((rule) => rule.getFirstValue() as ICAL.Recur)
  if (rules.some((rule) => TOO_OFTEN.includes(rule.freq) || neverHappens(rule))) return []
  const repeats = event.iterator()
  for (let n = 0; n < REPEATS_MAX && budget.left-- > 0 && found.length < OCCURRENCES_MAX; n++) {
    const next = repeats.next()
    if (!next) break
    // Years of a weekly meeting are skipped by their dates alone.
    if (Date.UTC(next.year, next.month - 1, next.day) < window.now - LONGEST) continue
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    // A moved occurrence may be later than those after it, so only unmoved ones end the search.
    if (!take(item, startDate, endDate) && item === event) break
  }
  return found
}

/** Such as every February 30, which the iterator would look for without an end. */
function neverHappens({ parts }: ICAL.Recur): boolean {
  const { BYMONTH: months = [], BYMONTHDAY: days = [] } = parts
  const longest = Math.max(...months.map((month) => DAYS_OF_MONTHS[month - 1] ?? 0))
  return months.length > 0 && days.length > 0 && days.every((day) => Math.abs(day) > longest)
}

/** By the zone that the event names, as far as it is known; else by the calendar's own table, else in `timezone`. */
function instantOfTime(time: ICAL.Time, event: ICAL.Event, timezone: string): number {
  const { tzid } = time.zone ?? {}
  const date = `${String(time.year).padStart(4, '0')}-${two(time.month)}-${two(time.day)}`
  const minutes = time.isDate ? 0 : time.hour * 60 + time.minute
  if (time.isDate) return instantOf(timezone, date, 0)
  if (tzid === 'UTC') return time.toUnixTime() * 1000
  const named = event.component.getFirstProperty('dtstart')?.getParameter('tzid')
  const zone = String(tzid && tzid !== 'floating' ? tzid : (named ?? ''))
  if (isTimeZone(zone)) return instantOf(zone, date, minutes)
  return tzid && tzid !== 'floating' ? time.toUnixTime() * 1000 : instantOf(timezone, date, minutes)
}

function rowOf({ event, start, end }: Occurrence, timezone: string): unknown[] {
  const allDay = event.startDate.isDate
  const from = localTime(timezone, start)
  const to = localTime(timezone, end)
  return [
    event.summary,
    from.date,
    allDay ? '' : clock(from.minutes),
    allDay ? '' : clock(to.minutes),
    event.location,
    event.description,
    allDay,
    new Date(start).toISOString(),
    new Date(end).toISOString(),
  ]
}

const two = (n: number) => String(n).padStart(2, '0')
const clock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(Math.floor(minutes % 60))}`
