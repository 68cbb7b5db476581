import type { AlertRule } from '@vitrine/contract/api/operations/alerts'
import { daysBefore, spanOfDays } from '@vitrine/contract/schedule/report-days'
import { DAY, instantOf, localTime } from '@vitrine/contract/schedule/time-zone'

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
export function lastPeriod({ every, timezone }: Pick<Report, 'every' | 'timezone'>, now: number): Period {
  const { date, minutes } = localTime(timezone, now)
  const days = daysBefore(every, minutes < MORNING ? dayBefore(date) : date)
  return {
    ...days,
    ...spanOfDays(timezone, days),
    due: instantOf(timezone, days.lastDay, 1440 + MORNING),
  }
}

const dayBefore = (date: string): string => new Date(Date.parse(date) - DAY).toISOString().slice(0, 10)

/** "Nov 16 – 22, 2026", "November 2026". */
export function periodText(every: Report['every'], { firstDay, lastDay }: Period): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    ...(every === 'month' ? { month: 'long' } : { month: 'short', day: 'numeric' }),
  })
  return format.formatRange(Date.parse(firstDay), Date.parse(lastDay))
}
