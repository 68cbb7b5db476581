import type { MediaFile } from '@vitrine/widgets/host'
import type { Layer } from './layers.ts'
import type { ZoneContents } from './zone-contents.ts'

/** The mean brightness below which a picture counts as black, of 255 (Rec. 709 weights on stored values). */
const BLACK = 2
/** Timeouts for loading a file. */
const PATIENCE_MS = 5000
/** The resolution at which brightness is measured, across and down. */
const PIXELS = 8

type Picture = HTMLImageElement | HTMLVideoElement

let canvas: CanvasRenderingContext2D | null | undefined

/** The mean brightness of a picture or of a video's current frame, 0 to 255; `undefined` if it can't be read. */
function lightOf(picture: Picture): number | undefined {
  if (canvas === undefined) {
    const element = document.createElement('canvas')
    element.width = PIXELS
    element.height = PIXELS
    canvas = element.getContext('2d', { willReadFrequently: true })
  }
  if (!canvas) return undefined
  try {
    canvas.clearRect(0, 0, PIXELS, PIXELS)
    canvas.drawImage(picture, 0, 0, PIXELS, PIXELS)
    const { data } = canvas.getImageData(0, 0, PIXELS, PIXELS)
    let sum = 0
    for (let at = 0; at < data.length; at += 4)
      sum += 0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0)
    return sum / (PIXELS * PIXELS)
  } catch {
    return undefined
  }
}

/** Checked images: they don't change, so each is checked once. */
const lit = new WeakMap<Picture, string>()

function isBlackPicture(picture: Picture): boolean {
  if (lit.get(picture) === picture.currentSrc) return false
  const isBlack = (lightOf(picture) ?? BLACK) < BLACK
  if (!isBlack && picture instanceof HTMLImageElement) lit.set(picture, picture.currentSrc)
  return isBlack
}

const frontPage = () => document.querySelector<HTMLElement>('.page[data-state=front]')

/** The visible media of a page's zones; `undefined` if there are kinds other than pictures and videos. */
const PICTURES = 'img, video, iframe, canvas:not([data-surround]), [data-page] [data-page]'
const isHidden = (element: HTMLElement | null) => element?.style.opacity === '0'

function shownPictures(page: HTMLElement): Picture[] | undefined {
  const found = [...page.querySelectorAll<HTMLElement>(PICTURES)]
  const shown = found.filter((element) => !isHidden(element) && !isHidden(element.parentElement))
  return shown.every((element) => element instanceof HTMLImageElement || element instanceof HTMLVideoElement)
    ? shown
    : undefined
}

const mediaOf = ({ show }: Layer, zone: string): readonly unknown[] => {
  const value = show.page.config.inputs.find(({ name }) => name === `${zone}-media`)?.value
  return Array.isArray(value) ? value : []
}

const zonesOf = ({ show }: Layer) => show.page.widgets.filter(({ hidden }) => !hidden)

/** Whether a page of media zones on a black background shows only black. */
export function isBlack(layer: Layer): boolean {
  const zones = zonesOf(layer)
  if (
    layer.show.page.config.backdrop !== undefined ||
    !zones.every(({ type }) => type === 'media-looper') ||
    !zones.some(({ id }) => mediaOf(layer, id).length)
  )
    return false
  const page = frontPage()
  const ground = page?.querySelector<HTMLElement>('[data-page]')
  if (!page || !ground || lightOfColour(getComputedStyle(ground).backgroundColor) >= BLACK) return false
  return shownPictures(page)?.every(isBlackPicture) ?? false
}

function lightOfColour(colour: string): number {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) * alpha
}

/** The first zone of a page with another item to skip to. */
export const zoneWithMore = (layer: Layer): string | undefined =>
  zonesOf(layer).find(({ id }) => mediaOf(layer, id).length > 1)?.id

/**
 * Whether a file that the page shows isn't black at its current position, loaded again and decoded separately;
 * `undefined` if it didn't load in time.
 */
export async function isFileNotBlack(
  layer: Layer,
  zones: ZoneContents,
  media: (mediaId: string) => MediaFile | undefined,
): Promise<boolean | undefined> {
  const files = [...zones.of(layer.id)].map(([widgetId, { mediaId }]) => ({ widgetId, file: media(mediaId) }))
  // No media element at all where there should be one.
  if (frontPage() && shownPictures(frontPage() as HTMLElement)?.length === 0) return true
  let allSeen = true
  for (const { widgetId, file } of files) {
    const box = frontPage()?.querySelector(`[data-widget="${CSS.escape(widgetId)}"]`)
    const at = box?.querySelector('video')?.currentTime ?? 0
    const light = file ? await lightOfFile(file, at) : 0
    if (light === undefined) allSeen = false
    else if (light >= BLACK) return true
  }
  return allSeen ? false : undefined
}

/** The brightness of a file: black if it can't be decoded, `undefined` if it didn't load in time. */
function lightOfFile({ url, mimetype }: MediaFile, at: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const element = mimetype.startsWith('video/') ? document.createElement('video') : new Image()
    const end = (light: number | undefined) => {
      clearTimeout(timer)
      resolve(light)
      if (!(element instanceof HTMLVideoElement)) return
      element.removeAttribute('src')
      element.load()
    }
    const seen = () => end(lightOf(element) ?? 0)
    const timer = setTimeout(() => end(undefined), PATIENCE_MS)
    element.onerror = () => end(0)
    if (element instanceof HTMLVideoElement) {
      element.muted = true
      element.onloadeddata = () => {
        element.onseeked = seen
        element.currentTime = Math.min(at, element.duration || 0)
      }
    } else element.onload = seen
    element.src = url
  })
}
