import type { BlurredLook } from '@vitrine/widgets/provide-parts'

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
/** A film that waits below the front page shows another frame after these: its copy is there before its page is. */
const READY_EVENTS = ['loadeddata', 'seeked'] as const
/** On a box whose first copy isn't there yet: its page waits for it (readiness.ts). */
const AWAITED = 'data-awaits-copy'
/** Milliseconds after which a frame that isn't drawn won't be. */
const PATIENCE_MS = 3000
/** A canvas of a worker is painted later than it is drawn. */
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

function afterFrames(count: number, then: () => void): void {
  if (count === 0) then()
  else requestAnimationFrame(() => afterFrames(count - 1, then))
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
export function blurFilms(box: HTMLElement, { blur, fit, focus }: BlurredLook): () => void {
  const coarseness = blur / COPY_BLUR
  const isSmall = (box.offsetWidth * box.offsetHeight) / coarseness ** 2 <= PIXELS_MOST
  const thread = blur < BLUR_LEAST || !isSmall ? undefined : startedWorker()
  if (!thread) return () => undefined
  const copy = ++copies
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(box.offsetWidth / coarseness)
  canvas.height = Math.ceil(box.offsetHeight / coarseness)
  canvas.style.cssText = `position:absolute;left:0;top:0;width:${canvas.width * coarseness}px;height:${canvas.height * coarseness}px;visibility:visible`
  const { width, height } = canvas

  let film: HTMLVideoElement | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let sentAt = 0
  /** Position of the film, in seconds, in its last copy. */
  let sent: number | undefined
  let isDrawing = false
  let isShown = false
  let isOpen = false

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
    box.style.visibility = isCopy ? 'hidden' : ''
    box.removeAttribute(AWAITED)
  }
  const send = () => {
    if (!film || film.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
    if (film.seeking || film.currentTime === sent) return
    const now = performance.now()
    if (isDrawing && now - sentAt > PATIENCE_MS) return end()
    if (isDrawing) return
    let frame: VideoFrame | undefined
    try {
      frame = new VideoFrame(film)
      const { displayWidth, displayHeight } = frame
      if (!isOpen) open(frame.format)
      const place = placeOf(displayWidth, displayHeight)
      post({ copy, frame, place }, [frame])
      isDrawing = true
      sentAt = now
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
    if (!isShown) box.setAttribute(AWAITED, '')
    send()
  }
  const leave = () => {
    clearInterval(timer)
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
    if (!isShown) afterFrames(FRAMES_BEFORE_SHOWN, () => film && show(true))
  })
  observer.observe(box, { childList: true, subtree: true, attributeFilter: ['style'] })
  follow()
  return end
}
