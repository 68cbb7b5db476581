import type { DeliveryHour } from '@vitrine/contract/api/screens/devices/delivery'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A local day and the changes published on it. */
export interface DeliveryDay {
  /** Midnight at its start. */
  at: number
  changes: number
  screens: number
  shown: number
  within10: number
  within60: number
}

/** The last local midnight at or before an instant. */
export function midnightOf(instant: number): number {
  const day = new Date(instant)
  day.setHours(0, 0, 0, 0)
  return day.getTime()
}

/** Local days between two instants, each with the sums of its hours; empty days included. */
export function daysOf(hours: readonly DeliveryHour[], from: number, to: number): DeliveryDay[] {
  const days: DeliveryDay[] = []
  // Step from noon to noon: midnight may shift with DST.
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
