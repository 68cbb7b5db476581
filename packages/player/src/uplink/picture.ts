import { PICTURE_CHARACTERS } from '@vitrine/contract/player/report-limits'
import { embeddedFonts, styleText } from '@vitrine/widgets/font-files'
import { loadFile } from '#lib/load-file.ts'
import { isSideways, type Turn } from '#lib/screen.ts'

export interface Picture {
  width: number
  height: number
  mimetype: 'image/jpeg'
  /** Base64. */
  image: string
  /** Whether something could not be drawn. */
  partial: boolean
}

const QUALITIES = [0.72, 0.5, 0.3]
/** Files are drawn at a higher resolution, because scaling down twice blurs. */
const FINER = 1.5

/**
 * A screenshot `width` pixels wide, as people see the screen: the page's elements redrawn, with the current frame of
 * each video and image in their place. Frames of other origins (web packages) can't be captured; they are drawn as a
 * placeholder, and `partial` is true. Throws if the browser can't draw it. @param turn how the screen is mounted; the
 * screenshot is rotated back by it
 */
export async function takePicture(root: HTMLElement, width: number, turn: Turn): Promise<Picture> {
  const [w, h] = [window.innerWidth, window.innerHeight]
  const sideways = isSideways(turn)
  const [across, down] = sidesOf({ width: w, height: h }, sideways)
  const scale = Math.min(1, width / across)
  const drawn = { partial: false, scale: scale * FINER, sideways }
  const copy = copyOf(root, drawn) as HTMLElement
  copy.style.cssText += `;position:absolute;left:0;top:0;width:${w}px;height:${h}px;overflow:hidden`
  const style = document.createElement('style')
  style.textContent = `${await embeddedFonts(loadFile)}\n${styleText()}`
  const body = document.createElement('div')
  // The page's background, for uncovered areas.
  body.style.cssText = `position:relative;width:${w}px;height:${h}px;background:#000;overflow:hidden`
  body.append(style, copy)
  const markup = new XMLSerializer().serializeToString(body)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><foreignObject width="${w}" height="${h}">${markup}</foreignObject></svg>`
  const image = await loaded(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(across * scale))
  canvas.height = Math.max(1, Math.round(down * scale))
  const pen = canvas.getContext('2d')
  pen?.translate(canvas.width / 2, canvas.height / 2)
  pen?.rotate((-turn * Math.PI) / 180)
  const [drawnW, drawnH] = sidesOf(canvas, sideways)
  pen?.drawImage(image, -drawnW / 2, -drawnH / 2, drawnW, drawnH)
  for (const quality of QUALITIES) {
    const data = canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? ''
    if (data.length <= PICTURE_CHARACTERS)
      return {
        width: canvas.width,
        height: canvas.height,
        mimetype: 'image/jpeg',
        image: data,
        partial: drawn.partial,
      }
  }
  throw new Error('The screenshot is too large')
}

function loaded(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error("This browser can't take screenshots"))
    image.src = url
  })
}

interface Drawn {
  partial: boolean
  scale: number
  sideways: boolean
}

/** Width and height, swapped if rotated by 90°. */
const sidesOf = (
  { width, height }: { width: number; height: number },
  sideways: boolean,
): [number, number] => (sideways ? [height, width] : [width, height])

/** A self-contained, static copy. */
function copyOf(node: Node, drawn: Drawn): Node | undefined {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.cloneNode() : undefined
  // Skip invisible pages, which are waiting or leaving.
  const { state } = (node as HTMLElement).dataset ?? {}
  if (state === 'back' || state === 'leaving') return undefined
  if (node instanceof HTMLScriptElement) return undefined
  const copy = replacement(node, drawn) ?? (node.cloneNode(false) as Element)
  freeze(node, copy)
  if (copy.nodeName === node.nodeName && !(copy instanceof HTMLImageElement))
    for (const child of node.childNodes) {
      const inner = copyOf(child, drawn)
      if (inner) copy.append(inner)
    }
  return copy
}

/** Replaces media by their current frame. */
function replacement(node: Element, drawn: Drawn): Element | undefined {
  if (node instanceof HTMLVideoElement)
    return still(node, node, node.videoWidth, node.videoHeight, node.readyState >= 2, drawn)
  if (node instanceof HTMLImageElement)
    return still(
      node,
      node,
      node.naturalWidth,
      node.naturalHeight,
      node.complete && node.naturalWidth > 0,
      drawn,
    )
  if (node instanceof HTMLCanvasElement)
    return still(node, node, node.width, node.height, node.width > 0, drawn)
  if (node instanceof HTMLIFrameElement) {
    drawn.partial = true
    const field = document.createElement('div')
    field.style.cssText = `${node.style.cssText};background:repeating-linear-gradient(45deg,#2c2f35 0 12px,#24272c 12px 24px)`
    return field
  }
  return undefined
}

function still(
  element: HTMLElement,
  source: CanvasImageSource,
  width: number,
  height: number,
  isThere: boolean,
  drawn: Drawn,
): HTMLImageElement {
  const image = document.createElement('img')
  image.className = element.className
  image.style.cssText = element.style.cssText
  if (!isThere || width === 0 || height === 0) return image
  const { objectFit, objectPosition } = getComputedStyle(element)
  const [boxW, boxH] = sidesOf(element.getBoundingClientRect(), drawn.sideways)
  const shrink = Math.min(1, (Math.max(boxW / width, boxH / height) || 1) * drawn.scale)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * shrink))
  canvas.height = Math.max(1, Math.round(height * shrink))
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height)
  try {
    image.src = canvas.toDataURL('image/webp', 0.8)
  } catch {
    // A file of another origin.
    drawn.partial = true
  }
  image.style.width ||= `${element.offsetWidth}px`
  image.style.height ||= `${element.offsetHeight}px`
  image.style.objectFit = objectFit
  image.style.objectPosition = objectPosition
  return image
}

/** Copies state that only the live element has: animation progress and user input. */
function freeze(node: Element, copy: Element): void {
  if (!(copy instanceof HTMLElement) || !(node instanceof HTMLElement)) return
  if (node.getAnimations?.().length) {
    const { transform, opacity } = getComputedStyle(node)
    copy.style.transform = transform
    copy.style.opacity = opacity
  }
  copy.style.animation = 'none'
  copy.style.transition = 'none'
  if (node instanceof HTMLInputElement) {
    copy.setAttribute('value', node.value)
    if (node.checked) copy.setAttribute('checked', '')
  }
  if (node instanceof HTMLTextAreaElement) copy.textContent = node.value
  if (node instanceof HTMLOptionElement && node.selected) copy.setAttribute('selected', '')
}
