interface Entry<T> {
  promise: Promise<T | undefined>
  /** Set when the promise has resolved. */
  value?: T
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
    return this.#entries.get(id)?.promise ?? this.refresh(id)
  }

  /** The value if it is there already and nothing newer is being computed. */
  present(id: string): T | undefined {
    return this.#entries.get(id)?.value
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
