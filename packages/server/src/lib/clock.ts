/** The only place that reads the time; tests bring their own. Milliseconds since 1970 UTC. */
export interface Clock {
  now(): number
  /** Milliseconds since some moment; setting the clock doesn't move it. */
  monotonic(): number
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }

/** ISO 8601 in UTC, as stored and answered. */
export const isoTime = (instant: number): string => new Date(instant).toISOString()
