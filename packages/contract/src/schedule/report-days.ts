import { dayOf } from './slots.ts'
import { DAY, instantOf, localTime, weekdayOf } from './time-zone.ts'

export type ReportEvery = 'day' | 'week' | 'month'

/** Calendar days as `YYYY-MM-DD`, both inclusive. */
export interface ReportDays {
  firstDay: string
  lastDay: string
}

const dayText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)

/**
 * The first day of the period that contains a day. Days are counted from 1970-01-01; weeks begin on Monday (ISO
 * 8601).
 */
function beginningOf(every: ReportEvery, day: number): number {
  if (every === 'day') return day
  if (every === 'week') return day - ((weekdayOf(day) + 6) % 7)
  return dayOf(`${dayText(day).slice(0, 7)}-01`)
}

/** The last whole day, week, or month before the one that contains a day. */
export function daysBefore(every: ReportEvery, day: string): ReportDays {
  const end = beginningOf(every, dayOf(day))
  return { firstDay: dayText(beginningOf(every, end - 1)), lastDay: dayText(end - 1) }
}

/** When days begin and end by a zone's clocks, in milliseconds since 1970; `to` is not included. */
export const spanOfDays = (
  zone: string,
  { firstDay, lastDay }: ReportDays,
): { from: number; to: number } => ({
  from: instantOf(zone, firstDay, 0),
  to: instantOf(zone, lastDay, 1440),
})

/** Sums `[hour since 1970 UTC, plays, seconds]` by the days of a zone in which the hours begin, empty ones included. */
export function playsPerDay(
  hours: readonly (readonly [number, number, number])[],
  zone: string,
  { firstDay, lastDay }: ReportDays,
): { day: string; plays: number; seconds: number }[] {
  const first = dayOf(firstDay)
  const days = Array.from({ length: dayOf(lastDay) - first + 1 }, (_, index) => ({
    ...{ day: dayText(first + index), plays: 0, seconds: 0 },
  }))
  for (const [hour, plays, seconds] of hours) {
    const sums = days[dayOf(localTime(zone, hour * 3_600_000).date) - first]
    if (!sums) continue
    sums.plays += plays
    sums.seconds += seconds
  }
  return days
}
