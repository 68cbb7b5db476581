/** The only place that reads the time; tests bring their own. Milliseconds since 1970 UTC. */
export interface Clock {
  now(): number
  /** Milliseconds since some moment; setting the clock doesn't move it. */
  monotonic(): number
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }

/**
 * This machine's clock until it receives a better time, such as that of a database which several servers share. From
 * then on it counts from there, and setting the machine's clock doesn't move it.
 */
export class AdjustedClock implements Clock {
  readonly #base: Clock
  #offset: number | undefined

  constructor(base: Clock) {
    this.#base = base
  }

  now(): number {
    return this.#offset === undefined ? this.#base.now() : Math.round(this.#base.monotonic() + this.#offset)
  }

  monotonic(): number {
    return this.#base.monotonic()
  }

  /** What the machine's own clock says. */
  unadjusted(): number {
    return this.#base.now()
  }

  /** It was `instant` when the monotonic time was `at`. */
  adjust(instant: number, at: number): void {
    this.#offset = instant - at
  }
}

/** ISO 8601 in UTC, as stored and answered. */
export const isoTime = (instant: number): string => new Date(instant).toISOString()
