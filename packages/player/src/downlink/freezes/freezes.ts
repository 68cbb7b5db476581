/** A frame that has run this long since it loaded is not one that freezes the player as it starts. */
const HEALTHY_MS = 10_000
/** The first time it may have been a power cut; from the second on, a person had to restart the screen. */
const FIRST_SKIP_MS = 600_000
const SKIP_MS = 86_400_000
/** Of several suspects the later ones wait longer, so that the next freeze identifies one. */
const APART_MS = 120_000

const KEY = 'vitrine-player.frames'

interface Kept {
  /** Frames that are about to show: their key and name, in this order. */
  starting: readonly (readonly [key: string, name: string])[]
  /** How often each froze the player, and until when it is skipped, by this machine's clock. */
  frozen: Readonly<Record<string, readonly [times: number, until: number]>>
}
const NOTHING: Kept = { starting: [], frozen: {} }

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
    const { starting, frozen } = this.#kept
    const now = options.now()
    const strikes = starting.map(([key], place): [string, readonly [number, number]] => {
      const times = (frozen[key]?.[0] ?? 0) + 1
      return [key, [times, now + (times === 1 ? FIRST_SKIP_MS : SKIP_MS) + place * APART_MS]]
    })
    this.found = starting.map(([, name]) => `"${name}" froze the player: it is skipped for now`)
    if (starting.length > 0)
      this.#keep({ starting: [], frozen: { ...frozen, ...Object.fromEntries(strikes) } })
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
    const leave = (frozen = this.#kept.frozen) => {
      clearTimeout(timer)
      if (this.#kept.starting.includes(entry))
        this.#keep({ starting: this.#kept.starting.filter((each) => each !== entry), frozen })
    }
    this.#keep({ ...this.#kept, starting: [...this.#kept.starting, entry] })
    return {
      loaded: () => {
        timer ??= setTimeout(() => {
          const { [key]: _, ...others } = this.#kept.frozen
          leave(others)
        }, HEALTHY_MS)
      },
      end: () => leave(),
    }
  }

  /** The page unloads in good order. */
  clear = (): void => {
    if (this.#kept.starting.length > 0) this.#keep({ ...this.#kept, starting: [] })
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

function keptIn(storage: Options['storage']): Kept {
  try {
    const kept = JSON.parse(storage?.getItem(KEY) ?? 'null') as Kept | null
    return Array.isArray(kept?.starting) && typeof kept.frozen === 'object' ? kept : NOTHING
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
