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

/** The longer side of the blurred copy in pixels: enough for a blur, and quick to draw on slow screens. */
const COPY = 48

/** A media element over a blurred copy of itself that fills the zone. `draw` copies the current picture. */
export function surrounded(medium: HTMLImageElement | HTMLVideoElement) {
  const element = document.createElement('div')
  const canvas = document.createElement('canvas')
  element.style.cssText = `${FILL}overflow:hidden;`
  // Larger than the zone, because a blur fades at its edges.
  canvas.style.cssText = `${FILL}object-fit:cover;filter:blur(16px) brightness(.7);transform:scale(1.15);`
  canvas.dataset.surround = ''
  element.append(canvas, medium)
  const draw = () => {
    const [width, height] =
      medium instanceof HTMLVideoElement
        ? [medium.videoWidth, medium.videoHeight]
        : [medium.naturalWidth, medium.naturalHeight]
    if (!width || !height) return
    const scale = COPY / Math.max(width, height)
    // Setting a canvas's size clears it.
    if (canvas.dataset.of !== `${width} ${height}`) {
      canvas.width = Math.max(1, Math.round(width * scale))
      canvas.height = Math.max(1, Math.round(height * scale))
      canvas.dataset.of = `${width} ${height}`
    }
    canvas.getContext('2d')?.drawImage(medium, 0, 0, canvas.width, canvas.height)
  }
  return { element, draw }
}
