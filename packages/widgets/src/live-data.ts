import type { Feed, PrayerTimes, Weather } from '@vitrine/contract/api/data/widget-data'
import type { SourceData } from '@vitrine/contract/document/source-data'
import type { Host, Source } from './host.ts'

export type LiveKind = 'weather' | 'prayer' | 'feed' | 'source'

/** How a host fetches live data. */
export interface LiveDataOptions {
  /** A request to the server; `undefined` if it has no data. A failure counts as no data. */
  ask: (kind: LiveKind, query: Record<string, string>) => Promise<unknown>
  /** Persists the last good values across restarts, by key. */
  kept?: {
    get: (key: string) => Promise<string | undefined>
    set: (key: string, text: string) => Promise<void>
  }
  /** A widget that shows again asks only when the next request is due: screens show the same pages in turn. */
  isUnhurried?: boolean
}

const EVERY_MS = 5 * 60_000
/** The spread of requests of screens that started together. */
const SPREAD_MS = 60_000
/** The delay after a failure, or while the server has no data. */
const SOON_MS = 30_000

/**
 * Weather, prayer times, and news for visible widgets, fetched while there are subscribers. The last good value stays
 * available offline and immediately after a restart.
 */
export class LiveData implements Pick<Host, 'weather' | 'prayer' | 'feed' | 'source'> {
  readonly #sources = new Map<string, Live<unknown>>()
  readonly #options: LiveDataOptions

  constructor(options: LiveDataOptions) {
    this.#options = options
  }

  weather = (location: string): Source<Weather> => this.#source('weather', { location })
  prayer = (location: string, method: number): Source<PrayerTimes> =>
    this.#source('prayer', { location, method: String(method) })
  feed = (url: string): Source<Feed> => this.#source('feed', { url })

  source = (name: string): Live<SourceData> => this.#source('source', { name })

  close(): void {
    for (const source of this.#sources.values()) source.close()
  }

  /** Cached, because a widget must always get the same source. */
  #source<T>(kind: LiveKind, query: Record<string, string>): Live<T> {
    const key = `${kind} ${Object.values(query).join(' ')}`
    const known = this.#sources.get(key)
    if (known) return known as Live<T>
    const source = new Live<T>(key, () => this.#options.ask(kind, query), this.#options)
    this.#sources.set(key, source as Live<unknown>)
    return source
  }
}

/** A value that is refreshed while it has listeners. */
class Live<T> implements Source<T> {
  readonly #key: string
  readonly #ask: () => Promise<unknown>
  readonly #kept: LiveDataOptions['kept']
  readonly #isUnhurried: boolean
  /** Until the next request is due. */
  #isWaiting = false
  #isClosed = false
  readonly #listeners = new Set<() => void>()
  #value: T | undefined
  #text = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #loaded: Promise<void> | undefined

  constructor(
    key: string,
    ask: () => Promise<unknown>,
    { kept, isUnhurried = false }: Omit<LiveDataOptions, 'ask'>,
  ) {
    this.#key = key
    this.#ask = ask
    this.#kept = kept
    this.#isUnhurried = isUnhurried
  }

  get = (): T | undefined => this.#value

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1 && !this.#isWaiting) void this.run()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0 && !this.#isUnhurried) clearTimeout(this.#timer)
    }
  }

  /** Resolves when the value that was kept over a restart is there. */
  stored(): Promise<void> {
    this.#loaded ??= this.#load()
    return this.#loaded
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  /** Fetches, and schedules the next fetch while there are listeners. */
  async run(): Promise<void> {
    this.#isWaiting = this.#isUnhurried
    await this.stored()
    const fresh = await this.#ask().catch(() => undefined)
    if (fresh) this.take(JSON.stringify(fresh))
    if (this.#isClosed || (this.#listeners.size === 0 && !this.#isUnhurried)) return
    clearTimeout(this.#timer)
    const wait = fresh ? EVERY_MS + (Math.random() * 2 - 1) * SPREAD_MS : SOON_MS
    this.#timer = setTimeout(() => {
      this.#isWaiting = false
      if (this.#listeners.size > 0) void this.run()
    }, wait)
  }

  async #load(): Promise<void> {
    const text = await this.#kept?.get(this.#key).catch(() => undefined)
    if (text && !this.#text) this.#show(text)
  }

  /** Applies a value as JSON: a response or a push. */
  take(text: string): void {
    if (text === this.#text) return
    this.#show(text)
    // Best effort: on a full disk the value stays in memory.
    void this.#kept?.set(this.#key, text).catch(() => {})
  }

  #show(text: string): void {
    this.#text = text
    this.#value = JSON.parse(text) as T
    for (const listener of [...this.#listeners]) listener()
  }
}
