import type { ShownMedium } from '@vitrine/widgets/host'

/** In milliseconds: a few frames, even on a slow screen. */
const OVERLAP = 100

/** Keeps the outgoing picture, paused, under its successor until the browser has certainly painted that. */
export class Outgoing {
  private medium: ShownMedium | undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  take(medium: ShownMedium | undefined) {
    this.dispose()
    this.medium = medium
    medium?.rest()
    this.timer = setTimeout(() => this.dispose(), OVERLAP)
  }

  dispose() {
    clearTimeout(this.timer)
    this.medium?.dispose()
    this.medium = undefined
  }
}
