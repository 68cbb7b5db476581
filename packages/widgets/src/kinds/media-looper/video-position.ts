/** Seconds by which a video may be off its place: a fraction of a frame. */
const ON_PLACE = 0.004
/** Of its speed: how much faster or slower it may play to get there, heard and unheard. */
const CATCH_UP = { heard: 0.03, unheard: 0.1 }
/** Seconds over which it catches up; it is looked at about once a second. */
const CATCH_UP_SECONDS = 1.2
/** Seconds off which would take too long that way: it jumps, and not again for so many looks, about a minute. */
const FAR_OFF = 2
const JUMPS_APART = 60

/** The shorter way round. */
const nearest = (way: number, round: number) => way - Math.round(way / round) * round

/** Seconds into a video that starts over at its end. */
export const positionInLoop = (offset: number, duration: number) =>
  Number.isFinite(duration) && duration > 0 ? Math.min(offset % duration, duration) : 0

interface Options {
  isMoving: () => boolean
  isHeard: () => boolean
  /** Seconds behind its place, negative when ahead. */
  measured: (behind: number) => void
}

/** Keeps a playing video at the place that the clock says: screens beside each other show the same frame. */
export class VideoPlace {
  private readonly element: HTMLVideoElement
  private readonly options: Options
  /** It ought to be at `offset` seconds at the instant `since` (`performance.now`). */
  private plan = { offset: 0, since: 0 }
  private untilJump = 0

  constructor(element: HTMLVideoElement, options: Options) {
    this.element = element
    this.options = options
    // After its end a video takes a moment to start over.
    element.onseeked = () => this.look()
  }

  /** It ought to be `offset` seconds in now. */
  follow(offset: number) {
    this.plan = { offset, since: performance.now() }
    this.look()
  }

  /** Seconds that a video is behind that is `mediaTime` seconds in at the instant `at`. */
  behind(mediaTime: number, at: number) {
    const { duration } = this.element
    const place = this.plan.offset + (at - this.plan.since) / 1000
    return nearest(positionInLoop(Math.max(0, place), duration) - mediaTime, duration)
  }

  dispose() {
    this.element.onseeked = null
  }

  private look() {
    const { element } = this
    // A frame that appears says less: it waited for the screen to draw, for up to one refresh.
    if (this.canMeasure()) this.correct(this.behind(element.currentTime, performance.now()))
  }

  private canMeasure() {
    const { paused, seeking, ended, duration } = this.element
    return this.options.isMoving() && !paused && !seeking && !ended && Number.isFinite(duration)
  }

  private correct(behind: number) {
    const { element, options } = this
    options.measured(behind)
    if (this.untilJump-- <= 0 && Math.abs(behind) > FAR_OFF) {
      this.untilJump = JUMPS_APART
      element.currentTime = positionInLoop(element.currentTime + behind + element.duration, element.duration)
    }
    const most = options.isHeard() ? CATCH_UP.heard : CATCH_UP.unheard
    const share = Math.min(most, Math.max(-most, behind / CATCH_UP_SECONDS))
    const rate = Math.abs(behind) < ON_PLACE ? 1 : 1 + share
    if (element.playbackRate !== rate) element.playbackRate = rate
  }
}
