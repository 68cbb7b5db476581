import { changeStamp } from './database.ts'
import type { Db } from './schema.ts'

/** Characters of text that are kept at most, in all. */
const CAPACITY = 32_000_000

/**
 * Keeps what was computed from stored data exactly until anything is written. On the embedded database that is known
 * for sure and almost for free; on PostgreSQL other servers write too, so nothing is kept there.
 */
export class UntilWritten<T> {
  readonly #db: Db
  readonly #sizeOf: (value: T) => number
  readonly #kept = new Map<string, T>()
  #stamp: string | null = null
  #size = 0

  /** `sizeOf` in characters, about; it bounds the memory. */
  constructor(db: Db, sizeOf: (value: T) => number) {
    this.#db = db
    this.#sizeOf = sizeOf
  }

  /** The kept value, or the computed one. A failure to compute is kept by nobody. */
  async get(key: string, compute: () => Promise<T>): Promise<T> {
    // Taken before computing: a write in between makes the value one of the past, which is never looked at again.
    const stamp = changeStamp(this.#db)
    if (stamp === null) return compute()
    if (stamp !== this.#stamp) {
      this.#kept.clear()
      this.#size = 0
      this.#stamp = stamp
    }
    const known = this.#kept.get(key)
    if (known !== undefined) return known
    const value = await compute()
    this.#keep(key, value, stamp)
    return value
  }

  #keep(key: string, value: T, stamp: string): void {
    const size = this.#sizeOf(value)
    if (stamp !== this.#stamp || this.#kept.has(key) || this.#size + size > CAPACITY) return
    this.#kept.set(key, value)
    this.#size += size
  }
}
