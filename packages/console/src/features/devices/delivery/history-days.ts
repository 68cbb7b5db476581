import type { DeliveryHour } from '@vitrine/contract/api/screens/devices/delivery'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A day of this computer's time zone, and what was published on it. */
export interface DeliveryDay {
  /** Its midnight. */
  at: number
  changes: number
  screens: number
  shown: number
  within10: number
  within60: number
}

/** The midnight before or at an instant. */
export function midnightOf(instant: number): number {
  const day = new Date(instant)
  day.setHours(0, 0, 0, 0)
  return day.getTime()
}

/** The days from one instant to another, each with the sums of its hours; empty days too. */
export function daysOf(hours: readonly DeliveryHour[], from: number, to: number): DeliveryDay[] {
  const days: DeliveryDay[] = []
  // Noon of each day is in it also where the clocks change.
  for (let noon = midnightOf(from) + DAY / 2; noon < to + DAY / 2; noon += DAY)
    if (midnightOf(noon) < to)
      days.push({ at: midnightOf(noon), changes: 0, screens: 0, shown: 0, within10: 0, within60: 0 })
  const byStart = new Map(days.map((day) => [day.at, day]))
  for (const [hour, changes, screens, shown, within10, within60] of hours) {
    const day = byStart.get(midnightOf(hour * HOUR))
    if (!day) continue
    day.changes += changes
    day.screens += screens
    day.shown += shown
    day.within10 += within10
    day.within60 += within60
  }
  return days
}
