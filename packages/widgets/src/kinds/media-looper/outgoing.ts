import type { ShownMedium } from '@vitrine/widgets/host'

/** Milliseconds: some frames, also on a slow screen. */
const OVERLAP = 100

/** What was seen before stays, at rest, under its successor until the browser has surely drawn that. */
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
