/**
 * Months of 30 days (bit 0: Muharram) of the years from `FIRST_YEAR`: the Umm al-Qura calendar of Saudi Arabia, as the
 * Unicode project publishes it. A table, because old browsers don't know this calendar.
 */
const MONTHS_OF_30 =
  `2ba 5b5 5aa d55 a9a 92e 26e 55d ada 6d4 6a5 b27 a4d 4ad 56d b5a 754 f49 e92 d26 a56 356 6b5 baa b92
 b25 68b a9b 55a ada 5b4 da9 b52 a9a 536 276 575 af2 6d4 6a9 555 2ad 4bd 9ba 574 b69 b52 a95 52d a5d 4da ad9 6b2 e95 e2a
 c96 92e aad 56a d65 d4a d15 62b c5b 53a 6b5 db2 d64 d29 a55 4ad 96d aea`
    .split(/\s+/)
    .map((bits) => Number.parseInt(bits, 16))
const FIRST_YEAR = 1440
/** Days from 1970-01-01 to 1 Muharram of `FIRST_YEAR`. */
const FIRST_DAY = 17_785

/** First days of the years of the table, and of the one after it. */
const yearStarts = [FIRST_DAY]
for (const [index, months] of MONTHS_OF_30.entries()) {
  const long = [...months.toString(2)].filter((bit) => bit === '1').length
  yearStarts.push((yearStarts[index] ?? 0) + 12 * 29 + long)
}

/** Months are 1 Muharram to 12 Dhu al-Hijjah. */
export interface HijriDate {
  year: number
  month: number
  day: number
}

/**
 * The Hijri date of a day counted from 1970-01-01, as it begins at midnight. Outside the years 1440 to 1512 (2018 to 2089), by the
 * arithmetic calendar, which may be a day off.
 */
export function hijriDate(day: number): HijriDate {
  const before = (index: number) => (yearStarts[index] ?? 0) > day
  // Years have 354 or 355 days.
  let index = Math.min(Math.ceil((day - FIRST_DAY) / 354), MONTHS_OF_30.length)
  while (index >= 0 && before(index)) index--
  const months = MONTHS_OF_30[index]
  if (months === undefined) return arithmeticDate(day)
  let left = day - (yearStarts[index] ?? 0)
  let month = 1
  for (; month < 12; month++) {
    const length = 29 + ((months >> (month - 1)) & 1)
    if (left < length) break
    left -= length
  }
  return { year: FIRST_YEAR + index, month, day: left + 1 }
}

/** Days from 1970-01-01 to 1 Muharram of the year 1 of the arithmetic calendar. */
const EPOCH = -492_148
const yearStart = (year: number) => EPOCH + (year - 1) * 354 + Math.floor((3 + 11 * year) / 30)
const monthStart = (month: number) => Math.ceil(29.5 * (month - 1))

function arithmeticDate(day: number): HijriDate {
  let year = Math.floor((day - EPOCH) / 354.366_67) + 2
  while (yearStart(year) > day) year--
  const left = day - yearStart(year)
  let month = 12
  while (monthStart(month) > left) month--
  return { year, month, day: left - monthStart(month) + 1 }
}

/** Days of every Hijri year as `MM-DD`, both inclusive; one that ends before it starts ends in the year after. */
export interface HijriDays {
  from: string
  to: string
}

/** `MM-DD` of a month that has up to 30 days. */
export const HIJRI_DAY = /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|30)$/
/** Maximum days by which a country's months begin before or after those of the table, by the sighting of the moon. */
export const HIJRI_SHIFT_MAX = 2

/** As `HijriDays` has a day of a month. */
export const hijriDay = (month: number, day: number): string =>
  [month, day].map((n) => String(n).padStart(2, '0')).join('-')

const numberOf = (day: string) => Number(day.slice(0, 2)) * 100 + Number(day.slice(3))
const readDays = new WeakMap<HijriDays, { from: number; to: number }>()

/** Whether a day counted from 1970-01-01 is one of them. `shift`: days by which months begin later than in the table. */
export function isInHijriDays(days: HijriDays, day: number, shift = 0): boolean {
  let read = readDays.get(days)
  if (!read) {
    read = { from: numberOf(days.from), to: numberOf(days.to) }
    readDays.set(days, read)
  }
  const date = hijriDate(day - shift)
  const at = date.month * 100 + date.day
  return read.from <= read.to ? read.from <= at && at <= read.to : at >= read.from || at <= read.to
}
