/** Milliseconds that a transaction queues: the same as for a lock. */
export const WAIT_MS = 5_000

/** Thrown to a transaction that waited too long behind others. */
class TooManyWriters extends Error {
  readonly code = 'TOO_MANY_WRITERS'
}

/**
 * Limits concurrent transactions, first come, first served. Transactions that wait for each other's rows each hold a
 * connection: without a limit, many saves of one group take all of them, and lists wait too.
 */
export class Writers {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Throws TOO_MANY_WRITERS after 5 s of waiting. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await this.#turn()
    try {
      return await work()
    } finally {
      const [next] = this.#waiting
      // Hand the slot straight to the next, so that no newcomer takes it.
      if (next) next()
      else this.#free++
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        this.#waiting.delete(start)
        reject(new TooManyWriters('Too many transactions are waiting'))
      }, WAIT_MS)
      const start = () => {
        clearTimeout(giveUp)
        this.#waiting.delete(start)
        resolve()
      }
      this.#waiting.add(start)
    })
  }
}
