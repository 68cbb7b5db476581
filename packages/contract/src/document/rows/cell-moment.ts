import type { SourceCell } from '#document/source-data.ts'
import { DAY, isTimeZone, MINUTE, zoneOffset } from '#schedule/time-zone.ts'
import { CELL_MAX, plainDigits } from './cell-number.ts'
import { monthIn, numericOrder } from './month-names.ts'

/** A day and a time of day as clocks show them; each undefined where a cell has none. */
export interface Reading {
  /** Days since 1970-01-01. */
  day: number | undefined
  /** Minutes since midnight, with seconds as fractions. */
  minutes: number | undefined
}

/** Where and when cells are read. */
export interface Reader {
  /** Milliseconds since 1970 UTC. */
  now: number
  timeZone: string
  locale: string
}

/** What clocks in the screen's zone show at an instant. */
export function readingAt(instant: number, { timeZone }: Pick<Reader, 'timeZone'>): Required<Reading> {
  const shown = instant + zoneOffset(isTimeZone(timeZone) ? timeZone : 'Etc/GMT', instant)
  const day = Math.floor(shown / DAY)
  return { day, minutes: (shown - day * DAY) / MINUTE }
}

const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)? ?(Z|[+-]\d{2}:?\d{2})?$/i
const YEAR_FIRST = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})(?=\D|$)/
const THREE = /(?:^|[^\d.:/-])(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4}|\d{2})(?![\d.:/-]*\d)/
const TWO = /(?:^|[^\d.:/-])(\d{1,2})([./]) ?(\d{1,2})\2?(?=$| )/
const NAMED = /(?:^|\D)(\d{1,2})(?:st|nd|rd|th|er|\.)?(?=[^\d]|$)/i
const FULL_YEAR = /(?:^|\D)(\d{4})(?!\d)/
const SHORT_YEAR = /[-' ](\d{2})$/
const CLOCK = /(?:^|\D)(\d{1,2})(?:[:h]|\u0020?h\u0020?)(\d{2})(?::(\d{2})(?:\.\d+)?)?(?!\d)/i
const HOURS = /(?:^|\D)(\d{1,2}) ?(?=[ap]\.? ?m\b|[صم](?:$| ))/i
const DOTTED = /^(\d{1,2})\.(\d{2})(?: ?(?:uhr|h))?$/i

const seconds = { least: 1e9, most: 1e10 }
/** Instants that programs write as numbers: seconds or milliseconds since 1970. */
function instantOfNumber(value: number): number | undefined {
  if (value >= seconds.least && value < seconds.most) return value * 1000
  return value >= seconds.least * 1000 && value < seconds.most * 1000 ? value : undefined
}

/**
 * The day and the time in a cell, in the forms of ISO 8601, spreadsheets, and the language: `2026-11-30T14:30Z`, `30.11.2026`,
 * `11/30/26 2:30 PM`, `30. November 2026`, `14:30`. A day without a year is the nearest one.
 */
export function cellMoment(cell: SourceCell | undefined, reader: Reader): Reading {
  if (typeof cell === 'number') {
    const instant = instantOfNumber(cell)
    return instant === undefined ? NONE : readingAt(instant, reader)
  }
  if (typeof cell !== 'string' || cell.length > CELL_MAX || cell === '') return NONE
  const text = plainDigits(cell)
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/[\s\u00a0\u202f\u2009]+/g, ' ')
    .trim()
  const iso = ISO.exec(text)
  if (iso) return fromIso(iso, reader)
  if (DOTTED.test(text)) return { day: dayIn(text, reader), minutes: dottedTime(text) }
  return { day: dayIn(text, reader), minutes: timeIn(text) }
}

const NONE: Reading = { day: undefined, minutes: undefined }

function fromIso(found: RegExpExecArray, reader: Reader): Reading {
  const [, year, month, date, hour, minute, second = '0', zone] = found
  const day = dayOf(Number(year), Number(month), Number(date))
  const minutes = hour === undefined ? undefined : minutesOf(Number(hour), Number(minute), Number(second))
  if (day === undefined || minutes === undefined || zone === undefined) return { day, minutes }
  return readingAt(day * DAY + minutes * MINUTE - offsetOf(zone) * MINUTE, reader)
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

/** Days since 1970-01-01; undefined for a day that isn't in the calendar. */
function dayOf(year: number, month: number, date: number): number | undefined {
  const at = new Date(Date.UTC(year, month - 1, date))
  const isDay = at.getUTCMonth() === month - 1 && at.getUTCDate() === date && year >= 1000 && year <= 9999
  return isDay ? at.getTime() / DAY : undefined
}

function dayIn(text: string, reader: Reader): number | undefined {
  const first = YEAR_FIRST.exec(text)
  if (first) return dayOf(Number(first[1]), Number(first[2]), Number(first[3]))
  const three = THREE.exec(text)
  if (three) return ordered(three[1], three[3], three[2], fullYear(three[4] ?? ''), reader)
  const month = monthIn(text, reader.locale)
  if (month !== undefined) {
    const date = Number(NAMED.exec(text)?.[1])
    const year = FULL_YEAR.exec(text)?.[1] ?? SHORT_YEAR.exec(text)?.[1]
    return year === undefined ? nearest(month, date, reader) : dayOf(fullYear(year), month, date)
  }
  const two = TWO.exec(text)
  return two ? ordered(two[1], two[3], two[2], undefined, reader) : undefined
}

const fullYear = (year: string): number => (year.length === 4 ? Number(year) : 2000 + Number(year))

/** Day and month in the order of the language; with points, the day is first everywhere. */
function ordered(
  one: string | undefined,
  two: string | undefined,
  sign: string | undefined,
  year: number | undefined,
  reader: Reader,
) {
  const [a, b] = [Number(one), Number(two)]
  const isMonthFirst = sign !== '.' && (b > 12 || (a <= 12 && numericOrder(reader.locale) === 'month'))
  const [month, date] = isMonthFirst ? [a, b] : [b, a]
  return year === undefined ? nearest(month, date, reader) : dayOf(year, month, date)
}

/** The day without a year that is nearest to today. */
function nearest(month: number, date: number, reader: Reader): number | undefined {
  const { day: today = 0 } = readingAt(reader.now, reader)
  const year = new Date(today * DAY).getUTCFullYear()
  const days = [year - 1, year, year + 1].flatMap((each) => dayOf(each, month, date) ?? [])
  return days.length === 0
    ? undefined
    : days.reduce((best, day) => (Math.abs(day - today) < Math.abs(best - today) ? day : best))
}

const minutesOf = (hours: number, minutes: number, rest: number): number | undefined =>
  hours <= 24 && minutes < 60 && rest < 61 ? hours * 60 + minutes + rest / 60 : undefined

function timeIn(text: string): number | undefined {
  const found = CLOCK.exec(text) ?? HOURS.exec(text)
  if (!found) return undefined
  const [all, hour, minute = '0', rest = '0'] = found
  const behind = text.slice(found.index + all.length)
  const isHalf = /^ ?(?:[ap]\.? ?m\b|[صم](?:$| ))/i.test(behind)
  const isAfternoon = isHalf && /^ ?[pم]/i.test(behind)
  const hours = isHalf ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour)
  return minutesOf(hours, Number(minute), Number(rest))
}

function dottedTime(text: string): number | undefined {
  const [, hours, minutes] = DOTTED.exec(text) ?? []
  return minutesOf(Number(hours), Number(minutes), 0)
}
