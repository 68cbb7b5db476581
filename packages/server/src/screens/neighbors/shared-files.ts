import type { FileSource } from '@vitrine/contract/api/screens/neighbors'

/** A screen without progress for this long gives up its slot. Screens ask again every five seconds. */
export const TURN_MS = 20_000
/** Bytes within that time that count as progress: 100 kbit/s. */
const PROGRESS_BYTES = 250_000
/** Maximum screens that take a file from one holder at a time. */
const TAKERS_MAX = 2
/** Maximum files tracked; the least recently requested is dropped. */
const FILES_MAX = 20_000
export const FORGET_MS = 600_000
/** A screen that hasn't asked for this long no longer waits. */
const WAITING_MS = 30_000
/** Milliseconds between two screens that are sent to the server because neighbors take too long. */
export const LATE_MS = 15_000
/**
 * Milliseconds without another screen getting the file after which a site is too slow: a download at 1 Mbit/s, plus a
 * minute.
 */
export const maxWaitMs = (size: number) => 60_000 + size / 125

/** One file of one site. */
interface SharedFile {
  seenAt: number
  /** Screens that have the file, each with the screens that take it from there. */
  holders: Map<string, Map<string, Turn>>
  /** The screen that downloads from the server. */
  first: ({ id: string } & Turn) | undefined
  /** The question to the site's screens, which may have the file from before this process started. */
  looked: Promise<void> | undefined
  /** When another screen last got the file, and all that ever did: each counts once, whatever it reports. */
  grownAt: number
  grown: Set<string>
  /** When a screen was last sent to the server because neighbors took too long. */
  lateAt: number
  waiting: Map<string, { since: number; seenAt: number }>
}

interface Turn {
  until: number
  got: number
}

export interface FileRequest {
  id: string
  got: number
  holds: boolean
  avoid: readonly string[]
  /** Total bytes. Older players don't send it, and limit their wait themselves. */
  size?: number | undefined
}

/**
 * Decides, in memory, where each screen gets a file: one screen of a site from the server, and the others from screens
 * that have it completely. Starts empty after a restart and asks the screens themselves.
 */
export class SharedFiles {
  readonly #files = new Map<string, SharedFile>()

  /** Calls `look` once per file, which reports screens that have it through `hold`. */
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
    if (!file.grown.has(id)) file.grownAt = now
    file.grown.add(id)
    file.waiting.delete(id)
    if (file.first?.id === id) file.first = undefined
    for (const takers of file.holders.values()) takers.delete(id)
  }

  /** Until when a screen may download the file from the server. */
  turnOf(key: string, id: string): number | undefined {
    const first = this.#files.get(key)?.first
    return first?.id === id ? first.until : undefined
  }

  /** A screen on another server process downloads the file. */
  endTurn(key: string, id: string): void {
    const file = this.#files.get(key)
    if (file?.first?.id === id) file.first = undefined
  }

  /** Drops a screen that could not be reached. */
  lose(key: string, id: string): void {
    this.#files.get(key)?.holders.delete(id)
  }

  /** `again`: milliseconds for a screen that has to wait. */
  next(key: string, asking: FileRequest, { now, again }: { now: number; again: number }): FileSource {
    const { id, got, avoid } = asking
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
    // A screen that downloads from a neighbor which this one avoids can soon share the file.
    const isOnItsWay = file.first !== undefined || [...file.holders.values()].some(({ size }) => size > 0)
    if (holders.length > 0 || isOnItsWay)
      return isTooLate(file, asking, now) ? { act: 'fetch' } : { act: 'wait', again }
    file.first = { id, ...turn }
    return { act: 'fetch' }
  }

  #file(key: string, now: number): SharedFile {
    const known = this.#files.get(key)
    const file = known ?? newFile(now)
    file.seenAt = now
    // Delete and set: the map stays sorted by last use.
    this.#files.delete(key)
    this.#files.set(key, file)
    for (const [oldest, { seenAt }] of this.#files) {
      if (this.#files.size <= FILES_MAX && now - seenAt < FORGET_MS) break
      this.#files.delete(oldest)
    }
    return file
  }
}

const newFile = (now: number): SharedFile => ({
  ...{ seenAt: now, holders: new Map(), first: undefined, looked: undefined },
  ...{ grownAt: now, grown: new Set(), lateAt: 0, waiting: new Map() },
})

/** Limits how long screens with false progress delay others. */
function isTooLate(file: SharedFile, { id, size }: FileRequest, now: number): boolean {
  const known = file.waiting.get(id)
  const since = known && now - known.seenAt < WAITING_MS ? known.since : now
  file.waiting.set(id, { since, seenAt: now })
  if (size === undefined || now - Math.max(since, file.grownAt) < maxWaitMs(size)) return false
  if (now - file.lateAt < LATE_MS) return false
  file.lateAt = now
  return true
}

type Held = [id: string, takers: ReadonlyMap<string, Turn>]
const byTakers = ([, a]: Held, [, b]: Held) => a.size - b.size

function progress(turn: Turn, got: number, now: number): void {
  if (got < turn.got + PROGRESS_BYTES) return
  turn.got = got
  turn.until = now + TURN_MS
}
