import type { Heartbeat } from '@vitrine/contract/api/screens/screen-report'
import type { ScreenHeader } from '@vitrine/contract/api/screens/unknown-screens'
import { SCREEN_HEADER } from '@vitrine/contract/player/calls'
import { type Api, isUnpaired } from '#lib/api.ts'
import { around } from '#lib/retry.ts'
import type { Problems } from './problems.ts'

const EVERY_MS = 60_000
const SPREAD_MS = 10_000
/** After a switch; several in a row are merged. */
const SOON_MS = 300

interface Options {
  api: Pick<Api, 'heartbeat'>
  problems: Problems
  body: () => Omit<Heartbeat, 'errors'>
  /** What a server that has forgotten the screen needs to take it back. */
  identity: () => Pick<ScreenHeader, 'name' | 'deviceGroupId'>
  /** Milliseconds over which the screens of this server spread simultaneous requests. */
  spread: () => number
  onUnpaired: () => void
  /** How often the server wants a picture, in seconds. */
  onPictures: (seconds: number) => void
}

/** Tells the server about every minute, and soon after every change, what this screen holds and shows. */
export class HeartbeatSender {
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  #sending = false
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.soon()
  }

  /** Something changed. */
  soon = (): void => this.#arm(SOON_MS + Math.random() * this.#options.spread())

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #arm(ms: number): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#send(), ms)
  }

  async #send(): Promise<void> {
    if (this.#sending) return this.#arm(SOON_MS)
    this.#sending = true
    const { api, problems, body, identity, onUnpaired, onPictures } = this.#options
    const errors = problems.waiting()
    try {
      this.#arm(around(EVERY_MS, SPREAD_MS))
      const report = { ...body(), errors: [...errors] }
      // Also in a header, for a server that no longer knows this screen and refuses the call unread.
      const description = encodeURIComponent(JSON.stringify({ ...report.screen, ...identity() }))
      const { pictureSeconds } = await api.heartbeat(
        { body: report },
        { headers: { [SCREEN_HEADER]: description } },
      )
      problems.sent(errors)
      if (pictureSeconds) onPictures(pictureSeconds)
    } catch (error) {
      // Lost heartbeats are not repeated: the next one says how it is by then.
      if (isUnpaired(error)) onUnpaired()
    } finally {
      this.#sending = false
    }
  }
}
