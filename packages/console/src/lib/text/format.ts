import { spokenLanguage } from './i18n.ts'

/** Milliseconds since 1970, or ISO 8601. */
export type Instant = number | string

const DATES = {
  day: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  timeOfSecond: { timeStyle: 'medium' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  momentOfSecond: { dateStyle: 'medium', timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const made = new Map<string, unknown>()
/** A formatter of the console's language, made once: making it costs more than a row of a list. */
export function once<Format>(what: string, make: (language: string) => Format): Format {
  const spoken = spokenLanguage()
  const key = `${spoken} ${what}`
  const found = (made.get(key) as Format | undefined) ?? make(spoken)
  made.set(key, found)
  return found
}

/** A point in time in words, by the browser's clock or another zone's. */
export function dateText(at: Instant, how: keyof typeof DATES, timeZone?: string): string {
  const format = once(
    `date ${how} ${timeZone}`,
    (spoken) => new Intl.DateTimeFormat(spoken, { ...DATES[how], timeZone }),
  )
  return format.format(typeof at === 'string' ? Date.parse(at) : at)
}

export function numberText(value: number, options: Intl.NumberFormatOptions = {}): string {
  return once(`number ${JSON.stringify(options)}`, (spoken) => new Intl.NumberFormat(spoken, options)).format(
    value,
  )
}

export const listText = (parts: readonly string[]): string =>
  once('list', (spoken) => new Intl.ListFormat(spoken, { type: 'unit' })).format(parts)
