/** The machine's own two clocks, in milliseconds. The only place that reads them. */
export interface TimeSource {
  /** Wall clock since 1970 UTC; may be wrong and may jump. */
  wall(): number
  /** Milliseconds since an arbitrary moment. Never goes backwards; pauses while the machine sleeps. */
  monotonic(): number
}

export const machineTime: TimeSource = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
}

/** One question to the server's clock, in milliseconds. */
export interface TimeSample {
  serverTime: number
  sentAt: number
  receivedAt: number
}

/** Beyond this the wall clock was set, or the machine slept. */
const JUMP_MS = 2000
/** A correction that is smaller than what the measurement can tell is left out, so that instants do not tremble. */
const WORTH_CORRECTING_MS = 1

/**
 * The server's time, carried on by the monotonic clock: what people or a flat battery do to the wall clock moves
 * nothing. Before the first answer of the server it starts from the wall clock, but never before `notBefore`, the
 * last instant that this screen is known to have lived.
 */
export class Clock {
  /** Called with every measurement of the server's time: `base` is that time less the monotonic one. */
  onMeasured: ((measured: { at: number; base: number; error: number }) => void) | undefined
  readonly #source: TimeSource
  #base: number
  /** By which share the server's clock is faster than this machine's, since `#from` by the monotonic clock. */
  #drift = 0
  #from = 0
  #error: number | null = null
  #measuredAt = Number.NEGATIVE_INFINITY
  #skew: number
  readonly #listeners = new Set<() => void>()

  constructor(source: TimeSource = machineTime, notBefore = 0) {
    this.#source = source
    this.#base = Math.max(source.wall(), notBefore) - source.monotonic()
    this.#skew = source.wall() - source.monotonic()
  }

  /** Milliseconds since 1970 UTC by the server's clock. */
  now(): number {
    const monotonic = this.#source.monotonic()
    return monotonic + this.#base + (monotonic - this.#from) * this.#drift
  }

  monotonic(): number {
    return this.#source.monotonic()
  }

  /** By how much `now` may be wrong either way, in milliseconds; null before the server was asked. */
  error(): number | null {
    return this.#error
  }

  /** Milliseconds since the server's time was last measured. */
  age(): number {
    return this.#source.monotonic() - this.#measuredAt
  }

  /**
   * Takes the sample with the shortest way: the answer was given somewhere in between, so half the way bounds the
   * error (Cristian's algorithm).
   */
  adopt(samples: readonly TimeSample[]): void {
    const best = [...samples].sort((a, b) => way(a) - way(b))[0]
    if (!best) return
    const base = best.serverTime - (best.sentAt + best.receivedAt) / 2
    const error = way(best) / 2
    const at = this.#source.monotonic()
    this.onMeasured?.({ at, base, error })
    const difference = Math.abs(base + at - this.now())
    // A worse measurement that agrees with a better one adds nothing; drift of a few 10 ppm is covered by its age.
    const drift = this.age() * 0.0001
    if (this.#error !== null && error > this.#error + drift && difference <= error + this.#error + drift)
      return
    this.#error = error
    this.#measuredAt = at
    if (difference < WORTH_CORRECTING_MS) return
    this.#base = base
    this.#from = at
    for (const listener of this.#listeners) listener()
  }

  /** From now on, runs at the server's pace, as far as it is known. */
  follow(drift: number): void {
    const monotonic = this.#source.monotonic()
    this.#base = this.now() - monotonic
    this.#from = monotonic
    this.#drift = drift
  }

  /** True once after the wall clock and the monotonic one went different ways: the machine slept or was set. */
  jumped(): boolean {
    const skew = this.#source.wall() - this.#source.monotonic()
    const jumped = Math.abs(skew - this.#skew) > JUMP_MS
    this.#skew = skew
    if (jumped) this.#error = null
    return jumped
  }

  /** Called whenever `now` was corrected. */
  onStep(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

const way = (sample: TimeSample) => sample.receivedAt - sample.sentAt
