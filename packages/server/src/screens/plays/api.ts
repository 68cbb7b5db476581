import type { ReportedPlay } from '@vitrine/contract/api/screens/plays'
import { PLAY_DAYS } from '@vitrine/contract/player/report-limits'
import type { DeviceSession } from '#base/handler.ts'

const DAY = 86_400_000
/** Milliseconds that a screen's clock may be ahead of ours. */
const AHEAD_MS = 300_000
/** A play that doesn't end is reported repeatedly with the same start; a longer one is invalid. */
const LONGEST_MS = PLAY_DAYS * DAY

/** A play of a screen, in whole milliseconds. */
export interface NewPlay extends ReportedPlay, DeviceSession {}

/**
 * The play, or undefined if it is impossible. `keepDays`: how long individual plays are kept; an older one can't be
 * detected as a duplicate any more.
 */
export function newPlay(
  device: DeviceSession,
  play: ReportedPlay,
  { now, keepDays }: { now: number; keepDays: number },
): NewPlay | undefined {
  const { from, to } = play
  const oldest = now - Math.min(PLAY_DAYS, keepDays) * DAY
  const isPossible = to >= from && to - from <= LONGEST_MS && from >= oldest && to <= now + AHEAD_MS
  return isPossible ? { ...play, ...device, from: Math.round(from), to: Math.round(to) } : undefined
}
