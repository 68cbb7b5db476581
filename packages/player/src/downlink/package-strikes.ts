/** The first failure is forgiven; from the second on, a package is skipped, longer each time. */
const SKIP_MS = 60_000
const SKIP_MOST_MS = 600_000
/**
 * Of several suspects only the first is skipped for long. The others return one by one, so that the next failure
 * identifies one.
 */
const APART_MS = 10_000
/** A package that ran this long since its last failure starts over. */
const FORGIVEN_MS = 1_200_000

const KEY = 'vitrine-player.strikes'

interface Strikes {
  count: number
  until: number
  suspects: readonly string[]
}

/** Packages whose process died while they were on the stage. Times are milliseconds of a monotonic clock. */
export class PackageStrikes {
  readonly #packages: Map<string, Strikes>

  private constructor(all: readonly [string, Strikes][] = []) {
    this.#packages = new Map(all)
  }

  /** Restores the state of `keep` after a reload, which restarts the clock. */
  static restored(now: number): PackageStrikes {
    try {
      const kept = sessionStorage.getItem(KEY)
      sessionStorage.removeItem(KEY)
      const all = JSON.parse(kept ?? '[]') as [string, Strikes][]
      return new PackageStrikes(all.map(([hash, it]) => [hash, { ...it, until: it.until + now }]))
    } catch {
      return new PackageStrikes()
    }
  }

  /** Stores the state for the player after a reload. If the browser refuses, nothing is skipped then. */
  keep(now: number): void {
    const all = [...this.#packages].map(([hash, it]) => [hash, { ...it, until: it.until - now }])
    try {
      sessionStorage.setItem(KEY, JSON.stringify(all))
    } catch {}
  }

  /**
   * @param hashes the packages that were on the stage, in the order in which they loaded @returns milliseconds until
   * each skipped one of them may play again
   */
  add(hashes: readonly string[], now: number): number[] {
    const [alone] = hashes
    if (alone !== undefined && hashes.length === 1) this.#clearOthers(alone)
    for (const [place, hash] of hashes.entries()) {
      const before = this.#packages.get(hash)
      const count = before && now - before.until < FORGIVEN_MS ? before.count + 1 : 1
      const long = Math.min(SKIP_MOST_MS, SKIP_MS * 2 ** (count - 2))
      const skip = count === 1 ? 0 : place === 0 ? long : place * APART_MS
      this.#packages.set(hash, { count, until: now + skip, suspects: hashes })
    }
    return hashes.map((hash) => (this.#packages.get(hash)?.until ?? now) - now).filter((wait) => wait > 0)
  }

  /** A package that fails alone is the culprit: the other suspects play again. */
  #clearOthers(hash: string): void {
    for (const suspect of this.#packages.get(hash)?.suspects ?? [])
      if (suspect !== hash) this.#packages.delete(suspect)
  }

  isOut(hash: string, now: number): boolean {
    return now < (this.#packages.get(hash)?.until ?? 0)
  }
}
