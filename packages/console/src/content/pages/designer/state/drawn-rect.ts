import { WIDGET_MIN } from '@vitrine/contract/document/layout-document'
import { intoReach, mostSide, type Reach } from '#content/pages/designer/geometry/reach.ts'
import { type Axis, LENGTH, moved, type Rect } from '#content/pages/designer/geometry/rect.ts'

/** A drawn rect in whole pixels, in reach; a page that doesn't clip cuts it. */
export function drawnRect(rect: Rect, reach: Reach): Rect {
  const along = (axis: Axis) => {
    const most = reach.page[LENGTH[axis]]
    const [low, high] = reach.clips ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : [0, most]
    const start = Math.min(Math.max(low, Math.round(rect[axis])), Math.max(0, high - WIDGET_MIN))
    const end = Math.min(Math.round(rect[axis] + rect[LENGTH[axis]]), high)
    return [start, Math.min(Math.max(WIDGET_MIN, end - start), mostSide(axis, reach))] as const
  }
  const [[x, width], [y, height]] = [along('x'), along('y')]
  const drawn = { x, y, width, height }
  return moved(drawn, intoReach(drawn, reach))
}
