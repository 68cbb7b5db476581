import { type Cue, readCaptions } from '@vitrine/contract/document/captions'
import type { MediaFile } from '@vitrine/widgets/host'
import { OWN_STACK } from '#lib/fonts/stacks.ts'
import { FILL, type Look } from './surround.ts'

/** Letter size: a share of the picture's height, or of its width if that is less, as subtitles on TV. */
const OF_HEIGHT = 0.055
const OF_WIDTH = 0.05

/** The texts of the cues at an instant in seconds. */
export const textAt = (cues: readonly Cue[], seconds: number): string =>
  cues
    .filter(({ start, end }) => start <= seconds && seconds < end)
    .map(({ text }) => text)
    .join('\n')

/** Seconds until a cue begins or ends; undefined after the last. */
export function untilNext(cues: readonly Cue[], seconds: number): number | undefined {
  const edges = cues.flatMap(({ start, end }) => [start, end]).filter((edge) => edge > seconds)
  return edges.length > 0 ? Math.min(...edges) - seconds : undefined
}

/** Where the picture is in a zone of this size. */
export function pictureIn(
  zone: { width: number; height: number },
  picture: { width: number; height: number },
  { fit }: Pick<Look, 'fit'>,
) {
  if (fit === 'cover' || fit === 'stretch' || !picture.width || !picture.height)
    return { left: 0, top: 0, ...zone }
  const scale = Math.min(zone.width / picture.width, zone.height / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  return { left: (zone.width - width) / 2, top: (zone.height - height) / 2, width, height }
}

/** Draws a video's captions over its picture. `under`: the video, or the element that contains it. */
export function captioned(
  video: HTMLVideoElement,
  under: HTMLElement,
  look: Look,
  captions: NonNullable<MediaFile['captions']>,
) {
  const element = document.createElement('div')
  const area = document.createElement('div')
  const box = document.createElement('span')
  element.style.cssText = FILL
  area.style.cssText =
    'position:absolute;overflow:hidden;display:flex;flex-direction:column;justify-content:flex-end;align-items:center;pointer-events:none;'
  box.style.cssText = `display:none;flex:none;box-sizing:border-box;max-width:90%;margin-bottom:1.2em;padding:.15em .5em;border-radius:.15em;background:rgba(0,0,0,.8);color:#fff;font-family:${OWN_STACK};font-weight:500;line-height:1.3;text-align:center;white-space:pre-wrap;overflow-wrap:break-word;unicode-bidi:plaintext;`
  box.lang = captions.language
  box.dir = 'auto'
  box.dataset.captions = ''
  area.append(box)
  element.append(under, area)

  let cues: readonly Cue[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDisposed = false
  const place = () => {
    const zone = { width: element.clientWidth, height: element.clientHeight }
    const picture = pictureIn(zone, { width: video.videoWidth, height: video.videoHeight }, look)
    for (const side of ['left', 'top', 'width', 'height'] as const) area.style[side] = `${picture[side]}px`
    area.style.fontSize = `${Math.min(picture.height * OF_HEIGHT, picture.width * OF_WIDTH)}px`
  }
  const draw = () => {
    clearTimeout(timer)
    if (isDisposed) return
    const text = textAt(cues, video.currentTime)
    if (box.textContent !== text) box.textContent = text
    box.style.display = text ? '' : 'none'
    if (text) place()
    const left = untilNext(cues, video.currentTime)
    if (left !== undefined && !video.paused) timer = setTimeout(draw, (left * 1000) / video.playbackRate + 5)
  }
  const sizes = typeof ResizeObserver === 'function' ? new ResizeObserver(place) : undefined
  sizes?.observe(element)
  // A jump back at the end of a loop is `seeking`, as any other.
  const events = ['seeking', 'seeked', 'playing', 'pause', 'timeupdate', 'ratechange'] as const
  for (const event of events) video.addEventListener(event, draw)
  void captions.text().then(
    (text) => {
      cues = text === undefined ? [] : readCaptions(text)
      draw()
    },
    // The video plays without.
    () => undefined,
  )
  return {
    element,
    dispose: () => {
      isDisposed = true
      clearTimeout(timer)
      sizes?.disconnect()
      for (const event of events) video.removeEventListener(event, draw)
      element.remove()
    },
  }
}
