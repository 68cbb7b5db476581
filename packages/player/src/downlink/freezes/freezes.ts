/** A frame that has run this long since it loaded is not one that freezes the player as it starts. */
const HEALTHY_MS = 10_000
/** The first time it may have been a power cut; from the second on, a person had to restart the screen. */
const FIRST_SKIP_MS = 600_000
const SKIP_MS = 86_400_000
/** Of several suspects the later ones wait longer, so that the next freeze identifies one. */
const APART_MS = 120_000

/** A frame that has run this long can be trusted for good. */
const TRUSTED_MS = 3_600_000
/** Later freezes of a frame count together if they are not further apart. Screens may lose their power every night. */
const TOGETHER_MS = 6 * 3_600_000

const KEY = 'vitrine-player.frames'

interface Kept {
  /** Frames that are about to show: their key and name, in this order. */
  starting: readonly Entry[]
  /** Frames that have run for a while, but not long enough to be trusted. */
  running: readonly Entry[]
  /** How often each froze the player, and until when it is skipped, by this machine's clock. */
  frozen: Readonly<Record<string, readonly [times: number, until: number]>>
  /** How often the player ended without notice while each ran, and when last. */
  ended: Readonly<Record<string, readonly [times: number, last: number]>>
}
type Entry = readonly [key: string, name: string]
const NOTHING: Kept = { starting: [], running: [], frozen: {}, ended: {} }

interface Options {
  /** Written immediately, unlike other storage: nothing runs after a freeze. Absent: nothing is remembered. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined
  now: () => number
}

/**
 * Remembers which frames are about to show. On plain http, they share the player's thread: one that never yields freezes
 * the whole player, again after each restart. A start that finds such a frame skips it.
 */
export class Freezes {
  /** What froze the previous start. */
  readonly found: readonly string[]
  #kept: Kept
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.#kept = keptIn(options.storage)
    const { starting, running, frozen, ended } = this.#kept
    const now = options.now()
    const endings = running.map(([key]): [string, readonly [number, number]] => {
      const [times, last] = ended[key] ?? [0, 0]
      return [key, [now - last < TOGETHER_MS ? times + 1 : 1, now]]
    })
    const endedNow = { ...ended, ...Object.fromEntries(endings) }
    // Once, it was probably a power cut.
    const late = running.filter(([key]) => (endedNow[key]?.[0] ?? 0) > 1)
    const strikes = [...starting, ...late].map(([key], place): [string, readonly [number, number]] => {
      const times = starting.length > place ? (frozen[key]?.[0] ?? 0) + 1 : (endedNow[key]?.[0] ?? 0) - 1
      return [key, [times, now + (times === 1 ? FIRST_SKIP_MS : SKIP_MS) + place * APART_MS]]
    })
    this.found = [...starting, ...late].map(([, name]) => `"${name}" froze the player: it is skipped for now`)
    if (starting.length + running.length > 0)
      this.#keep({
        ...NOTHING,
        frozen: { ...frozen, ...Object.fromEntries(strikes) },
        ended: endedNow,
      })
  }

  isOut(key: string): boolean {
    const wait = (this.#kept.frozen[key]?.[1] ?? 0) - this.#options.now()
    // A clock that was set back must not skip it for years.
    return wait > 0 && wait < SKIP_MS * 2
  }

  /** Called before a frame loads. `loaded` and `end` tell how it went. */
  start(key: string, name: string): { loaded: () => void; end: () => void } {
    const entry = [key, name] as const
    let timer: ReturnType<typeof setTimeout> | undefined
    const isOther = (each: Entry) => each !== entry
    const leave = (change: Partial<Kept> = {}) => {
      clearTimeout(timer)
      const { starting, running } = this.#kept
      if (starting.includes(entry) || running.includes(entry))
        this.#keep({
          ...this.#kept,
          starting: starting.filter(isOther),
          running: running.filter(isOther),
          ...change,
        })
    }
    const trust = () => leave({ ended: without(this.#kept.ended, key) })
    const run = () => {
      leave({
        running: [...this.#kept.running.filter(isOther), entry],
        frozen: without(this.#kept.frozen, key),
      })
      timer = setTimeout(trust, TRUSTED_MS)
    }
    this.#keep({ ...this.#kept, starting: [...this.#kept.starting, entry] })
    return {
      loaded: () => {
        timer ??= setTimeout(run, HEALTHY_MS)
      },
      end: () => leave(),
    }
  }

  /** The page unloads in good order. */
  clear = (): void => {
    const { starting, running } = this.#kept
    if (starting.length + running.length > 0) this.#keep({ ...this.#kept, starting: [], running: [] })
  }

  #keep(kept: Kept): void {
    this.#kept = kept
    try {
      this.#options.storage?.setItem(KEY, JSON.stringify(kept))
    } catch {
      // Full or blocked.
    }
  }
}

function without<T>(all: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  const { [key]: _, ...others } = all
  return others
}

function keptIn(storage: Options['storage']): Kept {
  try {
    const kept = JSON.parse(storage?.getItem(KEY) ?? 'null') as Kept | null
    // Earlier players kept less.
    return Array.isArray(kept?.starting) && typeof kept.frozen === 'object'
      ? { ...NOTHING, ...kept }
      : NOTHING
  } catch {
    return NOTHING
  }
}

let shared: Freezes | undefined

/** Those of this page. Secure pages have a process for each site, so nothing is remembered there. */
export function sharedFreezes(): Freezes {
  if (shared) return shared
  const storage = () => (window.isSecureContext ? undefined : localStorage)
  try {
    shared = new Freezes({ storage: storage(), now: Date.now })
  } catch {
    shared = new Freezes({ storage: undefined, now: Date.now })
  }
  window.addEventListener('pagehide', shared.clear)
  return shared
}
