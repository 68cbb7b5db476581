import type { TakeoverNotice } from '@vitrine/contract/api/playback/manifest'
import { takeoverAt } from '@vitrine/contract/player/manifest'
import type { Library } from '#downlink/library.ts'
import { Signal } from '#lib/signal.ts'
import { alarm } from '#lib/time/alarm.ts'
import type { Clock } from '#lib/time/clock.ts'

/**
 * The emergency takeover in force: from the moment this screen receives it, even while downloading, until its end by
 * this screen's corrected clock, or until it is canceled.
 */
export class TakeoverWatch {
  readonly active = new Signal<TakeoverNotice | null>(null)
  readonly #library: Pick<Library, 'latest'>
  readonly #clock: Clock
  readonly #stops: (() => void)[]
  #cancel: () => void = () => undefined

  constructor(library: Pick<Library, 'latest'>, clock: Clock) {
    this.#library = library
    this.#clock = clock
    this.#stops = [library.latest.subscribe(this.#look), clock.onStep(this.#look)]
    this.#look()
  }

  close(): void {
    this.#cancel()
    for (const stop of this.#stops) stop()
  }

  #look = (): void => {
    this.#cancel()
    const { device } = this.#library.latest.get()
    const notice = device && takeoverAt(device.body, this.#clock.now())
    if (notice) this.#cancel = alarm(this.#clock, notice.endsAt, this.#look)
    this.active.set(notice ?? null)
  }
}
