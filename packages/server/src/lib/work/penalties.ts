/**
 * Milliseconds: the first penalty, its maximum after doubling, and the time without an offense that clears the record.
 */
const FIRST = 5000
const LAST = 10 * 60_000
const FORGET_AFTER = 60 * 60_000
/** Maximum records before cleared ones are deleted. */
const SWEEP_AT = 1000

/**
 * Penalties per key, which double with every offense. Uses the monotonic clock, so that setting the server's clock
 * changes nothing.
 */
export class Penalties {
  readonly #free: number
  readonly #records = new Map<string, { offenses: number; at: number; until: number }>()

  /** The first `free` offenses have no penalty. */
  constructor(free: number) {
    this.#free = free
  }

  add(key: string): void {
    const now = performance.now()
    if (this.#records.size >= SWEEP_AT)
      for (const [other, { at }] of this.#records) if (now - at > FORGET_AFTER) this.#records.delete(other)
    const { offenses } = this.#current(key, now) ?? { offenses: 0 }
    const counted = offenses + 1 - this.#free
    const wait = counted > 0 ? Math.min(LAST, FIRST * 2 ** (counted - 1)) : 0
    this.#records.set(key, { offenses: offenses + 1, at: now, until: now + wait })
  }

  /** Seconds until the key is allowed again; 0 if it is. */
  wait(key: string): number {
    const now = performance.now()
    const { until = 0 } = this.#current(key, now) ?? {}
    return Math.max(0, Math.ceil((until - now) / 1000))
  }

  /** Whether the key has an offense on record, a free one included. */
  has(key: string): boolean {
    return this.#current(key, performance.now()) !== undefined
  }

  #current(key: string, now: number) {
    const record = this.#records.get(key)
    return record && now - record.at <= FORGET_AFTER ? record : undefined
  }
}
