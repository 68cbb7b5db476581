/** The tolerated deviation of a video in seconds: a fraction of a frame. */
const ON_PLACE = 0.004
/** The maximum change of playback speed to catch up, audible and muted. */
const CATCH_UP = { heard: 0.03, unheard: 0.1 }
/** Seconds in which it catches up; its position is checked about once a second. */
const CATCH_UP_SECONDS = 1.2
/** Beyond this many seconds it seeks instead, at most once in this many checks, about a minute. */
const FAR_OFF = 2
const JUMPS_APART = 60

/** The shorter way around the loop. */
const nearest = (way: number, round: number) => way - Math.round(way / round) * round

/** The position in a looping video, in seconds. */
export const positionInLoop = (offset: number, duration: number) =>
  Number.isFinite(duration) && duration > 0 ? Math.min(offset % duration, duration) : 0

interface Options {
  /** In seconds, of its picture. */
  length: () => number
  isMoving: () => boolean
  isHeard: () => boolean
  /** Gets the lag in seconds, negative if it is ahead. */
  measured: (behind: number) => void
}

/** Keeps a playing video at its position by the clock: neighboring screens show the same frame. */
export class VideoPlace {
  private readonly element: HTMLVideoElement
  private readonly options: Options
  /** The target: `offset` seconds at the instant `since` (`performance.now`). */
  private plan = { offset: 0, since: 0 }
  private untilJump = 0

  constructor(element: HTMLVideoElement, options: Options) {
    this.element = element
    this.options = options
    // Looping takes a video a moment.
    element.onseeked = () => this.look()
  }

  /** Sets the target position for now, in seconds. */
  follow(offset: number) {
    this.plan = { offset, since: performance.now() }
    this.look()
  }

  /** The lag in seconds of a video that is at `mediaTime` seconds at the instant `at`. */
  behind(mediaTime: number, at: number) {
    const duration = this.options.length()
    const place = this.plan.offset + (at - this.plan.since) / 1000
    return nearest(positionInLoop(Math.max(0, place), duration) - mediaTime, duration)
  }

  dispose() {
    this.element.onseeked = null
  }

  private look() {
    const { element } = this
    // Not in a frame callback, which is less precise: it waits for up to one display refresh.
    if (this.canMeasure()) this.correct(this.behind(element.currentTime, performance.now()))
  }

  private canMeasure() {
    const { paused, seeking, ended } = this.element
    return this.options.isMoving() && !paused && !seeking && !ended && Number.isFinite(this.options.length())
  }

  private correct(behind: number) {
    const { element, options } = this
    const length = options.length()
    options.measured(behind)
    if (this.untilJump-- <= 0 && Math.abs(behind) > FAR_OFF) {
      this.untilJump = JUMPS_APART
      element.currentTime = positionInLoop(element.currentTime + behind + length, length)
    }
    const most = options.isHeard() ? CATCH_UP.heard : CATCH_UP.unheard
    const share = Math.min(most, Math.max(-most, behind / CATCH_UP_SECONDS))
    const rate = Math.abs(behind) < ON_PLACE ? 1 : 1 + share
    if (element.playbackRate !== rate) element.playbackRate = rate
  }
}
