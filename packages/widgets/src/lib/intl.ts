import { degreesIn } from '@vitrine/contract/player/screen-locale'
import { isTimeZone } from '@vitrine/contract/schedule/time-zone'

const formatters = new Map<string, Intl.DateTimeFormat>()

/** A cached formatter. An unknown zone or locale falls back to UTC and English. */
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

/** The screen's own time zone, for times without one. */
export const LOCAL_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Two-digit hours and minutes, so that clocks keep their width. */
const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }

const NO_FORM = {}

export interface ClockText {
  digits: string
  /** AM or PM, if the locale uses it. */
  half: string
  /** Whether AM/PM precedes the digits. */
  halfFirst: boolean
}

/** What a clock shows beside hours and minutes of the locale. */
export interface ClockForm {
  /** `''`: as the locale says. */
  hours?: '12' | '24' | ''
  seconds?: boolean
}

const clockOptions = ({ hours = '', seconds = false }: ClockForm): Intl.DateTimeFormatOptions => ({
  ...CLOCK,
  ...(seconds && { second: '2-digit' }),
  ...(hours && { hour12: hours === '12' }),
})

/** A time of day, with AM/PM separate. */
export function clockOf(
  locale: string,
  timeZone: string,
  instant: number,
  form: ClockForm = NO_FORM,
): ClockText {
  const all = dateFormat(locale, timeZone, clockOptions(form)).formatToParts(instant)
  // Old browsers begin a day of 24 hours with 24:00.
  const isFull = form.hours === '24'
  const parts = all.map((part) =>
    isFull && part.type === 'hour' && part.value === '24' ? { ...part, value: '00' } : part,
  )
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

/** A time of day in one text. */
export const clockText = (locale: string, timeZone: string, instant: number): string =>
  dateFormat(locale, timeZone, CLOCK).format(instant)

/** A temperature with its sign, in the locale's unit and digits. */
export function degreesText(locale: string, celsius: number): string {
  const value = degreesIn(locale, celsius)
  // Normalize minus zero.
  const digits = value === 0 ? 0 : value
  try {
    return `${digits.toLocaleString(locale)}°`
  } catch {
    return `${digits}°`
  }
}
