import { type DailyHours, windowOf } from './daily-hours.ts'
import { DAY, isTimeZone, MINUTE, zoneOffset } from './time-zone.ts'

/** Maximum days that screens wait while the first ones try a newer player. */
export const UPDATE_DAYS_MAX = 30

/** Spreads restarts over this time after the window opens, or after a screen could first update. */
export const UPDATE_SPREAD_MS = 30 * MINUTE

/**
 * When a screen may start a newer player that it has had since `heldSince`, in milliseconds: `now`, or the next instant
 * to check again. `share`, from 0 to 1, is the screen's own: it spreads the screens over the window.
 */
export function updateAt(
  updates: (DailyHours & { days: number }) | null | undefined,
  { heldSince, now, share }: { heldSince: number; now: number; share: number },
): number {
  if (!updates || !isTimeZone(updates.timezone)) return now
  const earliest = heldSince + updates.days * DAY
  if (now < earliest) return earliest
  const today = Math.floor((now + zoneOffset(updates.timezone, now)) / DAY) * DAY
  // Yesterday's window may cross midnight.
  for (const midnight of [today - DAY, today, today + DAY]) {
    const { start, end } = windowOf(updates, midnight)
    if (end <= now) continue
    const spread = Math.min(UPDATE_SPREAD_MS, end - start) / MINUTE
    // A share of exactly 1 must not wait for the minute after the window.
    return Math.max(now, start + Math.max(0, Math.min(Math.floor(share * spread), spread - 1)) * MINUTE)
  }
  return now
}
