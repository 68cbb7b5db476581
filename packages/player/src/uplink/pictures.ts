import { type Api, errorMessage } from '#lib/api.ts'
import { jittered } from '#lib/retry.ts'
import type { Turn } from '#lib/screen.ts'
import type { Clock } from '#lib/time/clock.ts'

/** The width of the periodic screenshot for the wall of screens. */
const SMALL_WIDTH = 480
/** Delay after the start, when the first page has certainly rendered. */
const FIRST_MS = 15_000
/** Delay after a change, when the transition has ended; merges several in a row. */
const CHANGED_MS = 4000
/** Minimum interval of screenshots after changes, because content can change every second. */
const CHANGES_APART_MS = 60_000
/** An unchanged screenshot is sent again after this long. */
const SAME_MS = 3_600_000

interface Options {
  api: Pick<Api, 'picture'>
  clock: Pick<Clock, 'now' | 'monotonic'>
  /** Milliseconds over which the screens of this server spread simultaneous requests. */
  spread?: () => number
  turn: () => Turn
}

/** Takes screenshots: when the server requests one, and periodically. */
export class Pictures {
  #timer: ReturnType<typeof setTimeout>
  #everyMs: number | undefined
  #taking: Promise<string | undefined> | undefined
  #closed = false
  #changed: ReturnType<typeof setTimeout> | undefined
  #changedAt = Number.NEGATIVE_INFINITY
  #sent = { image: '', at: Number.NEGATIVE_INFINITY }
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.#timer = setTimeout(this.#now, FIRST_MS)
  }

  /** Sets the interval in seconds, as sent by the server. */
  every = (seconds: number): void => {
    if (seconds * 1000 === this.#everyMs) return
    this.#everyMs = seconds * 1000
    this.#arm()
  }

  /** Call when something else shows: a screenshot follows soon, unless one already will. */
  changed = (): void => {
    if (this.#closed || this.#changed) return
    const { clock, spread } = this.#options
    const since = clock.monotonic() - this.#changedAt
    const wait = Math.max(CHANGED_MS, CHANGES_APART_MS - since) + Math.random() * (spread?.() ?? 0)
    this.#changed = setTimeout(() => {
      this.#changed = undefined
      this.#changedAt = clock.monotonic()
      this.#now()
    }, wait)
  }

  /**
   * Returns the reason if it couldn't be taken or sent. One at a time: concurrent callers share the one in progress.
   */
  take = (width: number, isAsked = true): Promise<string | undefined> => {
    this.#taking ??= this.#take(width, isAsked).finally(() => {
      this.#taking = undefined
    })
    return this.#taking
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#changed)
  }

  #arm(): void {
    clearTimeout(this.#timer)
    if (this.#closed || this.#everyMs === undefined) return
    this.#timer = setTimeout(this.#now, jittered(this.#everyMs, this.#everyMs / 5))
  }

  #now = (): void => {
    void this.take(SMALL_WIDTH, false).finally(() => this.#arm())
  }

  async #take(width: number, isAsked: boolean): Promise<string | undefined> {
    const { api, clock, turn } = this.#options
    const root = document.getElementById('player')
    if (!root) return 'Nothing is showing'
    try {
      const { takePicture } = await import('./picture.ts')
      const takenAt = Math.round(clock.now())
      const picture = await takePicture(root, width, turn())
      const { image, at } = this.#sent
      if (!isAsked && picture.image === image && takenAt - at < SAME_MS) return undefined
      await api.picture({ body: { takenAt, ...picture } })
      this.#sent = { image: picture.image, at: takenAt }
      return undefined
    } catch (error) {
      return errorMessage(error)
    }
  }
}
