import { searchKey } from '#search-key.ts'

const LATIN = 'en'
const STYLES = ['long', 'short'] as const
const DAY_TOO = [{}, { day: 'numeric' }] as const

const tables = new Map<string, readonly (readonly [string, number])[]>()

/** The month that a text names in a language, or in English: 1 to 12. */
export function monthIn(text: string, locale: string): number | undefined {
  // Nothing to look for in numbers alone.
  if (!/\p{L}{3}/u.test(text)) return undefined
  const words = searchKey(text)
  for (const language of [locale, LATIN])
    for (const [name, month] of namesIn(language)) if (isWordIn(words, name)) return month
  return undefined
}

/** The names of the months and their numbers, longest first. */
function namesIn(locale: string) {
  let names = tables.get(locale)
  if (!names) {
    names = Array.from({ length: 12 }, (_, index) => index + 1)
      .flatMap((month) => namesOf(month, locale).map((name) => [name, month] as const))
      .sort(([a], [b]) => b.length - a.length)
    tables.set(locale, names)
  }
  return names
}

/** Beside a day, some languages write the month in another form. */
function namesOf(month: number, locale: string): string[] {
  const at = Date.UTC(2026, month - 1, 15)
  const found = STYLES.flatMap((style) =>
    DAY_TOO.map((day) => {
      const options = { ...day, month: style, timeZone: 'UTC', calendar: 'gregory' } as const
      return monthPart(locale, options, at).replace(/\.$/, '')
    }),
  )
  return [...new Set(found.map(searchKey))].filter((name) => /^\p{L}{3}/u.test(name))
}

function monthPart(locale: string, options: Intl.DateTimeFormatOptions, at: number): string {
  try {
    const parts = new Intl.DateTimeFormat(locale, options).formatToParts(at)
    return parts.find(({ type }) => type === 'month')?.value ?? ''
  } catch {
    return ''
  }
}

function isWordIn(text: string, name: string): boolean {
  const at = text.indexOf(name)
  if (at < 0) return false
  const isLetter = (sign: string | undefined) => sign !== undefined && /\p{L}/u.test(sign)
  return !isLetter(text[at - 1]) && !isLetter(text[at + name.length])
}

const orders = new Map<string, 'month' | 'day'>()
/** Whether a language writes the month or the day first in numeric dates. */
export function numericOrder(locale: string): 'month' | 'day' {
  let order = orders.get(locale)
  if (!order) {
    order = firstPart(locale)
    orders.set(locale, order)
  }
  return order
}
function firstPart(locale: string): 'month' | 'day' {
  try {
    const parts = new Intl.DateTimeFormat(locale, { calendar: 'gregory' }).formatToParts(0)
    return parts.find(({ type }) => type === 'month' || type === 'day')?.type === 'month' ? 'month' : 'day'
  } catch {
    return 'month'
  }
}
