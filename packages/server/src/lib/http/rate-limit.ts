import { tooManyRequests } from '#lib/errors.ts'

/** Keys that are remembered at most; beyond that the oldest are forgotten. */
const KEYS_MAX = 10_000

/** Counts what happened per key within the last `windowMs` milliseconds; more than `limit` is too often. */
export class RateLimit {
  readonly #limit: number
  readonly #windowMs: number
  readonly #hits = new Map<string, number[]>()

  constructor(limit: number, windowMs: number) {
    this.#limit = limit
    this.#windowMs = windowMs
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.#hits.size
  }

  isReached(key: string, now: number): boolean {
    return this.#recent(key, now).length >= this.#limit
  }

  /** At most the limit. */
  count(key: string, now: number): number {
    return this.#recent(key, now).length
  }

  /** Seconds until the key is below its limit again; 0 when it is. */
  wait(key: string, now: number): number {
    const recent = this.#recent(key, now)
    const first = recent[0]
    return recent.length < this.#limit || first === undefined
      ? 0
      : Math.max(1, Math.ceil((first + this.#windowMs - now) / 1000))
  }

  /** Throws TOO_MANY_REQUESTS, with the time to wait, once the limit is reached. */
  check(key: string, now: number): void {
    const seconds = this.wait(key, now)
    if (seconds > 0) throw tooManyRequests(seconds)
  }

  forget(key: string): void {
    this.#hits.delete(key)
  }

  hit(key: string, now: number): void {
    const recent = [...this.#recent(key, now), now].slice(-this.#limit)
    // Taken out and put back, so that the map's order is the order of use.
    this.#hits.delete(key)
    this.#hits.set(key, recent)
    if (this.#hits.size > KEYS_MAX)
      for (const oldest of this.#hits.keys()) return void this.#hits.delete(oldest)
  }

  /** Future times were counted before the clock was set back, and would lock people out until then. */
  #recent(key: string, now: number): number[] {
    return (this.#hits.get(key) ?? []).filter((at) => at > now - this.#windowMs && at <= now)
  }
}
