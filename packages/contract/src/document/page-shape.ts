import type { ReadDocument } from './layout-document.ts'
import { pinned } from './pins.ts'

interface Size {
  width: number
  height: number
}

/**
 * The page as an area draws it: a screen-shaped page grows to the area's shape, in layout pixels of the same size.
 * Widgets that cover the page cover the area, and reach as far over its edges; the others stay together in its middle, unless they are pinned. Other pages
 * stay the same.
 */
export function inShapeOf<D extends ReadDocument>(document: D, area: Size): D {
  const { width, height, shape, widgets } = document
  if (shape !== 'screen' || !area.width || !area.height) return document
  const scale = scaleIn(document, area)
  const size = { width: Math.ceil(area.width / scale - TINY), height: Math.ceil(area.height / scale - TINY) }
  const [right, down] = [Math.round((size.width - width) / 2), Math.round((size.height - height) / 2)]
  return {
    ...document,
    ...size,
    widgets: widgets.map((widget) => {
      const { x, y, pins } = widget
      const covers = x <= 0 && y <= 0 && x + widget.width >= width && y + widget.height >= height
      if (covers) return { ...widget, ...pinned(widget, document, size, { x: 'both', y: 'both' }) }
      if (pins) return { ...widget, ...pinned(widget, document, size, pins, 'center') }
      return { ...widget, x: x + right, y: y + down }
    }),
  }
}

/** Rounding errors of a division. */
const TINY = 1e-6

/** CSS pixels per layout pixel with which all of a page fits into an area. */
export const scaleIn = (page: Size, area: Size): number =>
  Math.min(area.width / page.width, area.height / page.height)
