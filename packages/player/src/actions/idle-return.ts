import type { Clock } from '#lib/time/clock.ts'
import type { Playback } from '#schedule/playback.ts'
import type { Director } from '#stage/director.ts'

interface Options {
  playback: Pick<Playback, 'now' | 'release'>
  director: { front: Director['front']; isChosen: Director['isChosen']; release: Director['release'] }
  clock: Pick<Clock, 'monotonic'>
  onSecond: (listener: () => void) => () => void
}

const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Returns a screen from a storyboard or page that was reached by touch. Counts by the monotonic clock since the last
 * touch or command. The page or its storyboard sets the idle time; manual switches stay.
 */
export class IdleReturn {
  #touchedAt: number
  readonly #stop: () => void
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.#touchedAt = options.clock.monotonic()
    this.#stop = options.onSecond(this.#look)
    for (const name of TOUCHES) window.addEventListener(name, this.touched, true)
    window.addEventListener('blur', this.#entered)
  }

  close(): void {
    this.#stop()
    for (const name of TOUCHES) window.removeEventListener(name, this.touched, true)
    window.removeEventListener('blur', this.#entered)
  }

  touched = (): void => {
    this.#touchedAt = this.#options.clock.monotonic()
  }

  /** The first touch of a web package only reaches its frame, which takes the focus. */
  #entered = (): void => {
    if (document.activeElement?.tagName === 'IFRAME') this.touched()
  }

  #look = (): void => {
    // What people do in an opened site can't be seen from here. It asks, and closes itself.
    if (document.querySelector('iframe[data-visited]')) this.touched()
    const { playback, director, clock } = this.#options
    const isElsewhere = playback.now.get().reason === 'action' || director.isChosen()
    const show = director.front?.show
    if (!isElsewhere || !show) return
    const seconds = show.storyboard.items[show.index]?.idleSeconds ?? show.storyboard.idleSeconds
    if (seconds === undefined || clock.monotonic() - this.#touchedAt < seconds * 1000) return
    playback.release()
    director.release()
  }
}
