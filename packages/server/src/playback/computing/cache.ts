interface Entry<T> {
  promise: Promise<T | undefined>
  /** Set once the promise has resolved. */
  value: T | undefined
  /** The value may be outdated: the next request recomputes it. */
  isStale: boolean
  /** Not requested since the last `forgetIdle`. */
  isIdle: boolean
}

interface Options<T> {
  load: (id: string) => Promise<T | undefined>
  /** Keys by which `having` finds a value. */
  keysOf: (value: T) => Iterable<string>
}

/**
 * Caches values computed once per change. `refresh` recomputes immediately, so that later calls get the new value;
 * missing values and failures are not cached. Affected values are looked up by key instead of searched.
 */
export class Cache<T> {
  readonly #entries = new Map<string, Entry<T>>()
  readonly #index = new Index()
  readonly #loading = new Set<string>()
  readonly #options: Options<T>

  constructor(options: Options<T>) {
    this.#options = options
  }

  get size(): number {
    return this.#entries.size
  }

  has(id: string): boolean {
    return this.#entries.has(id)
  }

  get(id: string): Promise<T | undefined> {
    const entry = this.#entries.get(id)
    if (!entry || entry.isStale) return this.refresh(id)
    entry.isIdle = false
    return entry.promise
  }

  /** The cached value unless a newer one is being computed. */
  present(id: string): T | undefined {
    const entry = this.#entries.get(id)
    return entry?.isStale ? undefined : entry?.value
  }

  /** Ids of all values. */
  ids(): Set<string> {
    return new Set(this.#entries.keys())
  }

  /** Marks values as stale, and returns the last computed ones. */
  invalidate(ids: Iterable<string>): Map<string, T | undefined> {
    const last = new Map<string, T | undefined>()
    for (const id of ids) {
      const entry = this.#entries.get(id)
      if (!entry) continue
      entry.isStale = true
      last.set(id, entry.value)
    }
    return last
  }

  refresh(id: string): Promise<T | undefined> {
    const promise = this.#options.load(id)
    const entry: Entry<T> = { promise, value: undefined, isStale: false, isIdle: false }
    this.#entries.set(id, entry)
    this.#loading.add(id)
    const keep = (value: T | undefined) => {
      if (value !== undefined) entry.value = value
      if (this.#entries.get(id) !== entry) return
      this.#loading.delete(id)
      if (value === undefined) this.#drop(id)
      else this.#index.set(id, this.#options.keysOf(value))
    }
    entry.promise.then(keep, () => keep(undefined))
    return entry.promise
  }

  /** Ids of the values with this key, and of those still being computed. */
  dependentsOf(key: string): Set<string> {
    return new Set([...this.#index.find(key), ...this.#loading])
  }

  /** Evicts entries not requested since the last call, unless `isKept`. */
  forgetIdle(isKept: (id: string) => boolean): void {
    for (const [id, entry] of this.#entries) {
      if (entry.isIdle && !this.#loading.has(id) && !isKept(id)) this.#drop(id)
      entry.isIdle = true
    }
  }

  #drop(id: string): void {
    this.#entries.delete(id)
    this.#index.set(id, [])
  }
}

/** Maps keys to ids. */
class Index {
  readonly #ids = new Map<string, Set<string>>()
  readonly #keys = new Map<string, readonly string[]>()

  find(key: string): Iterable<string> {
    return this.#ids.get(key) ?? []
  }

  /** Replaces an id's keys. */
  set(id: string, keys: Iterable<string>): void {
    const wanted = new Set(keys)
    for (const key of this.#keys.get(id) ?? []) if (!wanted.has(key)) this.#remove(key, id)
    for (const key of wanted) {
      const ids = this.#ids.get(key)
      if (ids) ids.add(id)
      else this.#ids.set(key, new Set([id]))
    }
    if (wanted.size) this.#keys.set(id, [...wanted])
    else this.#keys.delete(id)
  }

  #remove(key: string, id: string): void {
    const ids = this.#ids.get(key)
    ids?.delete(id)
    if (ids?.size === 0) this.#ids.delete(key)
  }
}
