import type { ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import { lookUp } from '#downlink/parts.ts'
import type { FileStore } from '#downlink/stores/file-store.ts'
import type { Signal } from '#lib/signal.ts'
import type { Clock } from '#lib/time/clock.ts'
import type { Director } from '#stage/director.ts'

interface Options {
  director: Pick<Director, 'front' | 'layers'>
  clock: Pick<Clock, 'now'>
  store: Pick<FileStore, 'url'>
  /** 0 to 1. */
  volume: Signal<number>
  sound: Signal<ScreenFacts['sound']>
  /** Whether people can see the stage: what is invisible is also silent. */
  isSeen: () => boolean
  onSecond: (listener: () => void) => () => void
  report: (problem: string) => void
}

/** The duration of a fade, and of one of its steps, in milliseconds. */
const FADE_MS = 1500
const STEP_MS = 50
/** The least volume that fades are measured by: a share of what is left would never reach silence. */
const FADE_LEAST = 0.2
/** The share of the volume that remains while a video is audible. */
const DUCKED = 0.2
/** Seconds until a failed file is retried. */
const RETRY_SECONDS = 60
const EVENTS = ['playing', 'pause', 'ended', 'volumechange'] as const
const TOUCHES = ['pointerdown', 'keydown'] as const

interface Track {
  url: string
  element: HTMLAudioElement
  isRefused: boolean
}

/**
 * Loops the storyboard's audio while its pages change. Its position follows the clock, so that neighboring screens
 * play the same moment. Fades in and out, and ducks while a video is audible.
 */
export class BackgroundAudio {
  readonly #options: Options
  readonly #stops: (() => void)[]
  #track: Track | undefined
  /** Elements that are fading out. */
  readonly #leaving = new Set<HTMLAudioElement>()
  #failed: { url: string; seconds: number } | undefined
  #fade: ReturnType<typeof setInterval> | undefined

  constructor(options: Options) {
    this.#options = options
    const { director, volume, onSecond } = options
    this.#stops = [
      director.layers.subscribe(this.#look),
      volume.subscribe(this.#look),
      onSecond(this.#eachSecond),
    ]
    // In the capture phase, because media events don't bubble.
    for (const name of EVENTS) document.addEventListener(name, this.#look, true)
    for (const name of TOUCHES) window.addEventListener(name, this.#touched, true)
    this.#look()
  }

  close(): void {
    for (const stop of this.#stops) stop()
    for (const name of EVENTS) document.removeEventListener(name, this.#look, true)
    for (const name of TOUCHES) window.removeEventListener(name, this.#touched, true)
    clearInterval(this.#fade)
    for (const element of this.#leaving) discard(element)
    if (this.#track) discard(this.#track.element)
    this.#track = undefined
  }

  #eachSecond = (): void => {
    if (this.#failed && --this.#failed.seconds <= 0) this.#failed = undefined
    this.#look()
  }

  /** Browsers that block sound allow it after a touch. */
  #touched = (): void => {
    if (this.#track?.isRefused) this.#play(this.#track)
  }

  #look = (): void => {
    const url = this.#wanted()
    if (this.#track?.url !== url) this.#change(url)
    this.#approach()
  }

  #wanted(): string | undefined {
    const { director, store, volume, isSeen } = this.#options
    const show = director.front?.show
    const audioId = show?.storyboard.audioId
    if (!show || !audioId || volume.get() <= 0 || !isSeen()) return undefined
    const medium = lookUp(show.parts, 'media', audioId)
    const url = medium && store.url(medium.sha256)
    return url === this.#failed?.url ? undefined : url
  }

  #change(url: string | undefined): void {
    if (this.#track) this.#leaving.add(this.#track.element)
    this.#track = undefined
    if (url === undefined) return
    const { clock, report } = this.#options
    const element = new Audio()
    const track: Track = { url, element, isRefused: false }
    element.loop = true
    element.volume = 0
    element.onloadedmetadata = () => {
      const { duration } = element
      if (Number.isFinite(duration) && duration > 0) element.currentTime = (clock.now() / 1000) % duration
    }
    element.onerror = () => {
      report(`Can't play background audio: ${element.error?.message ?? ''}`)
      this.#failed = { url, seconds: RETRY_SECONDS }
      this.#look()
    }
    element.src = url
    this.#track = track
    this.#play(track)
  }

  #play(track: Track): void {
    const { sound, report } = this.#options
    track.element.play()?.then(
      () => {
        track.isRefused = false
        if (track === this.#track) sound.set('on')
      },
      (error: Error) => {
        if (track !== this.#track || error.name === 'AbortError') return
        if (error.name !== 'NotAllowedError') return report(`Can't play background audio: ${error.message}`)
        track.isRefused = true
        sound.set('refused')
      },
    )
  }

  /** Fades all volumes toward their targets. */
  #approach(): void {
    if (this.#track || this.#leaving.size > 0) this.#fade ??= setInterval(this.#step, STEP_MS)
  }

  #step = (): void => {
    const full = this.#options.volume.get()
    const target = isVideoHeard() ? full * DUCKED : full
    let busy = false
    for (const element of this.#leaving) {
      if (moveTo(element, 0, full)) busy = true
      else {
        this.#leaving.delete(element)
        discard(element)
      }
    }
    if (this.#track && moveTo(this.#track.element, target, full)) busy = true
    if (busy) return
    clearInterval(this.#fade)
    this.#fade = undefined
  }
}

/** Returns whether the fade isn't complete. */
function moveTo(element: HTMLAudioElement, target: number, full: number): boolean {
  const step = (Math.max(full, target, element.volume, FADE_LEAST) * STEP_MS) / FADE_MS
  const way = target - element.volume
  element.volume = Math.abs(way) <= step ? target : element.volume + Math.sign(way) * step
  return element.volume !== target
}

/** Otherwise the decoder is kept until garbage collection. */
function discard(element: HTMLAudioElement): void {
  element.onerror = null
  element.onloadedmetadata = null
  element.pause()
  element.removeAttribute('src')
  element.load()
}

/** Whether a video of the front page is audible; browsers that can't detect an audio track are judged by the volume. */
function isVideoHeard(): boolean {
  const videos = document.querySelectorAll<HTMLVideoElement & { webkitAudioDecodedByteCount?: number }>(
    '.page[data-state=front] video',
  )
  return [...videos].some(
    ({ paused, ended, muted, volume, webkitAudioDecodedByteCount = 1 }) =>
      !paused && !ended && !muted && volume > 0 && webkitAudioDecodedByteCount > 0,
  )
}
