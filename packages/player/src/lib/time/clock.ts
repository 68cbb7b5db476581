/** The machine's two clocks, in milliseconds. The only place that reads them. */
export interface TimeSource {
  /** The wall clock since 1970 UTC; may be wrong and may jump. */
  wall(): number
  /** Milliseconds since an arbitrary moment. Never goes backward; pauses while the machine sleeps. */
  monotonic(): number
}

export const machineTime: TimeSource = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
}

/** A measurement of the server's clock, in milliseconds. */
export interface TimeSample {
  serverTime: number
  sentAt: number
  receivedAt: number
}

/** A difference beyond this means that the wall clock was set, or the machine slept. */
const JUMP_MS = 2000
/** Smaller corrections are ignored as noise. */
const WORTH_CORRECTING_MS = 1

/**
 * The server's time, advanced by the monotonic clock and independent of the wall clock. Before the first measurement
 * it starts from the wall clock, but never before `notBefore`, the last instant at which this screen is known to have
 * run.
 */
export class Clock {
  /** Called with every measurement: `base` is the server's time minus the monotonic clock. */
  onMeasured: ((measured: { at: number; base: number; error: number }) => void) | undefined
  readonly #source: TimeSource
  #base: number
  /** The share by which the server's clock runs faster than this machine's, since `#from` by the monotonic clock. */
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

  /** The maximum error of `now` in milliseconds; null before the first measurement. */
  error(): number | null {
    return this.#error
  }

  /** Milliseconds since the last measurement. */
  age(): number {
    return this.#source.monotonic() - this.#measuredAt
  }

  /** Uses the sample with the shortest round trip: half of it bounds the error (Cristian's algorithm). */
  adopt(samples: readonly TimeSample[]): void {
    const best = [...samples].sort((a, b) => way(a) - way(b))[0]
    if (!best) return
    const base = best.serverTime - (best.sentAt + best.receivedAt) / 2
    const error = way(best) / 2
    const at = this.#source.monotonic()
    this.onMeasured?.({ at, base, error })
    const difference = Math.abs(base + at - this.now())
    // A worse measurement that agrees with a better one adds nothing; the age term covers drift of a few 10 ppm.
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

  /** Adopts the server's pace, as far as it is known. */
  follow(drift: number): void {
    const monotonic = this.#source.monotonic()
    this.#base = this.now() - monotonic
    this.#from = monotonic
    this.#drift = drift
  }

  /** True once after the wall clock and the monotonic clock diverged: the machine slept, or its clock was set. */
  jumped(): boolean {
    const skew = this.#source.wall() - this.#source.monotonic()
    const jumped = Math.abs(skew - this.#skew) > JUMP_MS
    this.#skew = skew
    if (jumped) this.#error = null
    return jumped
  }

  /** Calls `listener` after every correction of `now`. */
  onStep(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

const way = (sample: TimeSample) => sample.receivedAt - sample.sentAt
