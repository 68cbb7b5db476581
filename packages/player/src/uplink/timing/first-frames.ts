import type { Playback } from '#schedule/playback.ts'
import type { Director } from '#stage/director.ts'
import type { TakeoverWatch } from '#takeover/takeover.ts'

const KINDS = ['group', 'device', 'storyboard', 'takeover'] as const
type Kind = (typeof KINDS)[number]

interface Options {
  director: Pick<Director, 'shown'>
  playback: Pick<Playback, 'now'>
  takeover: Pick<TakeoverWatch, 'active'>
  now: () => number
}

/**
 * When the first frame of the current content appeared: of each manifest part, the storyboard, and a takeover's
 * message.
 */
export class FirstFrames {
  readonly #options: Options
  readonly #shown: Record<Kind, string> = { group: '', device: '', storyboard: '', takeover: '' }
  readonly #at: Record<Kind, number | null> = { group: null, device: null, storyboard: null, takeover: null }
  readonly close: () => void

  constructor(options: Options) {
    this.#options = options
    const { director, takeover } = options
    const stops = [director.shown, takeover.active].map((signal) => signal.subscribe(() => this.#note()))
    this.close = () => {
      for (const stop of stops) stop()
    }
    this.#note()
  }

  /** When the visible part first appeared; null if none is visible. */
  partAt = (kind: 'group' | 'device'): number | null => this.#at[kind]

  /** When the current storyboard first appeared; null until it is visible. */
  storyboardAt(): number | null {
    const { storyboardId, since } = this.#options.playback.now.get()
    return this.#shown.storyboard === `${storyboardId} ${since}` ? this.#at.storyboard : null
  }

  /** When the active takeover's message appeared; null without one. */
  takeoverAt = (): number | null => this.#at.takeover

  #note(): void {
    const { director, playback, takeover, now } = this.#options
    const shown = director.shown.get()
    const marks: Record<Kind, string> = {
      group: shown?.parts.group?.hash ?? '',
      device: shown?.parts.device?.hash ?? '',
      storyboard: shown ? `${shown.storyboardId} ${playback.now.get().since}` : '',
      takeover: takeover.active.get()?.id ?? '',
    }
    for (const kind of KINDS) {
      if (this.#shown[kind] === marks[kind]) continue
      this.#shown[kind] = marks[kind]
      this.#at[kind] = marks[kind] === '' ? null : Math.round(now())
    }
  }
}
