import type { Heartbeat } from '@vitrine/contract/api/screens/screen-report'
import type { ScreenHeader } from '@vitrine/contract/api/screens/unknown-screens'
import { SCREEN_HEADER } from '@vitrine/contract/player/calls'
import { type Api, isUnpaired } from '#lib/api.ts'
import { jittered } from '#lib/retry.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { Problems } from './problems.ts'

const EVERY_MS = 60_000
/** The interval while connected, when changes arrive as events. */
const CONNECTED_MS = 120_000
/** The share of an interval by which screens differ. */
const SPREAD = 1 / 8
/** Delay after the first failed report, and after a problem, to report related problems together. */
const AGAIN_MS = 20_000
/** The interval of full reports, which include constantly changing facts. */
const WHOLE_MS = 1_800_000
/** The interval for a screen that measures synchronization, starting with the next heartbeat. */
const STEP_MS = 600_000
/** A response within this many milliseconds is a good time measurement. */
const GOOD_WAY_MS = 10
/** Delay after a switch; merges several in a row. */
const SOON_MS = 300

interface Options {
  api: Pick<Api, 'heartbeat' | 'beat'>
  clock: Pick<Clock, 'monotonic' | 'adopt'>
  isConnected: () => boolean
  problems: Problems
  body: () => Omit<Heartbeat, 'errors'>
  /** The identity with which a server that lost the screen takes it back. */
  identity: () => Pick<ScreenHeader, 'name' | 'deviceGroupId'>
  /** Milliseconds over which the screens of this server spread simultaneous requests. */
  spread: () => number
  onUnpaired: () => void
  /** Called with the server's screenshot interval in seconds. */
  onPictures: (seconds: number) => void
  /** Called with the newest manifest's tag. */
  onTag: (tag: string) => void
}

/** Reports this screen's state soon after every change, and every few minutes without one. */
export class HeartbeatSender {
  #timer: ReturnType<typeof setTimeout> | undefined
  #dueAt = 0
  #closed = false
  #sending = false
  /** The last acknowledged full report, and when it was sent. */
  #lastSent = ''
  #lastSentAt = 0
  #reportedSteps = false
  #count = 0
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    options.problems.onFirst = () => {
      const wait = jittered(AGAIN_MS, AGAIN_MS / 2)
      if (this.#dueAt - options.clock.monotonic() > wait) this.#arm(wait)
    }
    this.soon()
  }

  /** Schedules a report after a change. */
  soon = (): void => this.#arm(SOON_MS + Math.random() * this.#options.spread())

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #arm(ms: number): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    this.#dueAt = this.#options.clock.monotonic() + ms
    this.#timer = setTimeout(() => void this.#send(), ms)
  }

  async #send(): Promise<void> {
    if (this.#sending) return this.#arm(SOON_MS)
    this.#sending = true
    const { clock, isConnected, onUnpaired, onPictures, onTag } = this.#options
    const every = isConnected() ? CONNECTED_MS : EVERY_MS
    this.#arm(jittered(every, every * SPREAD))
    const sentAt = clock.monotonic()
    try {
      const { serverTime, pictureSeconds, tag } = await this.#sendReport(sentAt)
      const receivedAt = clock.monotonic()
      if (receivedAt - sentAt <= GOOD_WAY_MS) clock.adopt([{ serverTime, sentAt, receivedAt }])
      if (pictureSeconds) onPictures(pictureSeconds)
      onTag(tag)
    } catch (error) {
      if (isUnpaired(error)) onUnpaired()
      else if (this.#lastSent) this.#arm(jittered(AGAIN_MS, AGAIN_MS / 2))
      // Send a full report next, because this one was lost.
      this.#lastSent = ''
    } finally {
      this.#sending = false
    }
  }

  async #sendReport(now: number) {
    const { api, problems, body, identity } = this.#options
    const errors = problems.waiting()
    const report = body()
    // Exclude fields that always differ.
    const appearance = JSON.stringify({
      ...report,
      startedAt: 0,
      clockError: 0,
      storage: 0,
      machine: 0,
      inStep: 0,
    })
    const revision = () => `${report.bootId}.${this.#count}`
    const steps = Boolean(report.inStep?.length)
    const whole = !steps ? WHOLE_MS : this.#reportedSteps ? STEP_MS : 0
    if (errors.length === 0 && appearance === this.#lastSent && now - this.#lastSentAt < whole) {
      const answer = await api.beat({ body: { revision: revision() } })
      if (!answer.isKnown) {
        this.#lastSent = ''
        this.soon()
      }
      return answer
    }
    this.#count++
    // Also in a header, for a server that no longer knows this screen and rejects the call unread.
    const description = encodeURIComponent(JSON.stringify({ ...report.screen, ...identity() }))
    const answer = await api.heartbeat(
      { body: { ...report, errors: [...errors], revision: revision() } },
      { headers: { [SCREEN_HEADER]: description } },
    )
    problems.sent(errors)
    this.#lastSent = appearance
    this.#lastSentAt = now
    this.#reportedSteps = steps
    return answer
  }
}
