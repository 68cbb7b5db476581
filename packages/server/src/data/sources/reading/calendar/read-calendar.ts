import { SOURCE_ROWS_MAX, type SourcePreview } from '@vitrine/contract/api/data/sources'
import { localTime } from '@vitrine/contract/schedule/time-zone'
import ICAL from 'ical.js'
import { tableOf, Unreadable } from '#data/sources/reading/table.ts'
import { plainText } from '#lib/text/plain-text.ts'
import { contentLines } from './content-lines.ts'
import { type CalendarWindow, type Occurrence, occurrencesOf, searchOf } from './occurrences.ts'
import { seriesOf } from './series.ts'
import { ZoneBook } from './zones.ts'

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
const TITLE_MAX = 500
const TEXT_MAX = 2000

/** Events of an iCalendar file that haven't ended, in order, with each occurrence as a row. */
export function readCalendar(bytes: Uint8Array, contentType: string, window: CalendarWindow): SourcePreview {
  const { calendars, broken } = parse(contentLines(bytes, contentType))
  const series = calendars.flatMap((calendar) =>
    seriesOf(calendar.getAllSubcomponents('vevent'), new ZoneBook(calendar)),
  )
  if (calendars.reduce((sum, each) => sum + each.getAllSubcomponents('vevent').length, 0) > EVENTS_MAX)
    throw new Unreadable(`This calendar has more than ${EVENTS_MAX} events`)
  const search = { ...searchOf(window), most: SOURCE_ROWS_MAX + 1 }
  const notes = new Notes()
  notes.broken = broken
  let found: Occurrence[] = []
  for (const each of series) {
    try {
      found.push(...occurrencesOf(each, { ...search, onCut: () => notes.cut(titleOf(each.event)) }))
    } catch {
      // One broken event doesn't hide the others.
      notes.broken++
    }
    if (found.length < 2 * search.most) continue
    // Only the first rows are kept, so that later ones needn't be searched in the series that follow.
    found = inOrder(found).slice(0, search.most)
    search.to = Math.min(search.to, (found.at(-1)?.start ?? search.to) + 1)
  }
  for (const { zones } of series) for (const name of zones.unknown) notes.zones.add(name)
  const table = tableOf(
    COLUMNS,
    inOrder(found).map((occurrence) => rowOf(occurrence, window.timezone)),
  )
  const note = notes.text(window.timezone)
  return note ? { ...table, note } : table
}

const inOrder = (found: Occurrence[]) => found.sort((a, b) => a.start - b.start || a.end - b.end)

/** Some programs write several calendars into one file. `broken`: events that the parser refuses. */
function parse(text: string): { calendars: ICAL.Component[]; broken: number } {
  const whole = parsed(text)
  if (whole) return { calendars: whole, broken: 0 }
  const { rest, broken } = withoutBroken(text.split('\r\n'))
  const calendars = broken > 0 ? parsed(rest) : undefined
  if (calendars) return { calendars, broken }
  throw new Unreadable("This isn't an iCalendar file (.ics)")
}

function parsed(text: string): ICAL.Component[] | undefined {
  try {
    const found: unknown[] = ICAL.parse(text)
    const calendars = (Array.isArray(found[0]) ? found : [found]).map(
      (each) => new ICAL.Component(each as unknown[]),
    )
    return calendars.length > 0 && calendars.every(({ name }) => name === 'vcalendar') ? calendars : undefined
  } catch {
    return undefined
  }
}

/** Leaves out events that can't be parsed: the parser refuses the whole file for one. */
function withoutBroken(lines: readonly string[]): { rest: string; broken: number } {
  const kept: string[] = []
  let event: string[] | undefined
  let broken = 0
  for (const line of lines) {
    if (/^BEGIN:VEVENT$/i.test(line)) {
      for (const each of event ?? []) kept.push(each)
      event = []
    }
    if (!event) kept.push(line)
    else event.push(line)
    if (!event || !/^END:VEVENT$/i.test(line)) continue
    const alone = ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR'].join('\r\n')
    if (parsed(alone)) kept.push(...event)
    else broken++
    event = undefined
  }
  return { rest: [...kept, ...(event ?? [])].join('\r\n'), broken }
}

const textOf = (event: ICAL.Component, name: string): string =>
  String(event.getFirstPropertyValue(name) ?? '')
const titleOf = (event: ICAL.Component) => plainText(textOf(event, 'summary'), TITLE_MAX)

function rowOf({ event, isAllDay, start, end }: Occurrence, timezone: string): unknown[] {
  const from = localTime(timezone, start)
  const to = localTime(timezone, end)
  return [
    titleOf(event),
    from.date,
    isAllDay ? '' : clock(from.minutes),
    isAllDay ? '' : clock(to.minutes),
    plainText(textOf(event, 'location'), TITLE_MAX) || null,
    plainText(textOf(event, 'description'), TEXT_MAX, { lines: true }) || null,
    isAllDay,
    new Date(start).toISOString(),
    new Date(end).toISOString(),
  ]
}

const two = (n: number) => String(n).padStart(2, '0')
const clock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(Math.floor(minutes % 60))}`

/** What the author of a source must know about a calendar that was read. */
class Notes {
  broken = 0
  readonly zones = new Set<string>()
  readonly #cut = new Set<string>()

  cut(title: string): void {
    this.#cut.add(title)
  }

  text(timezone: string): string {
    const cut = named(this.#cut)
    const zones = named(this.zones)
    return [
      cut && `These events repeat too often to be read completely: ${cut}.`,
      zones && `These time zones aren't known, so their times are read as those of ${timezone}: ${zones}.`,
      this.broken > 0 && `Events that can't be read: ${this.broken}.`,
    ]
      .filter(Boolean)
      .join(' ')
  }
}

/** The first of some names, quoted. */
const named = (all: ReadonlySet<string>): string =>
  [...all]
    .slice(0, 3)
    .map((name) => `“${name.slice(0, 60)}”`)
    .join(', ') + (all.size > 3 ? ', …' : '')
