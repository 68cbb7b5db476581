import { degreesIn } from '@vitrine/contract/player/screen-locale'
import { isTimeZone } from '@vitrine/contract/schedule/time-zone'

const formatters = new Map<string, Intl.DateTimeFormat>()

/** A cached formatter. A zone or locale that the browser does not know falls back to UTC and English. */
export function dateFormat(locale: string, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const key = JSON.stringify([locale, timeZone, options])
  let found = formatters.get(key)
  if (!found) {
    found = make(locale, { ...options, timeZone: isTimeZone(timeZone) ? timeZone : 'UTC' })
    formatters.set(key, found)
  }
  return found
}

function make(locale: string, options: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat(locale, options)
  } catch {
    return new Intl.DateTimeFormat('en', options)
  }
}

/** The screen's own time zone, for times without another one. */
export const LOCAL_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Hours and minutes with two digits each, so that clocks keep their width. */
const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }

export interface ClockText {
  digits: string
  /** Of the day, where the locale has halves. */
  half: string
  /** The half is said before the digits. */
  halfFirst: boolean
}

/** A time of day in two parts. */
export function clockOf(locale: string, timeZone: string, instant: number): ClockText {
  const parts = dateFormat(locale, timeZone, CLOCK).formatToParts(instant)
  const half = parts.find((part) => part.type === 'dayPeriod')?.value ?? ''
  const digits = parts.filter((part) => part.type !== 'dayPeriod').map((part) => part.value)
  return {
    digits: digits
      .join('')
      .replace(/[\s\u200f]+/g, ' ')
      .trim(),
    half,
    halfFirst: parts[0]?.type === 'dayPeriod',
  }
}

/** The same on one line. */
export const clockText = (locale: string, timeZone: string, instant: number): string =>
  dateFormat(locale, timeZone, CLOCK).format(instant)

/** A temperature with its sign, in the measure and digits of the locale. */
export function degreesText(locale: string, celsius: number): string {
  const value = degreesIn(locale, celsius)
  // Minus zero is none.
  const digits = value === 0 ? 0 : value
  try {
    return `${digits.toLocaleString(locale)}°`
  } catch {
    return `${digits}°`
  }
}
