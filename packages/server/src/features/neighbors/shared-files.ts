import type { FileSource } from '@vitrine/contract/api/screens/neighbors'

/** A screen without progress for this long gives up its slot. Screens ask again every five seconds. */
export const TURN_MS = 12_000
/** Bytes that count as progress within it: 170 kbit/s. */
const PROGRESS_BYTES = 250_000
/** Screens that one gives a file to at the same time. */
const TAKERS_MAX = 2
/** Files that screens get now; a file that no screen has asked about for a while is forgotten. */
const FILES_MAX = 20_000
const FORGET_MS = 600_000

/** One file of one site. */
interface SharedFile {
  seenAt: number
  /** Which screens keep it, each with those that take it from there. */
  holders: Map<string, Map<string, Turn>>
  /** Gets it from the server. */
  first: ({ id: string } & Turn) | undefined
  /** The question to the screens there, which may keep it from before this process started. */
  looked: Promise<void> | undefined
}

interface Turn {
  until: number
  got: number
}

export interface Asking {
  id: string
  got: number
  holds: boolean
  avoid: readonly string[]
}

/**
 * Who gets which file from where, in memory: one screen of a site from the server, and the others from those that have
 * it whole. After a restart it starts empty and asks the screens themselves.
 */
export class SharedFiles {
  readonly #files = new Map<string, SharedFile>()

  /** `look` is called once per file, and names screens that keep it by `hold`. */
  async looked(key: string, now: number, look: () => Promise<void>): Promise<void> {
    const file = this.#file(key, now)
    file.looked ??= look().catch((error) => {
      // The next screen asks again.
      file.looked = undefined
      throw error
    })
    await file.looked
  }

  hold(key: string, id: string, now: number): void {
    const file = this.#file(key, now)
    if (!file.holders.has(id)) file.holders.set(id, new Map())
    if (file.first?.id === id) file.first = undefined
    for (const takers of file.holders.values()) takers.delete(id)
  }

  /** A screen that could not be reached. */
  lose(key: string, id: string): void {
    this.#files.get(key)?.holders.delete(id)
  }

  /** `again`: for a screen that has to wait, in milliseconds. */
  next(key: string, { id, got, avoid }: Asking, { now, again }: { now: number; again: number }): FileSource {
    const file = this.#file(key, now)
    if (file.first && file.first.until <= now) file.first = undefined
    if (file.first?.id === id) {
      progress(file.first, got, now)
      return { act: 'fetch' }
    }
    const turn = { got, until: now + TURN_MS }
    for (const [holder, takers] of file.holders) {
      for (const [taker, { until }] of takers) if (until <= now) takers.delete(taker)
      const own = takers.get(id)
      if (own && !avoid.includes(holder)) {
        progress(own, got, now)
        return { act: 'take', from: holder }
      }
      takers.delete(id)
    }
    const holders = [...file.holders].filter(([holder]) => holder !== id && !avoid.includes(holder))
    const [free] = holders.filter(([, takers]) => takers.size < TAKERS_MAX).sort(byTakers)
    if (free) {
      free[1].set(id, turn)
      return { act: 'take', from: free[0] }
    }
    if (file.first || holders.length > 0) return { act: 'wait', again }
    file.first = { id, ...turn }
    return { act: 'fetch' }
  }

  #file(key: string, now: number): SharedFile {
    const known = this.#files.get(key)
    const file = known ?? { seenAt: now, holders: new Map(), first: undefined, looked: undefined }
    file.seenAt = now
    // Delete and set: keeps the least recently used first.
    this.#files.delete(key)
    this.#files.set(key, file)
    for (const [oldest, { seenAt }] of this.#files) {
      if (this.#files.size <= FILES_MAX && now - seenAt < FORGET_MS) break
      this.#files.delete(oldest)
    }
    return file
  }
}

type Held = [id: string, takers: ReadonlyMap<string, Turn>]
const byTakers = ([, a]: Held, [, b]: Held) => a.size - b.size

function progress(turn: Turn, got: number, now: number): void {
  if (got < turn.got + PROGRESS_BYTES) return
  turn.got = got
  turn.until = now + TURN_MS
}
