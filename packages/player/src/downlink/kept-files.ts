import { sumOf } from '#lib/sum-of.ts'
import type { FileStore } from './stores/file-store.ts'

/** The maximum number of unneeded files kept for reuse: each one slows down a start. */
const SPARE_MOST = 300
/** Bytes to leave free for newer versions of the app and the screen's state. */
const LEFT_FREE = 50_000_000

interface Options {
  store: FileStore
  /** Whether a part references it, or the stage shows it. */
  isNeeded: (sha256: string) => boolean
}

/** The stored files and their eviction order. */
export class KeptFiles {
  /** Complete files with their sizes. */
  sizes = new Map<string, number>()
  /** When each unreferenced file was last needed. */
  lastNeeded = new Map<string, number>()
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  async look(): Promise<void> {
    this.sizes = await this.#options.store.list()
  }

  /** Total stored bytes, including partial files. */
  bytes = (): number => sumOf([...this.sizes.values(), ...this.#options.store.unfinished().values()])

  /**
   * Frees at least this many bytes if possible: unneeded pieces first, then unneeded files, least recently needed
   * first. Returns the freed bytes.
   */
  async evict(bytes: number): Promise<number> {
    let freed = bytes > 0 ? await this.dropLeftovers() : 0
    for (const [sha256, size] of this.#spare()) {
      if (freed >= bytes) break
      if (await this.#drop(sha256)) freed += size
    }
    return freed
  }

  /** Frees space in a full store for a download and for the screen's state. */
  makeRoom = (bytes: number): Promise<number> => this.evict(bytes + LEFT_FREE)

  /** Evicts the least recently needed files, down to the limits. */
  async tidy(): Promise<void> {
    await this.dropLeftovers()
    await this.evict(LEFT_FREE - (await this.#options.store.room()))
    const spare = this.#spare()
    for (const [sha256] of spare.slice(0, Math.max(0, spare.length - SPARE_MOST))) await this.#drop(sha256)
    for (const sha256 of this.lastNeeded.keys()) if (!this.sizes.has(sha256)) this.lastNeeded.delete(sha256)
  }

  /** Removes pieces of abandoned downloads, including those from before a restart. */
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

  /** Unneeded files, least recently needed first. */
  #spare(): [string, number][] {
    return [...this.sizes]
      .filter(([sha256]) => !this.#options.isNeeded(sha256))
      .sort(([a], [b]) => (this.lastNeeded.get(a) ?? 0) - (this.lastNeeded.get(b) ?? 0))
  }

  /** Returns whether the file was deleted: it may be needed again by now. */
  async #drop(sha256: string): Promise<boolean> {
    if (this.#options.isNeeded(sha256) || !this.sizes.delete(sha256)) return false
    this.lastNeeded.delete(sha256)
    await this.#options.store.remove(sha256)
    return true
  }
}
