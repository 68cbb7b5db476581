import type { ScreenConfiguration } from '#api/screens/manifest.ts'
import { minutesOfTime } from '#rules.ts'
import { isBetween } from './schedule.ts'
import { DAY, isTimeZone, localTime, MINUTE } from './time-zone.ts'

/** Maximum days that screens wait while the first ones try a newer player. */
export const UPDATE_DAYS_MAX = 30

/** Spreads restarts over this time after the window opens, or after a screen could first update. */
export const UPDATE_SPREAD_MS = 30 * MINUTE

/**
 * When a screen may start a newer player that it has had since `heldSince`, in milliseconds: `now`, or the next instant
 * to check again. `share`, from 0 to 1, is the screen's own: it spreads the screens over the window.
 */
export function updateAt(
  updates: ScreenConfiguration['updates'],
  { heldSince, now, share }: { heldSince: number; now: number; share: number },
): number {
  if (!updates || !isTimeZone(updates.timezone)) return now
  const { from, to, timezone, days } = updates
  const earliest = heldSince + days * DAY
  if (now < earliest) return earliest
  const { minutes } = localTime(timezone, now)
  const thisMinute = now - (now % MINUTE)
  const into = (minutes - minutesOfTime(from) + 1440) % 1440
  if (!isBetween(from, to, minutes)) return thisMinute + (1440 - into) * MINUTE
  const length = (minutesOfTime(to) - minutesOfTime(from) + 1440) % 1440
  const spread = Math.min(UPDATE_SPREAD_MS / MINUTE, length)
  // A share of exactly 1 must not wait for the minute after the window.
  const own = Math.min(Math.floor(share * spread), spread - 1)
  return into >= own ? now : thisMinute + (own - into) * MINUTE
}
