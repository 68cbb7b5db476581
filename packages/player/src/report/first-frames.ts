import type { Playback } from '#schedule/playback.ts'
import type { Director } from '#stage/director.ts'

const KINDS = ['group', 'device', 'storyboard'] as const
type Kind = (typeof KINDS)[number]

interface Options {
  director: Pick<Director, 'shown'>
  playback: Pick<Playback, 'now'>
  now: () => number
}

/** When the first frame of what shows appeared: for each part of the manifest, and for the storyboard. */
export class FirstFrames {
  readonly #options: Options
  readonly #shown: Record<Kind, string> = { group: '', device: '', storyboard: '' }
  readonly #at: Record<Kind, number | null> = { group: null, device: null, storyboard: null }
  readonly close: () => void

  constructor(options: Options) {
    this.#options = options
    this.close = options.director.shown.subscribe(() => this.#note())
    this.#note()
  }

  /** Of the part that shows; null while none does. */
  partAt = (kind: 'group' | 'device'): number | null => this.#at[kind]

  /** Of the storyboard that is due now; null until it shows. */
  storyboardAt(): number | null {
    const { storyboardId, since } = this.#options.playback.now.get()
    return this.#shown.storyboard === `${storyboardId} ${since}` ? this.#at.storyboard : null
  }

  #note(): void {
    const { director, playback, now } = this.#options
    const shown = director.shown.get()
    const marks: Record<Kind, string> = {
      group: shown?.parts.group?.hash ?? '',
      device: shown?.parts.device?.hash ?? '',
      storyboard: shown ? `${shown.storyboardId} ${playback.now.get().since}` : '',
    }
    for (const kind of KINDS) {
      if (this.#shown[kind] === marks[kind]) continue
      this.#shown[kind] = marks[kind]
      this.#at[kind] = marks[kind] === '' ? null : Math.round(now())
    }
  }
}
