interface Entry<T> {
  promise: Promise<T | undefined>
  /** Set when the promise has resolved. */
  value?: T
  /** It may have changed since: the next one who asks has it computed again. */
  isStale?: boolean
}

/**
 * Values computed once per change. `refresh` recomputes immediately, so that later calls get the new value;
 * missing values and failures are not cached.
 */
export class Cache<T> {
  readonly #entries = new Map<string, Entry<T>>()
  readonly #load: (id: string) => Promise<T | undefined>

  constructor(load: (id: string) => Promise<T | undefined>) {
    this.#load = load
  }

  get(id: string): Promise<T | undefined> {
    const entry = this.#entries.get(id)
    return entry && !entry.isStale ? entry.promise : this.refresh(id)
  }

  /** The value if it is there already and nothing newer is being computed. */
  present(id: string): T | undefined {
    const entry = this.#entries.get(id)
    return entry?.isStale ? undefined : entry?.value
  }

  /** The value as it was last computed, whether it is still right or not. */
  last(id: string): T | undefined {
    return this.#entries.get(id)?.value
  }

  /** All values as they were last computed; from now on, each is computed again before it is answered. */
  distrust(): Map<string, T | undefined> {
    for (const entry of this.#entries.values()) entry.isStale = true
    return new Map([...this.#entries].map(([id, { value }]) => [id, value]))
  }

  refresh(id: string): Promise<T | undefined> {
    const entry: Entry<T> = { promise: this.#load(id) }
    this.#entries.set(id, entry)
    const keep = (value: T | undefined) => {
      if (value !== undefined) entry.value = value
      else if (this.#entries.get(id) === entry) this.#entries.delete(id)
    }
    entry.promise.then(keep, () => keep(undefined))
    return entry.promise
  }

  /** Ids of the values for which `affected` holds, and of those that are still being computed. */
  affected(affected: (value: T) => boolean): string[] {
    return [...this.#entries].flatMap(([id, { value }]) =>
      value === undefined || affected(value) ? [id] : [],
    )
  }
}
