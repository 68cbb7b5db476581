import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

const MINUTE = 60_000
/** Milliseconds after which unrequested values are dropped. */
const IDLE = 24 * 60 * MINUTE
/** Milliseconds that the first callers wait for a value. */
const PATIENCE = 8000
const LOADS_AT_ONCE = 4
const LOOK_EVERY = 15_000

interface Entry<T> {
  /** The last caller. */
  owner: string
  value: T | undefined
  usedAt: number
  dueAt: number
  failures: number
  loading: Promise<void> | undefined
}

interface Options<T> {
  load: (key: string, owner: string) => Promise<T>
  /** Milliseconds between two loads of a key, ±10%, so that keys don't load together. */
  every: number
  /** Maximum number of keys; the least recently requested is evicted. */
  max: number
  clock: Clock
  log: Log
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
      value: undefined,
      usedAt: now,
      dueAt: now,
      failures: 0,
      loading: undefined,
    }
    entry.usedAt = now
    entry.owner = owner
    // Delete and set: the map stays sorted by last use.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (this.#entries.size > this.#options.max)
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest)
        break
      }
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

  /** Or scheduled later than possible: the clock was set back since. */
  #isDue({ dueAt }: Entry<T>, now: number): boolean {
    return dueAt <= now || dueAt > now + 2 * this.#options.every
  }

  #load(key: string, entry: Entry<T>): void {
    if (entry.loading) return
    const { load, every, clock, log } = this.#options
    this.#loads++
    entry.loading = load(key, entry.owner)
      .then(
        (value) => {
          entry.value = value
          entry.failures = 0
          entry.dueAt = clock.now() + every * (0.9 + Math.random() / 5)
        },
        (error) => {
          log.info({ err: error }, 'Loading live data failed')
          const wait = Math.min(every, MINUTE * 2 ** entry.failures++)
          entry.dueAt = clock.now() + wait * (0.9 + Math.random() / 5)
        },
      )
      .finally(() => {
        this.#loads--
        entry.loading = undefined
      })
  }
}

const patience = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, PATIENCE).unref()
  })
