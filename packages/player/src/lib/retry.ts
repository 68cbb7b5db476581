/**
 * Milliseconds to wait before retry `attempt` (0 is the first): random up to the doubling limit ("full jitter"),
 * because thousands of screens that lost the server together must not reconnect together.
 */
export const retryDelay = (
  attempt: number,
  { base = 1000, cap = 60_000 }: { base?: number; cap?: number } = {},
  random: () => number = Math.random,
): number => random() * Math.min(cap, base * 2 ** Math.min(attempt, 30))

/** Anywhere in `middle` ± `spread`. */
export const jittered = (middle: number, spread: number, random: () => number = Math.random): number =>
  middle + (random() * 2 - 1) * spread
