import { countedMost } from '@vitrine/contract/api/base/totals'
import { textLanguage } from './i18n.ts'

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
/** A cached Intl formatter of the console's language: creating one costs more than a list row. */
export function cachedFormat<Format>(what: string, make: (language: string) => Format): Format {
  const spoken = textLanguage()
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

export function numberText(value: number, options: Intl.NumberFormatOptions = {}): string {
  return cachedFormat(
    `number ${JSON.stringify(options)}`,
    (spoken) => new Intl.NumberFormat(spoken, options),
  ).format(value)
}

/** The total of a list, of which larger ones only say that there are more. */
export const totalText = (total: number, search?: string): string =>
  total > countedMost(search) ? `${numberText(total - 1)}+` : String(total)

export const listText = (parts: readonly string[]): string =>
  cachedFormat('list', (spoken) => new Intl.ListFormat(spoken, { type: 'unit' })).format(parts)

const DAY = 86_400_000
/** 1970-01-04, a Sunday. */
const SUNDAY = 3 * DAY

/** Weekday numbers, 0 Sunday to 6 Saturday, from the locale's first day of the week. */
export const weekdays = (): readonly number[] =>
  cachedFormat('first weekday', (spoken) => {
    // Firefox lacks getWeekInfo; most of the world starts on Monday.
    const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(spoken)
    const first = locale.getWeekInfo?.().firstDay ?? 1
    return Array.from({ length: 7 }, (_, n) => (first + n) % 7)
  })

export const weekdayText = (day: number, weekday: 'long' | 'short' | 'narrow'): string =>
  cachedFormat(
    `weekday ${weekday}`,
    (spoken) => new Intl.DateTimeFormat(spoken, { weekday, timeZone: 'UTC' }),
  ).format(SUNDAY + day * DAY)
