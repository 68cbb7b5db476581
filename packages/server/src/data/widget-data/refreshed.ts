import { LOAD_FAILURES_REPORTED } from '@vitrine/contract/api/data/widget-data'
import type { Clock } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Log } from '#lib/log.ts'

const MINUTE = 60_000
/** Milliseconds after which unrequested values are dropped. */
const IDLE = 24 * 60 * MINUTE
/** Milliseconds that the first callers wait for a value. */
const PATIENCE = 8000
const LOADS_AT_ONCE = 4
const OWNERS_MAX = 1000
/** Maximum callers in whose turn a key may load: those who asked last. */
const SHARERS_MAX = 100
const LOOK_EVERY = 15_000

interface Entry<T> {
  /** The first caller. */
  owner: string
  /** Callers in whose turn it may load, by their last call. */
  sharers: Set<string>
  /** Callers since the last good load or reported failure. */
  owners: Set<string>
  value: T | undefined
  /** The last successful load; the first failure before one. */
  goodAt: number | undefined
  usedAt: number
  dueAt: number
  failures: number
  loading: Promise<void> | undefined
}

interface Options<T> {
  /**
   * `owners`: who asked for the key; others join while it loads. Rejects with TOO_MANY_REQUESTS if none of them may load
   * more now. The key hasn't failed then, and loads when another owner asks.
   */
  load: (key: string, owners: Iterable<string>) => Promise<T>
  /** Called after an owner joined a key that loads. */
  joined?: () => void
  /** Milliseconds between two loads of a key, ±10%, so that keys don't load together. */
  every: number
  /** Maximum number of keys; the owner with the most loses the least recently requested. */
  max: number
  clock: Clock
  log: Log
  /** Called after each failed load from the third in a row. Must not throw. */
  onFailed?: (key: string, failure: Failure) => Promise<void>
  /** Called after the first load of a key, and after one that ends failures. Must not throw. */
  onWorks?: (key: string) => Promise<void>
}

/** `owners`: who asked for the key since the last report. `since`: the last successful load, or the first failure. */
export interface Failure {
  owners: readonly string[]
  since: number
  error: unknown
}

/**
 * Caches remote values: loads each once for all callers, and reloads it in the background while it is requested. If a
 * load fails, the last good value stays, and retries back off.
 */
export class Refreshed<T> {
  readonly #options: Options<T>
  readonly #entries = new Map<string, Entry<T>>()
  readonly #timer: NodeJS.Timeout
  #loads = 0

  constructor(options: Options<T>) {
    this.#options = options
    this.#timer = setInterval(() => void this.refresh(), LOOK_EVERY)
    this.#timer.unref()
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  /** The last good value; waits for the first load. `undefined`: none yet. */
  async get(key: string, owner = ''): Promise<T | undefined> {
    const now = this.#options.clock.now()
    const entry = this.#entries.get(key) ?? {
      owner,
      sharers: new Set<string>(),
      owners: new Set<string>(),
      value: undefined,
      goodAt: undefined,
      usedAt: now,
      dueAt: now,
      failures: 0,
      loading: undefined,
    }
    entry.usedAt = now
    const isNew = !entry.sharers.delete(owner)
    entry.sharers.add(owner)
    if (entry.sharers.size > SHARERS_MAX) deleteFirst(entry.sharers)
    if (isNew && entry.loading) this.#options.joined?.()
    if (owner !== '' && entry.owners.size < OWNERS_MAX) entry.owners.add(owner)
    // Delete and set: the map stays sorted by last use.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (this.#entries.size > this.#options.max) this.#evict()
    if (this.#isDue(entry, now)) this.#load(key, entry)
    if (entry.value === undefined && entry.loading) await Promise.race([entry.loading, patience()])
    return entry.value
  }

  /** Loads due keys; a timer calls it, and tests await it. */
  async refresh(): Promise<void> {
    const now = this.#options.clock.now()
    for (const [key, entry] of this.#entries) {
      if (now - entry.usedAt > IDLE) this.#entries.delete(key)
      else if (this.#isDue(entry, now) && this.#loads < LOADS_AT_ONCE) this.#load(key, entry)
    }
    await Promise.all([...this.#entries.values()].map(({ loading }) => loading))
  }

  close(): void {
    clearInterval(this.#timer)
    this.#entries.clear()
  }

  #evict(): void {
    const keysOf = Map.groupBy(this.#entries.keys(), (key) => this.#entries.get(key)?.owner)
    const [oldest] = [...keysOf.values()].reduce((most, keys) => (keys.length > most.length ? keys : most))
    if (oldest !== undefined) this.#entries.delete(oldest)
  }

  /** Or scheduled later than possible: the clock was set back since. */
  #isDue({ dueAt }: Entry<T>, now: number): boolean {
    return dueAt <= now || dueAt > now + 2 * this.#options.every
  }

  #load(key: string, entry: Entry<T>): void {
    if (entry.loading) return
    const { load, every, clock, log, onFailed, onWorks } = this.#options
    this.#loads++
    entry.loading = load(key, entry.sharers)
      .then(
        async (value) => {
          const isNews = entry.goodAt === undefined || entry.failures > 0
          entry.value = value
          entry.failures = 0
          entry.goodAt = clock.now()
          entry.owners.clear()
          entry.dueAt = entry.goodAt + every * (0.9 + Math.random() / 5)
          if (isNews) await onWorks?.(key)
        },
        async (error: unknown) => {
          if (error instanceof AppError && error.errKey === 'TOO_MANY_REQUESTS') return
          log.info({ err: error }, 'Loading live data failed')
          const now = clock.now()
          const wait = Math.min(every, MINUTE * 2 ** entry.failures++)
          entry.dueAt = now + wait * (0.9 + Math.random() / 5)
          entry.goodAt ??= now
          if (entry.failures < LOAD_FAILURES_REPORTED) return
          const owners = [...entry.owners]
          entry.owners.clear()
          await onFailed?.(key, { owners, since: entry.goodAt, error })
        },
      )
      .finally(() => {
        this.#loads--
        entry.loading = undefined
      })
  }
}

function deleteFirst(values: Set<string>): void {
  for (const first of values) return void values.delete(first)
}

const patience = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, PATIENCE).unref()
  })
