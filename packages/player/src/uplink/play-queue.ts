import type { ReportedPlay } from '@vitrine/contract/api/screens/plays'
import type { State } from '#lib/state.ts'

/** Plays per stored record. A full one is never rewritten, and is deleted as a whole. */
const CHUNK = 100
/**
 * Plays stored without network, about 10 MB: nine days of a page with media every half minute. Then the oldest are
 * dropped.
 */
export const QUEUE_MAX = 50_000
const INDEX = 'plays'

interface Index {
  /** The number of the first stored play, and the one after the last. */
  first: number
  end: number
}

/** Plays with consecutive numbers from `from` on. */
interface Chunk {
  from: number
  plays: ReportedPlay[]
}

/**
 * Plays that the server hasn't acknowledged, oldest first. Written in chunks, and only by `store`, so that a screen
 * with network writes next to nothing.
 */
export class PlayQueue {
  #plays: ReportedPlay[] = []
  /** The number of the first play. */
  #first = 0
  /** The stored index; null if nothing is stored. */
  #stored: Index | null = null
  /** The number of plays dropped at the limit. */
  dropped = 0
  readonly #state: Pick<State, 'get' | 'set'>

  constructor(state: Pick<State, 'get' | 'set'>) {
    this.#state = state
  }

  get length(): number {
    return this.#plays.length
  }

  get #end(): number {
    return this.#first + this.#plays.length
  }

  /** Whether the stored state is up to date. */
  get isStored(): boolean {
    if (this.#plays.length === 0 || !this.#stored) return this.#plays.length === 0 && !this.#stored
    return this.#stored.first === this.#first && this.#stored.end === this.#end
  }

  /** Loads what an earlier run stored. */
  async open(): Promise<void> {
    const index = parse<Index>(await this.#state.get(INDEX))
    if (!index) return
    const plays: ReportedPlay[] = []
    for (let chunk = chunkOf(index.first); chunk * CHUNK < index.end; chunk++) {
      const kept = parse<Chunk>(await this.#state.get(keyOf(chunk)))
      if (kept) plays.push(...kept.plays.slice(Math.max(0, index.first - kept.from)))
    }
    this.#plays = [...plays, ...this.#plays]
    this.#first = index.end - plays.length
    this.#stored = index
  }

  add(play: ReportedPlay): void {
    this.#plays.push(play)
    if (this.#plays.length <= QUEUE_MAX) return
    this.dropped += CHUNK
    this.take(CHUNK)
  }

  peek(count: number): readonly ReportedPlay[] {
    return this.#plays.slice(0, count)
  }

  /** Removes the oldest plays, which the server has acknowledged. */
  take(count: number): void {
    this.#plays.splice(0, count)
    this.#first += count
  }

  /** Updates the stored state: writes at most the last chunk and what was added since. */
  async store(): Promise<void> {
    if (this.isStored) return
    const changes: Record<string, string | undefined> = {}
    const first = chunkOf(this.#first)
    const end = this.#end
    const isEmpty = this.#plays.length === 0
    // An empty queue also deletes its last chunk.
    const keptFrom = isEmpty ? chunkOf(this.#stored?.end ?? 0) + 1 : first
    for (let chunk = this.#stored ? chunkOf(this.#stored.first) : keptFrom; chunk < keptFrom; chunk++)
      changes[keyOf(chunk)] = undefined
    changes[INDEX] = isEmpty ? undefined : JSON.stringify({ first: this.#first, end } satisfies Index)
    const written = this.#stored?.end ?? 0
    const isLonger = !isEmpty && end > written
    for (let chunk = Math.max(first, chunkOf(written)); isLonger && chunk * CHUNK < end; chunk++) {
      const from = Math.max(this.#first, chunk * CHUNK)
      const plays = this.#plays.slice(from - this.#first, (chunk + 1) * CHUNK - this.#first)
      changes[keyOf(chunk)] = JSON.stringify({ from, plays } satisfies Chunk)
    }
    await this.#state.set(changes)
    this.#stored = isEmpty ? null : { first: this.#first, end }
  }
}

const chunkOf = (number: number) => Math.floor(number / CHUNK)
const keyOf = (chunk: number) => `plays.${chunk}`

function parse<T>(json: string | undefined): T | undefined {
  try {
    return json === undefined ? undefined : (JSON.parse(json) as T)
  } catch {
    return undefined
  }
}
