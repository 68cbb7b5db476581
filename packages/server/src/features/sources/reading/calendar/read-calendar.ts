import type { SourcePreview } from '@vitrine/contract/api/screens/sources'
import { localTime } from '@vitrine/contract/schedule/time-zone'
import ICAL from 'ical.js'
import { decodeText } from '#features/sources/reading/decode-text.ts'
import { tableOf, Unreadable } from '#features/sources/reading/table.ts'
import { contentLines } from './content-lines.ts'
import { type CalendarWindow, type Occurrence, occurrencesOf } from './occurrences.ts'
import { seriesOf } from './series.ts'
import { Calendar } from './zones.ts'

/** The first column identifies a row, so it is the title. `Start` and `End` are ISO 8601 in UTC. */
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
/** Maximum occurrences in the window, before they are sorted and truncated. */
const OCCURRENCES_MAX = 5000
/** Maximum occurrences to examine in all events. */
const ALL_REPEATS_MAX = 50_000

/** Events of an iCalendar file that haven't ended, in order, with each occurrence as a row. */
export function readCalendar(bytes: Uint8Array, contentType: string, window: CalendarWindow): SourcePreview {
  const components = parse(decodeText(bytes, contentType)).flatMap((calendar) =>
    calendar.getAllSubcomponents('vevent'),
  )
  if (components.length > EVENTS_MAX) throw new Unreadable(`This calendar has more than ${EVENTS_MAX} events`)
  const budget = { left: ALL_REPEATS_MAX }
  const found: Occurrence[] = []
  for (const series of seriesOf(components)) {
    if (found.length >= OCCURRENCES_MAX) break
    try {
      found.push(...occurrencesOf(series, window, budget, OCCURRENCES_MAX))
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

/** Some programs write several calendars into one file. */
function parse(text: string): Calendar[] {
  try {
    const parsed: unknown[] = ICAL.parse(contentLines(text))
    const calendars = (Array.isArray(parsed[0]) ? parsed : [parsed]).map(
      (each) => new Calendar(each as unknown[]),
    )
    if (calendars.length > 0 && calendars.every(({ name }) => name === 'vcalendar')) return calendars
  } catch {
    // Reported below.
  }
  throw new Unreadable("This isn't an iCalendar file (.ics)")
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
