import type { ReportedPlay } from '@vitrine/contract/api/screens/plays'
import { PLAYS_AT_ONCE } from '@vitrine/contract/player/report-limits'
import { type Api, ApiError, errorMessage } from '#lib/api.ts'
import { newId } from '#lib/new-id.ts'
import { jittered, retryDelay } from '#lib/retry.ts'
import type { State } from '#lib/state.ts'
import type { Clock } from '#lib/time/clock.ts'
import { onClockCorrection } from './clock-correction.ts'
import { PlayQueue, QUEUE_MAX } from './play-queue.ts'

/** An item on the stage; `key` identifies it while it shows. */
export interface OnStage extends Pick<ReportedPlay, 'kind' | 'storyboardId' | 'pageId' | 'mediaId' | 'name'> {
  key: string
}

const SEND_MS = 60_000
const SEND_SPREAD_MS = 10_000
/** How often a long play is reported while it continues, so that a power cut costs minutes instead of a day. */
const RUNNING_REPORT_MS = 300_000
const STORE_MS = 300_000
/** Shorter than a frame, so no one saw it. */
const VISIBLE_MS = 20

interface Running {
  play: Omit<ReportedPlay, 'to'>
  /** By the monotonic clock: setting the time doesn't change a play's length. */
  began: number
  reportedAt: number
  /** It started before the server's time was known. */
  unsure: boolean
}

interface Options {
  api: Pick<Api, 'plays'>
  clock: Pick<Clock, 'now' | 'monotonic' | 'error' | 'onStep'>
  state: Pick<State, 'get' | 'set'>
  report: (problem: string) => void
}

/**
 * Proof of play: records every item from the `show` call that includes it to the one that omits it. Stored until the
 * server acknowledges it, across outages; plays that were not stored before a power cut are not reconstructed.
 */
export class PlayBook {
  readonly #queue: PlayQueue
  readonly #running = new Map<string, Running>()
  readonly #options: Options
  readonly #opened: Promise<void>
  readonly #stop: () => void
  /** Finished plays that started before the server's time was known. */
  #unsure = new Set<ReportedPlay>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #storedAt: number
  #failures = 0
  #closed = false

  constructor(options: Options) {
    this.#options = options
    this.#queue = new PlayQueue(options.state)
    this.#storedAt = options.clock.monotonic()
    this.#stop = onClockCorrection(options.clock, this.#setRight)
    this.#opened = this.#queue.open().catch(() => {})
    this.#arm(jittered(SEND_MS, SEND_SPREAD_MS))
  }

  /** The items on the stage; none while the screen is dark or shows one of the player's own screens. */
  show(items: readonly OnStage[]): void {
    const { clock } = this.#options
    const now = clock.monotonic()
    const keys = new Set(items.map(({ key }) => key))
    for (const [key, running] of this.#running)
      if (!keys.has(key)) {
        this.#running.delete(key)
        if (now - running.began < VISIBLE_MS) continue
        const play = ended(running, now)
        this.#queue.add(play)
        if (running.unsure && this.#unsure.size < QUEUE_MAX) this.#unsure.add(play)
      }
    for (const { key, ...item } of items)
      if (!this.#running.has(key)) {
        const play = { id: newId(clock.now()), ...item, from: Math.round(clock.now()) }
        this.#running.set(key, { play, began: now, reportedAt: now, unsure: clock.error() === null })
      }
  }

  close(): void {
    this.#closed = true
    this.#stop()
    clearTimeout(this.#timer)
  }

  /** Shifts plays recorded before the server's time was known. */
  #setRight = (by: number): void => {
    for (const running of this.#running.values()) {
      if (!running.unsure) continue
      running.unsure = false
      running.play = { ...running.play, from: running.play.from + by }
    }
    for (const play of this.#unsure) Object.assign(play, { from: play.from + by, to: play.to + by })
    this.#unsure.clear()
  }

  #arm(ms: number): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#send(), ms)
  }

  async #send(): Promise<void> {
    await this.#opened
    const { api, clock, report } = this.#options
    const now = clock.monotonic()
    const unfinished = [...this.#running.values()].filter(
      ({ reportedAt }) => now - reportedAt >= RUNNING_REPORT_MS,
    )
    const ready = this.#queue.peek(PLAYS_AT_ONCE - unfinished.length)
    let wait = jittered(SEND_MS, SEND_SPREAD_MS)
    try {
      if (ready.length + unfinished.length > 0) {
        await api.plays({
          body: { plays: [...ready, ...unfinished.map((running) => ended(running, now))] },
        })
        this.#queue.take(ready.length)
        for (const running of unfinished) running.reportedAt = now
        if (this.#queue.length > 0) wait = 1000
      }
      this.#failures = 0
    } catch (error) {
      // The server will never accept what it rejects today, and later plays must not wait for it.
      if (error instanceof ApiError && error.status === 400) this.#queue.take(ready.length)
      report(`Plays: ${errorMessage(error)}`)
      wait = Math.max(SEND_MS, retryDelay(this.#failures++, { base: SEND_MS, cap: STORE_MS }))
    }
    if (this.#queue.dropped > 0) report(`${this.#queue.dropped} plays were dropped while offline`)
    this.#queue.dropped = 0
    await this.#store(now)
    this.#arm(wait)
  }

  /** Nothing to store while the server acknowledges everything. */
  async #store(now: number): Promise<void> {
    if (this.#queue.isStored || (this.#queue.length > 0 && now - this.#storedAt < STORE_MS)) return
    this.#storedAt = now
    await this.#queue
      .store()
      .catch((error: unknown) => this.#options.report(`Not stored: ${errorMessage(error)}`))
  }
}

const ended = ({ play, began }: Running, now: number): ReportedPlay => ({
  ...play,
  to: play.from + Math.round(now - began),
})
