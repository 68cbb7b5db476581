import type { StepKind, StepSample } from '@vitrine/contract/api/screens/screen-report'
import { STEP_MOST_MS, STEPS_OF_KIND } from '@vitrine/contract/player/report-limits'
import { afterPaint } from '#lib/after-paint.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { Director } from '#stage/director.ts'
import type { Layer } from '#stage/layers.ts'

/** Playing videos are sampled at the same instants on all screens; later samples are discarded. */
const EVERY_MS = 30_000
const SOON_MS = 3000
/** The maximum age of a sample. */
const KEPT_MS = 1_800_000

interface Options {
  director: Pick<Director, 'layers'>
  clock: Pick<Clock, 'now'>
  /** Whether people can see the stage. */
  isSeen: () => boolean
}

/** Measures how precisely this screen follows the plan: recent pages, video starts, and playing videos. */
export class InStep {
  readonly close: () => void
  readonly #options: Options
  readonly #samples: StepSample[] = []
  /** When each page was added to the stage. */
  #brought = new Map<number, number>()
  #front: Layer | undefined
  #videosAt = 0

  constructor(options: Options) {
    this.#options = options
    this.close = options.director.layers.subscribe(this.#look)
    this.#look()
  }

  samples(): StepSample[] {
    const now = this.#options.clock.now()
    // Samples of the future are from before the clock was set back.
    return this.#samples.filter(({ at }) => at >= now - KEPT_MS && at <= now + SOON_MS)
  }

  /** A video of the visible page started, or plays, this many milliseconds late. */
  video = (kind: StepKind, behind: number): void => {
    const now = this.#options.clock.now()
    if (kind === 'start') {
      this.#add(kind, now - behind, behind)
      return
    }
    const at = Math.floor(now / EVERY_MS) * EVERY_MS
    if (at === this.#videosAt || now - at > SOON_MS) return
    this.#videosAt = at
    this.#add(kind, at, behind)
  }

  #look = (): void => {
    const { director, clock, isSeen } = this.#options
    const layers = director.layers.get()
    const now = clock.now()
    this.#brought = new Map(layers.map(({ id }) => [id, this.#brought.get(id) ?? now]))
    const front = layers.find(({ state }) => state === 'front')
    const before = this.#front
    this.#front = front
    if (!front || !before || front.id === before.id || !isSeen()) return
    const planned = front.show.anchor
    // Skip pages that the screen learned of too late, or that a touch requested: they had no planned instant.
    if ((this.#brought.get(front.id) ?? now) >= planned) return
    afterPaint(() => this.#add('page', planned, clock.now() - planned))
  }

  #add(kind: StepKind, at: number, late: number): void {
    const ms = Math.round(Math.min(STEP_MOST_MS, Math.max(-STEP_MOST_MS, late)) * 10) / 10
    if (!Number.isFinite(ms)) return
    // Round, because screens compute the start of a slot to a fraction of a millisecond.
    this.#samples.push({ kind, at: Math.round(at / 100) * 100, ms })
    const first = this.#samples.findIndex((sample) => sample.kind === kind)
    if (this.#samples.filter((sample) => sample.kind === kind).length > STEPS_OF_KIND)
      this.#samples.splice(first, 1)
  }
}
