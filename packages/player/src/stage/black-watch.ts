import type { Layer } from './layers.ts'

/** How long a page must be black before the watch acts. */
const BLACK_MS = 3000
/** Delay after a check without findings, because reading pixels costs the browser memory. */
const REST_MS = 600_000
/** Delay after an inconclusive check, because a file loaded too slowly. */
const AGAIN_MS = 10_000
/** Delay before checking a file for the first time: shorter than even a short slot. */
const NEW_MS = 900

interface Options {
  director: { readonly front: Layer | undefined; failed: (id: number, reason: string) => void }
  clock: { monotonic: () => number }
  /** Whether people can see the stage: not in dark hours, nor under a takeover. */
  isSeen: () => boolean
  /** The URLs of a page's visible files. */
  files: (layer: Layer) => readonly string[]
  /** A black zone of the page with another item to show. */
  zoneWithMore: (layer: Layer) => string | undefined
  /** Whether everything visible of the page is black; false if unknown. */
  isBlack: (layer: Layer) => boolean
  /** Whether the files it shows aren't black when decoded separately; `undefined` if not known yet. */
  isDue: (layer: Layer) => Promise<boolean | undefined>
  report: (problem: string) => void
}

/**
 * Detects pages that play but are black, because a decoder draws nothing or an image was lost. Checks soon after a
 * file first shows and every ten minutes. The zone then skips to its next item; if that doesn't help, the page is
 * skipped. Black content is fine.
 */
export class BlackWatch {
  #layer = 0
  #blackSince: number | undefined
  #restUntil = 0
  #moved = false
  /** Checked files. */
  readonly #known = new Set<string>()
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Called about once a second. */
  look = async (): Promise<void> => {
    const { director, clock, isSeen, files, isBlack, isDue } = this.#options
    const { front } = director
    const now = clock.monotonic()
    if (!front || front.id !== this.#layer) {
      this.#layer = front?.id ?? 0
      this.#blackSince = undefined
      this.#moved = false
    }
    if (!front) return
    if (!isSeen()) {
      this.#blackSince = undefined
      return
    }
    for (const file of files(front)) {
      if (this.#known.has(file)) continue
      this.#known.add(file)
      this.#restUntil = Math.min(this.#restUntil, now + NEW_MS)
    }
    if (now < this.#restUntil) return
    if (!isBlack(front)) {
      this.#blackSince = undefined
      this.#restUntil = now + REST_MS
      return
    }
    this.#blackSince ??= now
    if (now - this.#blackSince < BLACK_MS) return
    this.#blackSince = undefined
    this.#restUntil = now + REST_MS
    const due = await isDue(front)
    if (director.front?.id !== front.id) return
    if (due) this.#skip(front)
    else if (due === undefined) this.#restUntil = now + AGAIN_MS
  }

  #skip(front: Layer): void {
    const { director, report, files, zoneWithMore } = this.#options
    // Check its files again whenever they return.
    for (const file of files(front)) this.#known.delete(file)
    // Check what follows, too.
    this.#restUntil = 0
    const zone = this.#moved ? undefined : zoneWithMore(front)
    if (zone === undefined) {
      director.failed(front.id, 'it is black')
      return
    }
    this.#moved = true
    report(`Page "${front.show.page.name}" is black: skipping to the next item`)
    front.commands.send(zone, { verb: 'LOAD_NEXT_MEDIA', order: null })
  }
}
