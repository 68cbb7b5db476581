import { isWithinHours } from '@vitrine/contract/schedule/daily-hours'
import type { Library } from '#downlink/library.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { TakeoverWatch } from '#takeover/takeover.ts'
import type { Director } from './director.ts'

interface Options {
  library: Pick<Library, 'ready'>
  takeover: Pick<TakeoverWatch, 'active'>
  director: { front: Pick<NonNullable<Director['front']>, 'show'> | undefined }
  clock: Pick<Clock, 'now'>
  isHidden: () => boolean
}

/** Whether people can see the stage. */
export class Visibility {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** A takeover's message covers the stage until its own storyboard is visible. */
  isCovered = (): boolean => {
    const active = this.#options.takeover.active.get()
    return active !== null && this.#options.director.front?.show.storyboard.id !== active.storyboardId
  }

  /** A takeover lights the screen outside its hours, too. */
  isWithinHours = (): boolean => {
    const { library, takeover, clock } = this.#options
    const hours = library.ready.get().device?.body.configuration?.hours ?? null
    return isWithinHours(hours, clock.now()) || takeover.active.get() !== null
  }

  isSeen = (): boolean => this.isWithinHours() && !this.isCovered() && !this.#options.isHidden()
}
