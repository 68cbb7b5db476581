import type { FrameClock } from './frame-clock.ts'

interface Started {
  /** The moment at which it was first seen, and its own time then, in milliseconds. */
  seen: number
  from: number
}

/** Milliseconds that a video has to find a frame, and a picture to load. */
const PATIENCE = 4000

/** Brings a page to moments of its time, in order: its animations, its videos, and what follows the clock. */
export class Moments {
  readonly #page: HTMLElement
  readonly #clock: FrameClock
  readonly #started = new WeakMap<Animation | HTMLVideoElement, Started>()
  readonly #observer: MutationObserver
  #isChanged = true

  constructor(page: HTMLElement, clock: FrameClock) {
    this.#page = page
    this.#clock = clock
    this.#observer = new MutationObserver(() => {
      this.#isChanged = true
    })
    this.#observer.observe(page, { childList: true, characterData: true, attributes: true, subtree: true })
  }

  /** Whether the page may look different from the last moment. */
  async to(elapsed: number): Promise<boolean> {
    if (this.#clock.to(elapsed)) await this.#settled()
    const animations = this.#page.getAnimations({ subtree: true })
    for (const animation of animations) {
      const isEndless = animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY
      const started = this.#from(animation, elapsed, isEndless ? Number(animation.currentTime ?? 0) : 0)
      animation.pause()
      animation.currentTime = started.from + elapsed - started.seen
    }
    const videos = [...this.#page.querySelectorAll('video')]
    for (const video of videos) await this.#seek(video, elapsed)
    const isChanged = this.#isChanged || animations.length > 0 || videos.length > 0
    this.#isChanged = false
    return isChanged
  }

  end(): void {
    this.#observer.disconnect()
  }

  #from(what: Animation | HTMLVideoElement, elapsed: number, from: number): Started {
    const started = this.#started.get(what) ?? { seen: elapsed, from }
    this.#started.set(what, started)
    return started
  }

  async #seek(video: HTMLVideoElement, elapsed: number): Promise<void> {
    const { duration } = video
    if (!(duration > 0)) return
    const started = this.#from(video, elapsed, 0)
    video.pause()
    const place = ((started.from + elapsed - started.seen) / 1000) % duration
    if (Math.abs(video.currentTime - place) < 0.001 && video.readyState >= 2) return
    const found = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
    video.currentTime = place
    await Promise.race([found, wait(PATIENCE)])
  }

  /** Text that changed is drawn, and pictures that came are loaded and shown. */
  async #settled(): Promise<void> {
    await wait(0)
    const pictures = [...this.#page.querySelectorAll('img')].map((one) => one.decode().catch(() => undefined))
    await Promise.race([Promise.all(pictures), wait(PATIENCE)])
    this.#clock.tick()
    await wait(0)
  }
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
