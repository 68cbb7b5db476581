import { countedMost } from '@vitrine/contract/api/base/totals'
import { minutesOfTime, timeOfMinutes } from '@vitrine/contract/rules'
import { textLanguage } from './i18n.ts'
import { formatsFor } from './region.ts'

/** Milliseconds since 1970, or ISO 8601. */
export type Instant = number | string

const DATES = {
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  day: { dateStyle: 'medium' },
  monthDay: { month: 'short', day: 'numeric' },
  time: { timeStyle: 'short' },
  timeOfSecond: { timeStyle: 'medium' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  momentOfSecond: { dateStyle: 'medium', timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const made = new Map<string, unknown>()
/**
 * A cached Intl formatter in the console's language, with the formats of the region: creating one costs more than a
 * list row.
 */
export function cachedFormat<Format>(what: string, make: (language: string) => Format): Format {
  const spoken = formatsFor(textLanguage()).tag
  const key = `${spoken} ${what}`
  const found = (made.get(key) as Format | undefined) ?? make(spoken)
  made.set(key, found)
  return found
}

/** Formats an instant in the browser's or another time zone. */
export function dateText(at: Instant, how: keyof typeof DATES, timeZone?: string): string {
  const format = cachedFormat(
    `date ${how} ${timeZone}`,
    (spoken) => new Intl.DateTimeFormat(spoken, { ...DATES[how], timeZone }),
  )
  return format.format(typeof at === 'string' ? Date.parse(at) : at)
}

/** The name of the Hijri month at an instant. */
export const hijriMonthAt = (at: number): string =>
  cachedFormat(
    'hijri month',
    (spoken) =>
      new Intl.DateTimeFormat(spoken, { calendar: 'islamic-umalqura', month: 'long', timeZone: 'UTC' }),
  ).format(at)

/** Whole days: *Dec 20 – 26, 2026*; `month`: the month of the first one. */
export function dateRangeText(first: string, last: string, how: 'days' | 'month' = 'days'): string {
  const format = cachedFormat(
    `dates ${how}`,
    (spoken) =>
      new Intl.DateTimeFormat(spoken, {
        ...(how === 'days' ? DATES.day : { month: 'long', year: 'numeric' }),
        timeZone: 'UTC',
      }),
  )
  return how === 'days'
    ? format.formatRange(Date.parse(first), Date.parse(last))
    : format.format(Date.parse(first))
}

export function numberText(value: number, options: Intl.NumberFormatOptions = {}): string {
  return cachedFormat(
    `number ${JSON.stringify(options)}`,
    (spoken) => new Intl.NumberFormat(spoken, options),
  ).format(value)
}

/** The total of a list, of which larger ones only say that there are more. */
export const totalText = (total: number, search?: string): string =>
  total > countedMost(search) ? `${numberText(total - 1)}+` : String(total)

export const listText = (parts: readonly string[], type: Intl.ListFormatType = 'unit'): string =>
  cachedFormat(`list ${type}`, (spoken) => new Intl.ListFormat(spoken, { type })).format(parts)

const DAY = 86_400_000
/** 1970-01-04, a Sunday. */
const SUNDAY = 3 * DAY

/** Weekday numbers, 0 Sunday to 6 Saturday, from the region's first day of the week. */
export const weekdays = (): readonly number[] => {
  const { firstDay } = formatsFor(textLanguage())
  return Array.from({ length: 7 }, (_, n) => (firstDay + n) % 7)
}

export const weekdayText = (day: number, weekday: 'long' | 'short' | 'narrow'): string =>
  cachedFormat(
    `weekday ${weekday}`,
    (spoken) => new Intl.DateTimeFormat(spoken, { weekday, timeZone: 'UTC' }),
  ).format(SUNDAY + day * DAY)

/** Whether the region writes times as AM and PM. */
const hasTwelveHours = (): boolean => formatsFor(textLanguage()).isTwelveHours

/** A time of day in minutes since midnight, two digits each: *09:30 AM*, *09:30*. */
export const dayTimeText = (minutes: number): string =>
  cachedFormat(
    'time of day',
    (spoken) => new Intl.DateTimeFormat(spoken, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }),
  ).format((minutes % 1440) * 60_000)

/** A stored time `hh:mm AM/PM`; other text stays unchanged. */
export const storedTimeText = (time: string): string => {
  const minutes = minutesOfTime(time)
  return Number.isNaN(minutes) ? time : dayTimeText(minutes)
}

/** A full hour on an axis, 0 to 24: *9 AM*, *09*. */
export const hourText = (hour: number): string =>
  hasTwelveHours()
    ? cachedFormat(
        'hour',
        (spoken) => new Intl.DateTimeFormat(spoken, { hour: 'numeric', timeZone: 'UTC' }),
      ).format(hour * 3_600_000)
    : String(hour).padStart(2, '0')

/** A time in an input, in Latin digits to type over: *09:30 AM*, *09:30*. Both are accepted. */
export const inputTime = (minutes: number): string =>
  hasTwelveHours()
    ? timeOfMinutes(minutes)
    : [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** Weekdays without the locale's weekend, in ascending order. */
export const workdays = (): number[] =>
  cachedFormat('workdays', (spoken) => {
    const locale: Intl.Locale & { getWeekInfo?: () => { weekend: number[] } } = new Intl.Locale(spoken)
    const weekend = locale.getWeekInfo?.().weekend.map((day) => day % 7) ?? [0, 6]
    return [0, 1, 2, 3, 4, 5, 6].filter((day) => !weekend.includes(day))
  })
