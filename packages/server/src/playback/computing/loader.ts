/** Ids per read. */
export const BATCH_SIZE = 500
/** After a read, the next one waits this long for more ids, in milliseconds. */
const GATHER_MS = 20

interface Batch<T> {
  ids: Set<string>
  full: PromiseWithResolvers<void>
  result: Promise<Map<string, T>>
}

/**
 * Batches reads of single rows. The first read starts immediately; ids requested shortly after are collected, and reads
 * run one at a time, yielding to other work in between. When a fleet reconnects, its screens ask one by one, and a
 * query each would be most of the load.
 */
export class Loader<T> {
  readonly #load: (ids: readonly string[]) => Promise<Map<string, T>>
  #next: Batch<T> | undefined
  #running: Promise<unknown> = Promise.resolve()
  #pause: Promise<unknown> = Promise.resolve()

  /** `load` omits rows that don't exist. */
  constructor(load: (ids: readonly string[]) => Promise<Map<string, T>>) {
    this.#load = load
  }

  /** The row, read after this call. */
  async get(id: string): Promise<T | undefined> {
    this.#next ??= this.#startBatch()
    const { ids, full, result } = this.#next
    ids.add(id)
    if (ids.size >= BATCH_SIZE) {
      this.#next = undefined
      full.resolve()
    }
    return (await result).get(id)
  }

  /** Stops waiting for more ids. */
  flush(): void {
    this.#next?.full.resolve()
  }

  #startBatch(): Batch<T> {
    const ids = new Set<string>()
    const full = Promise.withResolvers<void>()
    const before = this.#running
    const run = async () => {
      await before
      await new Promise(setImmediate)
      await Promise.race([this.#pause, full.promise])
      if (this.#next?.ids === ids) this.#next = undefined
      return this.#load([...ids])
    }
    const result = run()
    this.#running = result.then(
      () => this.#startPause(),
      () => this.#startPause(),
    )
    return { ids, full, result }
  }

  #startPause(): void {
    this.#pause = new Promise((resolve) => setTimeout(resolve, GATHER_MS))
  }
}
