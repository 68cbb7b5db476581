/**
 * Batches small writes, one batch after the other: the reports of thousands of screens cost a few transactions a
 * second. `add` resolves when the items are written, and rejects if writing failed.
 */
export class Batch<T> {
  readonly #write: (items: T[]) => Promise<void>
  readonly #gatherMs: number
  #next: { items: T[]; done: Promise<void> } | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(write: (items: T[]) => Promise<void>, gatherMs: number) {
    this.#write = write
    this.#gatherMs = gatherMs
  }

  add(items: readonly T[]): Promise<void> {
    this.#next ??= this.#begin()
    this.#next.items.push(...items)
    return this.#next.done
  }

  /** Resolves when every added item is written or has failed. */
  async close(): Promise<void> {
    await this.#next?.done.catch(() => {})
    await this.#running
  }

  #begin(): { items: T[]; done: Promise<void> } {
    const items: T[] = []
    const gathered = new Promise((resolve) => setTimeout(resolve, this.#gatherMs))
    const done = Promise.all([gathered, this.#running]).then(() => {
      this.#next = undefined
      return this.#write(items)
    })
    this.#running = done.catch(() => {})
    return { items, done }
  }
}
