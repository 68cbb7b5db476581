import { WIDGET_MIN } from '@vitrine/contract/document/layout-document'
import type { Rect, Size } from '#content/pages/designer/geometry/rect.ts'

/** A drawn rect in whole pixels, inside the page. */
export function drawnRect(rect: Rect, page: Size): Rect {
  const along = (from: number, length: number, most: number) => {
    const start = Math.min(Math.max(0, Math.round(from)), Math.max(0, most - WIDGET_MIN))
    const end = Math.min(Math.round(from + length), most)
    return [start, Math.min(Math.max(WIDGET_MIN, end - start), most - start)] as const
  }
  const [x, width] = along(rect.x, rect.width, page.width)
  const [y, height] = along(rect.y, rect.height, page.height)
  return { x, y, width, height }
}
