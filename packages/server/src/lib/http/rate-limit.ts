import { tooManyRequests } from '#lib/errors.ts'

/** Maximum keys remembered; beyond that the oldest are dropped. */
const KEYS_MAX = 10_000

/** Counts events per key within the last `windowMs` milliseconds, up to `limit`. */
export class RateLimit {
  readonly #limit: number
  readonly #windowMs: number
  readonly #hits = new Map<string, number[]>()

  constructor(limit: number, windowMs: number) {
    this.#limit = limit
    this.#windowMs = windowMs
  }

  /** Number of remembered keys. */
  get size(): number {
    return this.#hits.size
  }

  isReached(key: string, now: number): boolean {
    return this.#recent(key, now).length >= this.#limit
  }

  /** The count, capped at the limit. */
  count(key: string, now: number): number {
    return this.#recent(key, now).length
  }

  /** Seconds until the key is below its limit again; 0 if it is. */
  wait(key: string, now: number): number {
    const recent = this.#recent(key, now)
    const first = recent[0]
    return recent.length < this.#limit || first === undefined
      ? 0
      : Math.max(1, Math.ceil((first + this.#windowMs - now) / 1000))
  }

  /** Throws TOO_MANY_REQUESTS with the time to wait once the limit is reached. */
  check(key: string, now: number): void {
    const seconds = this.wait(key, now)
    if (seconds > 0) throw tooManyRequests(seconds)
  }

  forget(key: string): void {
    this.#hits.delete(key)
  }

  hit(key: string, now: number): void {
    const recent = [...this.#recent(key, now), now].slice(-this.#limit)
    // Delete and set: the map stays sorted by last use.
    this.#hits.delete(key)
    this.#hits.set(key, recent)
    if (this.#hits.size > KEYS_MAX)
      for (const oldest of this.#hits.keys()) return void this.#hits.delete(oldest)
  }

  /**
   * Drops times in the future: they were counted before the clock was set back, and would lock people out until then.
   */
  #recent(key: string, now: number): number[] {
    return (this.#hits.get(key) ?? []).filter((at) => at > now - this.#windowMs && at <= now)
  }
}
