import type { AlertRule } from '@vitrine/contract/api/operations/alerts'
import { DAY, instantOfReading, localTime, MINUTE, weekdayOf } from '@vitrine/contract/schedule/time-zone'

type Report = NonNullable<AlertRule['report']>

/** Reports are due at this time of the morning, in minutes since midnight. */
const MORNING = 7 * 60

/** Milliseconds; `to` is not included. `firstDay` and `lastDay` as `YYYY-MM-DD`. */
export interface Period {
  from: number
  to: number
  firstDay: string
  lastDay: string
  /** When its report is due. */
  due: number
}

/** The newest period whose report is due. */
export function lastPeriod({ every, timezone }: Report, now: number): Period {
  const { date, minutes } = localTime(timezone, now)
  const today = Date.parse(date) / DAY
  const end = beginningOf(every, minutes < MORNING ? today - 1 : today)
  const start = beginningOf(every, end - 1)
  return {
    from: instantOfReading(timezone, start * DAY),
    to: instantOfReading(timezone, end * DAY),
    firstDay: dayText(start),
    lastDay: dayText(end - 1),
    due: instantOfReading(timezone, end * DAY + MORNING * MINUTE),
  }
}

/**
 * The first day of the period that contains a day. Days are counted from 1970-01-01; weeks begin on Monday (ISO
 * 8601).
 */
function beginningOf(every: Report['every'], day: number): number {
  if (every === 'day') return day
  if (every === 'week') return day - ((weekdayOf(day) + 6) % 7)
  return Date.parse(`${dayText(day).slice(0, 7)}-01`) / DAY
}

export const dayText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)

/** "Nov 16 – 22, 2026", "November 2026". */
export function periodText(every: Report['every'], { firstDay, lastDay }: Period): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    ...(every === 'month' ? { month: 'long' } : { month: 'short', day: 'numeric' }),
  })
  return format.formatRange(Date.parse(firstDay), Date.parse(lastDay))
}
