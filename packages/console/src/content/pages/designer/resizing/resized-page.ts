import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { pinned } from '@vitrine/contract/document/pins'
import { type Axis, endOf, LENGTH, type Rect, type Size } from '#content/pages/designer/geometry/rect.ts'
import type { Page } from '#content/pages/designer/state/page.ts'
import { reflowed } from './reflow.ts'
import { scaledWidget } from './scaled-widget.ts'

/** What becomes of the widgets when their page gets another size. */
export const WAYS = ['adapt', 'scale', 'keep'] as const
export type Way = (typeof WAYS)[number]

const covers = ({ x, y, width, height }: Rect, page: Size): boolean =>
  x <= 0 && y <= 0 && x + width >= page.width && y + height >= page.height

/**
 * A page with another size. What covers it covers it again, and reaches as far over its edges; what is pinned keeps its
 * distances, unless all is scaled.
 */
export function resizedPage(page: Page, size: Size, way: Way, rtl = false): Page {
  const by = way === 'scale' ? scaleTo(page, size) : 1
  const changed = new Map<string, ReadWidget>()
  const rest: ReadWidget[] = []
  for (const widget of page.widgets) {
    if (covers(widget, page)) changed.set(widget.id, { ...widget, ...covering(widget, page, size, by) })
    else if (widget.pins && way !== 'scale')
      changed.set(widget.id, { ...widget, ...pinned(widget, page, size, widget.pins) })
    else rest.push(widget)
  }
  for (const widget of arranged(rest, page, size, way, rtl)) changed.set(widget.id, widget)
  return { ...page, ...size, widgets: page.widgets.map((widget) => changed.get(widget.id) ?? widget) }
}

const scaleTo = (page: Size, size: Size): number =>
  Math.min(size.width / page.width, size.height / page.height)

/** A rect over all of a page, as far over its edges as over those of the page before, times `by`. */
function covering(rect: Rect, page: Size, size: Size, by: number): Rect {
  const along = (axis: Axis) => {
    const before = Math.round(rect[axis] * by)
    const after = Math.round((endOf(rect, axis) - page[LENGTH[axis]]) * by)
    return [before, size[LENGTH[axis]] + after - before] as const
  }
  const [[x, width], [y, height]] = [along('x'), along('y')]
  return { x, y, width, height }
}

function arranged(widgets: readonly ReadWidget[], page: Page, size: Size, way: Way, rtl: boolean) {
  if (way === 'keep') return widgets
  if (way === 'adapt') return reflowed(widgets, page, size, rtl)
  const by = scaleTo(page, size)
  const [left, top] = [(size.width - page.width * by) / 2, (size.height - page.height * by) / 2]
  return widgets.map((widget) => {
    const { x, y, width, height } = widget
    const [from, to] = [left + x * by, top + y * by].map(Math.round) as [number, number]
    const rect = {
      x: from,
      y: to,
      width: Math.max(1, Math.round(left + (x + width) * by) - from),
      height: Math.max(1, Math.round(top + (y + height) * by) - to),
    }
    return scaledWidget(widget, rect, by)
  })
}
