import { sumOf } from '#lib/sum-of.ts'
import type { FileStore } from './stores/file-store.ts'

/** Files that nothing needs are kept for when something needs them again: not more, because each makes a start longer. */
const SPARE_MOST = 300
/** Bytes that they leave free, for newer versions of the app and for what the screen notes. */
const LEFT_FREE = 50_000_000

interface Options {
  store: FileStore
  /** Whether a part needs it, or the stage shows it. */
  isNeeded: (sha256: string) => boolean
}

/** What the store keeps, and what of it goes first when room is short. */
export class KeptFiles {
  /** The finished files with their sizes. */
  sizes = new Map<string, number>()
  /** When a file was last needed, for those that no part needs any more. */
  lastNeeded = new Map<string, number>()
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  async look(): Promise<void> {
    this.sizes = await this.#options.store.list()
  }

  /** Bytes of all that is stored, unfinished files included. */
  bytes = (): number => sumOf([...this.sizes.values(), ...this.#options.store.unfinished().values()])

  /**
   * Frees at least so many bytes, if it can: pieces of files that nothing needs, then finished files that nothing needs,
   * the least recently needed first. Answers how many were freed.
   */
  async evict(bytes: number): Promise<number> {
    let freed = bytes > 0 ? await this.dropLeftovers() : 0
    for (const [sha256, size] of this.#spare()) {
      if (freed >= bytes) break
      if (await this.#drop(sha256)) freed += size
    }
    return freed
  }

  /** Frees a full store for a download: room for it and for what the screen notes. */
  makeRoom = (bytes: number): Promise<number> => this.evict(bytes + LEFT_FREE)

  /** Drops what nothing has needed for longest, until few such files are left, and room for other things. */
  async tidy(): Promise<void> {
    await this.dropLeftovers()
    await this.evict(LEFT_FREE - (await this.#options.store.room()))
    const spare = this.#spare()
    for (const [sha256] of spare.slice(0, Math.max(0, spare.length - SPARE_MOST))) await this.#drop(sha256)
    for (const sha256 of this.lastNeeded.keys()) if (!this.sizes.has(sha256)) this.lastNeeded.delete(sha256)
  }

  /** Pieces of downloads that were given up, perhaps before a restart. */
  async dropLeftovers(): Promise<number> {
    const { store, isNeeded } = this.#options
    let freed = 0
    for (const [sha256, size] of store.unfinished()) {
      if (isNeeded(sha256)) continue
      await store.remove(sha256)
      freed += size
    }
    return freed
  }

  /** Kept files that nothing needs, the one first that was needed least recently. */
  #spare(): [string, number][] {
    return [...this.sizes]
      .filter(([sha256]) => !this.#options.isNeeded(sha256))
      .sort(([a], [b]) => (this.lastNeeded.get(a) ?? 0) - (this.lastNeeded.get(b) ?? 0))
  }

  /** Whether it went: something may need it by now. */
  async #drop(sha256: string): Promise<boolean> {
    if (this.#options.isNeeded(sha256) || !this.sizes.delete(sha256)) return false
    this.lastNeeded.delete(sha256)
    await this.#options.store.remove(sha256)
    return true
  }
}
