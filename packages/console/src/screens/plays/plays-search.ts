import type { Play } from '@vitrine/contract/api/screens/plays'

const KINDS = ['page', 'media'] as const satisfies readonly Play['kind'][]
export const PERIODS = [1, 7, 30, 90] as const
export type Period = (typeof PERIODS)[number]

/**
 * The report's view in the URL: days back or a date range; a screen, building, storyboard, page or media item; pages or media; the
 * report or every play.
 */
export interface PlaysSearch {
  days?: Period
  /** `YYYY-MM-DD` in the browser's time zone, both inclusive. */
  first?: string
  last?: string
  device?: string
  building?: string
  storyboard?: string
  /** A page or media item. */
  item?: string
  kind?: Play['kind']
  each?: true
  page?: number
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))

/** Parses the view from the URL's search; invalid parts are dropped. */
export function playsSearch(raw: Record<string, unknown>): PlaysSearch {
  const found: PlaysSearch = {}
  const days = PERIODS.find((one) => one === Number(raw.days))
  if (days) found.days = days
  if (isDay(raw.first) && isDay(raw.last) && raw.first <= raw.last) {
    found.first = raw.first
    found.last = raw.last
  }
  for (const name of ['device', 'building', 'storyboard', 'item'] as const) {
    const value = raw[name]
    if (typeof value === 'string' && /^[\w-]{1,64}$/.test(value)) found[name] = value
  }
  const kind = KINDS.find((one) => one === raw.kind)
  if (kind) found.kind = kind
  if (raw.each === true || raw.each === 'true') found.each = true
  if (Number.isSafeInteger(Number(raw.page)) && Number(raw.page) > 1) found.page = Number(raw.page)
  return found
}

const HOUR = 3_600_000

/**
 * The period in milliseconds: the date range, or the days back from the current hour, rounded to keep query keys
 * stable.
 */
export function periodOf({ days = 7, first, last }: PlaysSearch, now: number): { from: number; to: number } {
  if (first === undefined || last === undefined) {
    const to = Math.floor(now / HOUR) * HOUR + HOUR
    return { from: to - days * 24 * HOUR, to }
  }
  const end = new Date(`${last}T00:00`)
  end.setDate(end.getDate() + 1)
  return { from: new Date(`${first}T00:00`).getTime(), to: end.getTime() }
}
