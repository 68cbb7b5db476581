/** A media zone's position in its loop at an instant. */
export interface Position {
  index: number
  /** Seconds since the entry started, and until it ends. */
  offset: number
  left: number
}

/**
 * The position in a loop of entries. All screens count from the same origin by the same clock, so one that joins late
 * is in sync immediately. @param seconds how long each entry shows; 0 skips it @param elapsed seconds since the
 * origin of time @returns `undefined` if nothing is left to show
 */
export function positionAt(seconds: readonly number[], elapsed: number): Position | undefined {
  const round = seconds.reduce((sum, one) => sum + one, 0)
  if (!(round > 0)) return undefined
  let rest = ((elapsed % round) + round) % round
  for (const [index, length] of seconds.entries()) {
    if (length > 0 && rest < length) return { index, offset: rest, left: length - rest }
    rest -= length
  }
  // Rounding may end up just past the last entry.
  const index = seconds.findLastIndex((length) => length > 0)
  return { index, offset: seconds[index] ?? 0, left: 0 }
}

/** Seconds to add to `elapsed` to make the entry `index` start now. */
export function shiftTo(seconds: readonly number[], elapsed: number, index: number): number {
  const round = seconds.reduce((sum, one) => sum + one, 0)
  if (!(round > 0)) return 0
  const start = seconds.slice(0, index).reduce((sum, one) => sum + one, 0)
  return start - (((elapsed % round) + round) % round)
}

/** The next (`step` 1) or previous (-1) entry with a duration, wrapping around; the same one if it is the only one. */
export function neighbor(seconds: readonly number[], index: number, step: 1 | -1): number {
  for (let n = 1; n <= seconds.length; n++) {
    const other = (((index + n * step) % seconds.length) + seconds.length) % seconds.length
    if ((seconds[other] ?? 0) > 0) return other
  }
  return index
}
