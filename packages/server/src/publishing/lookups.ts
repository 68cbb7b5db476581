/** Ids that one read may be about. */
export const IDS_AT_ONCE = 500
/** How long whoever comes after a read waits for others, in milliseconds. */
const GATHER_MS = 20

interface Lookup<T> {
  ids: Set<string>
  full: PromiseWithResolvers<void>
  result: Promise<Map<string, T>>
}

/**
 * Many reads of one row each as few reads of many. The first one begins at once; those that come shortly after it are
 * gathered, and one read follows the other, with everybody else's turn between them. A fleet that comes back asks for
 * its screens one by one: a read for each of them would be most of the work.
 */
export class Lookups<T> {
  readonly #load: (ids: readonly string[]) => Promise<Map<string, T>>
  #next: Lookup<T> | undefined
  #running: Promise<unknown> = Promise.resolve()
  #rest: Promise<unknown> = Promise.resolve()

  /** `load` leaves out what there is not. */
  constructor(load: (ids: readonly string[]) => Promise<Map<string, T>>) {
    this.#load = load
  }

  /** As it is at some moment after this was called. */
  async get(id: string): Promise<T | undefined> {
    this.#next ??= this.#begin()
    const { ids, full, result } = this.#next
    ids.add(id)
    if (ids.size >= IDS_AT_ONCE) {
      this.#next = undefined
      full.resolve()
    }
    return (await result).get(id)
  }

  #begin(): Lookup<T> {
    const ids = new Set<string>()
    const full = Promise.withResolvers<void>()
    const before = this.#running
    const run = async () => {
      await before
      await new Promise(setImmediate)
      await Promise.race([this.#rest, full.promise])
      if (this.#next?.ids === ids) this.#next = undefined
      return this.#load([...ids])
    }
    const result = run()
    this.#running = result.then(
      () => this.#pause(),
      () => this.#pause(),
    )
    return { ids, full, result }
  }

  #pause(): void {
    this.#rest = new Promise((resolve) => setTimeout(resolve, GATHER_MS))
  }
}
