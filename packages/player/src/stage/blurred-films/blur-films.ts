import type { BlurredLook } from '@vitrine/widgets/provide-parts'
import { whenStill } from '#lib/after-paint.ts'

/** An opened canvas, a frame with its place in it (left, top, width, height), or the end of a copy. */
export type ToBlur = { copy: number } & (
  | { canvas: OffscreenCanvas; blur: number; isOpaque: boolean }
  | { frame: VideoFrame; place: [number, number, number, number] }
  | { ended: true }
)
export interface FromBlur {
  copy: number
  isDrawn: boolean
}

/** The blur inside the copy, in its pixels: below it, enlarged pixels would be seen. */
const COPY_BLUR = 2.5
/** Formats of frames without alpha. */
const OPAQUE = new Set<VideoPixelFormat | null>(['I420', 'I422', 'I444', 'NV12', 'RGBX', 'BGRX'])
/** Blurs, in pixels of the box, below which the copy is so large that drawing it costs as much as the filter. */
const BLUR_LEAST = 5
/** A larger copy would need more memory and time than it saves: pages may have sides of 100,000 px. */
const PIXELS_MOST = 1_000_000
/** Milliseconds between copies: through a blur, a film looks the same without the rest of its frames. */
const BETWEEN_MS = 40
/** A film that waits for its page shows another frame after these: its copy is there before its page is. */
const READY_EVENTS = ['loadeddata', 'seeked'] as const
/** On a box whose first copy isn't there yet: its page waits for it (readiness.ts). */
const AWAITED = 'data-awaits-copy'
/** Looks at a film, BETWEEN_MS apart, after which a frame that isn't drawn won't be. A stalled thread doesn't look. */
const LOOKS_MOST = 75
/** The page no longer waits for its copy after this long without a painted frame, as while the screen is off. */
const STILL_MS = 1000
const AWAITED_MOST_MS = 3000
const FRAMES_BEFORE_SHOWN = 3

let worker: Worker | undefined
let isBroken = false
let copies = 0
const listeners = new Map<number, (isDrawn: boolean) => void>()

/** One for all films, as long as the player runs. Undefined where it doesn't work. */
function startedWorker(): Worker | undefined {
  if (isBroken || worker) return worker
  if (typeof VideoFrame !== 'function' || !('transferControlToOffscreen' in HTMLCanvasElement.prototype))
    return undefined
  try {
    worker = new Worker(new URL('./blur-films.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<FromBlur>) => listeners.get(data.copy)?.(data.isDrawn)
    worker.onerror = giveUp
  } catch {
    isBroken = true
  }
  return worker
}

/** From now on, the browser's filter blurs all films. */
function giveUp(): void {
  isBroken = true
  worker?.terminate()
  worker = undefined
  for (const notify of [...listeners.values()]) notify(false)
}

/**
 * Shows a small blurred copy in place of the film in a box whose CSS filter blurs it, which without a graphics processor
 * takes longer than a frame. The filter stays until the copy shows, and wherever there is no copy: for pictures, small
 * blurs, old browsers, and after any failure. The copy is drawn in a worker. Returns how to end it.
 */
export function blurFilms(box: HTMLElement, look: BlurredLook): () => void {
  const { blur, fit, focus } = look
  const coarseness = blur / COPY_BLUR
  const isSmall = (look.width * look.height) / coarseness ** 2 <= PIXELS_MOST
  const thread = blur < BLUR_LEAST || !isSmall ? undefined : startedWorker()
  if (!thread) return () => undefined
  const copy = ++copies
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(look.width / coarseness)
  canvas.height = Math.ceil(look.height / coarseness)
  canvas.style.cssText = `position:absolute;left:0;top:0;width:${canvas.width * coarseness}px;height:${canvas.height * coarseness}px`
  const { width, height } = canvas
  /** Hidden instead of the box, which a layer may hide with all that is in it. */
  const media = box.firstElementChild as HTMLElement | null

  let film: HTMLVideoElement | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  /** Looks since the last frame was sent. */
  let looks = 0
  /** Position of the film, in seconds, in its last copy. */
  let sent: number | undefined
  let isDrawing = false
  let isShown = false
  let isOpen = false
  /** The frame after which the first copy shows. */
  let soon = 0
  let endWait: (() => void) | undefined

  /** Once there is a film: pictures need no copy. Everything below an opaque one costs nothing to draw. */
  const open = (format: VideoPixelFormat | null) => {
    box.append(canvas)
    const offscreen = canvas.transferControlToOffscreen()
    const isOpaque = fit !== 'contain' && OPAQUE.has(format)
    post({ copy, canvas: offscreen, blur: COPY_BLUR, isOpaque }, [offscreen])
    isOpen = true
  }
  const post = (what: ToBlur, transfer: Transferable[] = []) => thread.postMessage(what, transfer)
  const show = (isCopy: boolean) => {
    isShown = isCopy
    // Another blur may have replaced this one already.
    if (isCopy) box.style.filter = 'none'
    else if (box.style.filter === 'none') box.style.filter = `blur(${blur}px)`
    if (media) media.style.visibility = isCopy ? 'hidden' : ''
    canvas.hidden = !isCopy
    box.removeAttribute(AWAITED)
  }
  /** A canvas of a worker is painted later than it is drawn. */
  const appear = (frames = FRAMES_BEFORE_SHOWN) => {
    soon = requestAnimationFrame(() => {
      if (frames > 1) return appear(frames - 1)
      soon = 0
      show(true)
    })
  }
  const send = () => {
    if (isDrawing) return ++looks > LOOKS_MOST ? end() : undefined
    if (!film || film.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
    if (film.seeking || film.currentTime === sent) return
    let frame: VideoFrame | undefined
    try {
      frame = new VideoFrame(film)
      const { displayWidth, displayHeight } = frame
      if (!isOpen) open(frame.format)
      const place = placeOf(displayWidth, displayHeight)
      post({ copy, frame, place }, [frame])
      isDrawing = true
      looks = 0
      sent = film.currentTime
    } catch {
      frame?.close()
      end()
    }
  }
  /** Left, top, width, and height of a film in the canvas, as `object-fit` and `object-position` place it. */
  const placeOf = (across: number, down: number): [number, number, number, number] => {
    if (fit === 'stretch') return [0, 0, width, height]
    const scale = (fit === 'cover' ? Math.max : Math.min)(width / across, height / down)
    const [w, h] = [across * scale, down * scale]
    const share = (near: string, far: string) =>
      fit !== 'cover' ? 0.5 : focus.includes(near) ? 0 : focus.includes(far) ? 1 : 0.5
    return [(width - w) * share('left', 'right'), (height - h) * share('top', 'bottom'), w, h]
  }
  const follow = () => {
    const next = [...box.querySelectorAll('video')].find(({ style }) => style.opacity !== '0')
    if (next === film) return
    leave()
    film = next
    if (!film) return show(false)
    // By a timer: a callback for each of the film's frames makes the page draw a whole frame, too.
    timer = setInterval(send, BETWEEN_MS)
    for (const event of READY_EVENTS) film.addEventListener(event, send)
    if (!isShown) {
      canvas.hidden = false
      box.setAttribute(AWAITED, '')
      endWait = whenStill(STILL_MS, AWAITED_MOST_MS, () => box.removeAttribute(AWAITED))
    }
    send()
  }
  const leave = () => {
    clearInterval(timer)
    cancelAnimationFrame(soon)
    soon = 0
    endWait?.()
    for (const event of READY_EVENTS) film?.removeEventListener(event, send)
    film = undefined
    sent = undefined
  }
  const end = () => {
    listeners.delete(copy)
    observer.disconnect()
    leave()
    show(false)
    canvas.remove()
    post({ copy, ended: true })
  }
  const observer = new MutationObserver(follow)

  listeners.set(copy, (isDrawn) => {
    isDrawing = false
    if (!isDrawn) return end()
    if (film && !isShown && soon === 0) appear()
  })
  observer.observe(box, { childList: true, subtree: true, attributeFilter: ['style'] })
  follow()
  return end
}
