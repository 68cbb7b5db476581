import { cachedFormat, dateText } from './format.ts'

const TIME = { hour: 'numeric', minute: '2-digit' } as const
const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const

/** When a schedule changes, in the time zone of the page: with the date unless it is today. */
export function changeText(at: number, now: number, timeZone?: string): string {
  const dayOf = (instant: number) => dateText(instant, 'day', timeZone)
  const isToday = dayOf(at) === dayOf(now)
  return cachedFormat(
    `change ${timeZone} ${isToday}`,
    (spoken) => new Intl.DateTimeFormat(spoken, { ...TIME, ...(isToday ? {} : DAY), timeZone }),
  ).format(at)
}
