import type { Fit, Focus } from '@vitrine/contract/fields/kinds/media-zone'

/** A medium's position and size in its zone. */
export interface Look {
  fit: Fit
  focus: Focus
}

export const FILL = 'position:absolute;left:0;top:0;width:100%;height:100%;border:0;'
const OBJECT_FIT = { contain: 'contain', cover: 'cover', stretch: 'fill', blur: 'contain' } as const

export const fillAs = ({ fit, focus }: Look): string =>
  `${FILL}object-fit:${OBJECT_FIT[fit]};object-position:${fit === 'cover' ? focus : 'center'};`

/**
 * The longer sides of the copies in pixels, each drawn from the one before. Shrinking and enlarging a few pixels blurs
 * them for free; a CSS filter would blur the whole screen for each frame, which slow screens can't.
 */
const COPIES = [64, 12, 24, 48] as const
/** How much darker than the medium it is. */
const SHADE = 'rgba(0,0,0,.3)'

type Medium = HTMLImageElement | HTMLVideoElement

const sizeOf = (medium: Medium) =>
  medium instanceof HTMLVideoElement
    ? [medium.videoWidth, medium.videoHeight]
    : [medium.naturalWidth, medium.naturalHeight]

/** A media element over a blurred copy of itself that fills the zone. `draw` copies the current picture. */
export function surrounded(medium: Medium) {
  const element = document.createElement('div')
  const canvases = COPIES.map(() => document.createElement('canvas'))
  const shown = canvases[COPIES.length - 1] as HTMLCanvasElement
  element.style.cssText = `${FILL}overflow:hidden;`
  shown.style.cssText = `${FILL}object-fit:cover;`
  shown.dataset.surround = ''
  element.append(shown, medium)
  const draw = () => {
    const [width, height] = sizeOf(medium)
    if (!width || !height) return
    let source: CanvasImageSource = medium
    for (const [index, canvas] of canvases.entries()) {
      const scale = (COPIES[index] ?? 1) / Math.max(width, height)
      // Setting a canvas's size clears it.
      canvas.width = Math.max(1, Math.round(width * scale))
      canvas.height = Math.max(1, Math.round(height * scale))
      const pen = canvas.getContext('2d')
      if (!pen) return
      pen.imageSmoothingQuality = 'high'
      pen.drawImage(source, 0, 0, canvas.width, canvas.height)
      pen.fillStyle = SHADE
      if (canvas === shown) pen.fillRect(0, 0, canvas.width, canvas.height)
      source = canvas
    }
  }
  return { element, draw }
}
