import { cachedFormat, dateText } from './format.ts'

const TIME = { hour: 'numeric', minute: '2-digit' } as const
const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const

/**
 * When a schedule changes, in its time zone: with the date unless it is today, and with the zone if this browser's
 * differs.
 */
export function changeText(at: number, now: number, timeZone?: string): string {
  const dayOf = (instant: number) => dateText(instant, 'day', timeZone)
  const isToday = dayOf(at) === dayOf(now)
  const isOurs = dateText(at, 'moment') === dateText(at, 'moment', timeZone)
  return cachedFormat(`change ${timeZone} ${isToday} ${isOurs}`, (spoken) => {
    const parts = { ...TIME, ...(isToday ? {} : DAY), timeZoneName: isOurs ? undefined : ('short' as const) }
    return new Intl.DateTimeFormat(spoken, { ...parts, timeZone })
  }).format(at)
}
