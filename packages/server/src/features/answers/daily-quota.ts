const DAY = 86_400_000
/** Seconds. Nobody should be told to wait for longer than that: clocks differ, and limits may change. */
const WAIT_MAX = 3600

interface Amount {
  items: number
  bytes: number
}

/**
 * What each key may store within a day of UTC. Counts are in memory, and each server process has its own: they bound
 * what a broken or hostile screen stores, not what anybody pays for.
 */
export class DailyQuota {
  readonly #limit: Amount
  #spent = new Map<string, Amount>()
  #day = 0

  constructor(limit: Amount) {
    this.#limit = limit
  }

  /** Whether this much still fits; 0, or the seconds until it makes sense to try again. */
  wait(key: string, amount: Amount, now: number): number {
    const { items, bytes } = this.#of(key, now)
    const fits = items + amount.items <= this.#limit.items && bytes + amount.bytes <= this.#limit.bytes
    return fits ? 0 : Math.min(WAIT_MAX, Math.ceil((DAY - (now % DAY)) / 1000))
  }

  spend(key: string, amount: Amount, now: number): void {
    const { items, bytes } = this.#of(key, now)
    this.#spent.set(key, { items: items + amount.items, bytes: bytes + amount.bytes })
  }

  #of(key: string, now: number): Amount {
    const day = Math.floor(now / DAY)
    if (day !== this.#day) this.#spent = new Map()
    this.#day = day
    return this.#spent.get(key) ?? { items: 0, bytes: 0 }
  }
}
