import type { MediaEvents, MediaOptions, ShownMedium } from '@vitrine/widgets/host'
import { showFile } from '@vitrine/widgets/show-file'
import { FILL } from '@vitrine/widgets/surround'
import { blockedReason } from './blocked-reason.ts'
import type { LivePlay, OpenLive, ShownStream } from './live-play.ts'

/** Delay after which the fallback loads if there is no frame yet: shorter than a zone waits. */
const FIRST_MS = 2000
/** Timeout of an attempt's first frame. */
const TRY_MS = 20_000
/** Without progress for this long, it is reopened in the background, and later the fallback shows. */
const STILL_MS = 4000
const STALL_MS = 8000
const LOOK_MS = 500
/** Retry delays in milliseconds: the first, and the maximum. */
const RETRY_MS = 2000
const RETRY_MOST_MS = 60_000
/** After this long without a stall, the next outage is reported as a new one. */
const STEADY_MS = 30_000
/** How often a playing stream is reopened, which frees the memory that browsers accumulate over months. */
const RENEW_MS = 12 * 3_600_000
/** How long the old picture stays under the new one. */
const OVERLAP_MS = 200

/**
 * A live video as a media item. The last frame stays while it stalls, then the fallback shows until it plays again;
 * each is replaced only by a loaded picture. Retries in the background, with back-off.
 */
export function playStream(
  stream: ShownStream,
  options: MediaOptions,
  events: MediaEvents,
  open: OpenLive,
): ShownMedium {
  const player = new StreamPlayer(stream, options, events, open)
  return {
    element: player.element,
    isReady: () => player.isReady,
    length: () => undefined,
    start: (_offset, shown) => player.start(shown),
    follow: () => {},
    tune: () => player.tune(),
    rest: () => player.rest(),
    alive: () => true,
    dispose: () => player.dispose(),
  }
}

class StreamPlayer {
  readonly element = document.createElement('div')
  isReady = false
  private readonly stream: ShownStream
  private readonly options: MediaOptions
  private readonly events: MediaEvents
  private readonly open: OpenLive
  /** The attempt that shows, or will once the zone starts it. */
  private live: LivePlay | undefined
  /** Whether it has stopped loading. */
  private halted = false
  private coming: { play: LivePlay; ready: boolean; since: number } | undefined
  private fallback: ShownMedium | undefined
  private staleEdge: string | undefined
  private started = false
  private over = false
  private isReported = false
  private failures = 0
  private place = -1
  private movedAt = 0
  private stalledAt = 0
  private openedAt = 0
  private nextTryAt = 0
  private readonly first: readonly ReturnType<typeof setTimeout>[]
  private readonly looking: ReturnType<typeof setInterval>

  constructor(stream: ShownStream, options: MediaOptions, events: MediaEvents, open: OpenLive) {
    this.stream = stream
    this.options = { ...options, volume: () => (stream.sound ? options.volume() : 0) }
    this.events = events
    this.open = open
    this.element.style.cssText = FILL
    this.looking = setInterval(() => this.look(), LOOK_MS)
    this.first = [
      // Asynchronously, because the zone handles failures once it has this item.
      setTimeout(() => this.attempt(), 0),
      setTimeout(() => this.isReady || this.loadFallback(), FIRST_MS),
    ]
  }

  start(shown: () => void) {
    const { live, fallback } = this
    const [medium, play] = live
      ? [live, live.play]
      : [fallback, (done: () => void) => fallback?.start(0, done)]
    this.started = true
    this.keepMoving()
    const done = () => {
      if (medium) medium.element.style.opacity = '1'
      shown()
    }
    if (this.options.motion() && medium) play(done)
    else done()
  }

  tune() {
    this.live?.tune()
    this.fallback?.tune()
  }

  rest() {
    this.live?.rest()
    this.fallback?.rest()
  }

  dispose() {
    this.stop()
    this.live?.end()
    this.fallback?.dispose()
    this.element.remove()
  }

  /** Stops retrying; the current picture stays. */
  private stop() {
    this.over = true
    clearInterval(this.looking)
    for (const timer of this.first) clearTimeout(timer)
    this.endComing()
  }

  private endComing() {
    this.coming?.play.end()
    this.coming = undefined
  }

  /** Opens the stream behind the current picture. */
  private attempt() {
    const reason = blockedReason(this.stream.address, this.stream.sites())
    if (reason !== undefined) return this.refused(reason)
    if (this.coming) return
    this.openedAt = performance.now()
    // Reopening a playing stream is only a renewal.
    if (this.live) this.staleEdge = this.isDead() ? this.live.edge() : undefined
    const play: LivePlay = this.open({ ...this.stream, staleEdge: this.staleEdge }, this.options, {
      ready: () => this.coming?.play === play && this.bring(play),
      failed: (problem) => {
        if (this.coming?.play === play) this.failedTry(problem)
        else if (this.live === play && !this.halted) this.halt(problem)
      },
    })
    play.element.style.opacity = '0'
    this.coming = { play, ready: false, since: this.openedAt }
    this.element.append(play.element)
  }

  private bring(play: LivePlay) {
    const { coming } = this
    if (!coming || coming.ready) return
    coming.ready = true
    if (!this.started) {
      this.takeOver(play, 0)
      return this.becomeReady()
    }
    const show = () => {
      if (this.over || this.coming !== coming) return
      play.element.style.opacity = '1'
      this.takeOver(play, OVERLAP_MS)
    }
    if (this.options.motion()) play.play(show)
    else show()
  }

  /** Removes the previous picture shortly afterwards. */
  private takeOver(play: LivePlay, overlap: number) {
    const { live, fallback } = this
    this.coming = undefined
    this.live = play
    this.halted = false
    this.fallback = undefined
    this.keepMoving()
    setTimeout(() => {
      live?.end()
      fallback?.dispose()
    }, overlap)
  }

  private becomeReady() {
    if (this.isReady) return
    this.isReady = true
    this.events.ready()
  }

  private keepMoving() {
    this.place = -1
    this.movedAt = performance.now()
    this.stalledAt = this.movedAt
  }

  private failedTry(problem: string) {
    const wait = Math.min(RETRY_MOST_MS, RETRY_MS * 2 ** Math.min(this.failures++, 10))
    this.endComing()
    this.nextTryAt = performance.now() + wait
    if (!this.isReady && !this.stream.fallback) return this.giveUp(problem)
    if (this.isDead()) this.reportProblem(problem)
    if (!this.isReady) this.loadFallback()
  }

  /** Loading has failed for good; the buffer still plays. */
  private halt(problem: string) {
    this.halted = true
    this.live?.halt()
    this.nextTryAt = performance.now()
    this.reportProblem(problem)
  }

  /** Unlike an unavailable stream, one of a site that isn't allowed anymore must be removed. */
  private refused(reason: string) {
    this.endComing()
    this.nextTryAt = performance.now() + RETRY_MOST_MS
    if (this.stream.fallback) {
      this.reportProblem(reason)
      return this.loadFallback()
    }
    this.live?.end()
    this.live = undefined
    this.giveUp(reason)
  }

  private giveUp(problem: string) {
    this.stop()
    this.events.failed(new Error(`Stream ${this.stream.name}: ${problem}`))
  }

  /** Reports once per outage. */
  private reportProblem(problem: string) {
    if (!this.isReported) this.events.trouble?.(new Error(`Stream ${this.stream.name}: ${problem}`))
    this.isReported = true
  }

  private isDead() {
    return !this.live || this.halted || performance.now() - this.movedAt >= STILL_MS
  }

  private look() {
    const now = performance.now()
    const { coming, live } = this
    if (coming && !coming.ready && now - coming.since >= TRY_MS) this.failedTry('timeout')
    if (live && blockedReason(this.stream.address, this.stream.sites()) !== undefined) return this.attempt()
    // A paused stream doesn't stall.
    if (!this.started || !this.options.motion() || document.hidden) this.movedAt = now
    else if (live) this.watch(live, now)
    const isDue = this.isDead() || (now - this.openedAt > RENEW_MS && now - this.stalledAt > STEADY_MS)
    if (!this.over && isDue && now >= this.nextTryAt) this.attempt()
  }

  private watch(live: LivePlay, now: number) {
    const place = live.position()
    if (place !== this.place) {
      this.place = place
      this.movedAt = now
      if (now - this.stalledAt < STEADY_MS) return
      this.failures = 0
      this.isReported = false
      return
    }
    if (now - this.movedAt < 2 * LOOK_MS) return
    this.stalledAt = now
    if (now - this.movedAt < STALL_MS) return
    this.reportProblem('stalled')
    this.loadFallback()
  }

  /** Shows the fallback over the current picture once it has loaded. */
  private loadFallback() {
    const { fallback: file } = this.stream
    if (!file || this.fallback || this.over) return
    const isCurrent = () => !this.over && this.fallback === medium
    const shown = () => {
      if (!isCurrent()) return
      const { live } = this
      medium.element.style.opacity = '1'
      this.live = undefined
      this.staleEdge = live?.edge() ?? this.staleEdge
      if (live) setTimeout(live.end, OVERLAP_MS)
    }
    const ready = () => {
      if (!isCurrent()) return
      if (this.started) medium.start(0, shown)
      else this.becomeReady()
    }
    const failed = (error: Error) => {
      if (!isCurrent()) return
      this.fallback = undefined
      medium.dispose()
      if (this.isReady) this.reportProblem(error.message)
      else this.giveUp(error.message)
    }
    const medium = showFile(file, { ...this.options, loop: true, offset: 0 }, { ready, failed })
    medium.element.style.opacity = '0'
    this.fallback = medium
    this.element.append(medium.element)
  }
}
