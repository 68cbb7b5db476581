/**
 * Milliseconds to wait before try `attempt` (0 the first repetition): anywhere up to the doubling limit ("full
 * jitter"), so that thousands of screens that lost the server together do not come back together.
 */
export const retryDelay = (
  attempt: number,
  { base = 1000, cap = 60_000 }: { base?: number; cap?: number } = {},
  random: () => number = Math.random,
): number => random() * Math.min(cap, base * 2 ** Math.min(attempt, 30))

/** Anywhere in `middle` ± `spread`. */
export const around = (middle: number, spread: number, random: () => number = Math.random): number =>
  middle + (random() * 2 - 1) * spread
