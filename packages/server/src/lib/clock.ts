/** The only place that reads the time; tests use their own. Milliseconds since 1970 UTC. */
export interface Clock {
  now(): number
  /** Milliseconds on a clock that setting the time doesn't affect. */
  monotonic(): number
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }

/**
 * This machine's clock until it receives a more accurate time, such as that of a database shared by several servers.
 * From then on it advances monotonically, and setting the machine's clock doesn't affect it.
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

  /** The machine's own clock. */
  unadjusted(): number {
    return this.#base.now()
  }

  /** Adjusts to: `instant` at the monotonic time `at`. */
  adjust(instant: number, at: number): void {
    this.#offset = instant - at
  }
}

/** ISO 8601 in UTC, as stored and sent. */
export const isoTime = (instant: number): string => new Date(instant).toISOString()
