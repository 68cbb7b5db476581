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

  isReached(key: string, now: number): boolean {
    return this.#recent(key, now).length >= this.#limit
  }

  hit(key: string, now: number): void {
    const recent = [...this.#recent(key, now), now].slice(-this.#limit)
    // Taken out and put back, so that the map's order is the order of use.
    this.#hits.delete(key)
    this.#hits.set(key, recent)
    if (this.#hits.size > KEYS_MAX)
      for (const oldest of this.#hits.keys()) return void this.#hits.delete(oldest)
  }

  #recent(key: string, now: number): number[] {
    return (this.#hits.get(key) ?? []).filter((at) => at > now - this.#windowMs)
  }
}
