import { WIDGET_MIN } from '@vitrine/contract/document/layout-document'
import { intoPage, moved, type Rect } from '#content/pages/designer/geometry/rect.ts'
import { type Page, rectOf, widgetOf, withRects } from '#content/pages/designer/state/page.ts'
import type { Designer, StepLabel } from '#content/pages/designer/state/store.ts'

/** The numeric equivalents of a drag. */
export const SIDES = ['x', 'y', 'width', 'height'] as const
export type Side = (typeof SIDES)[number]

/** Rects after setting one side, kept inside the page. Locked widgets stay. */
function rectsWith(page: Page, ids: readonly string[], side: Side, valueFor: (rect: Rect) => number) {
  const isPlace = side === 'x' || side === 'y'
  const [least, most] = isPlace
    ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    : [WIDGET_MIN, page[side]]
  const widgets = ids.flatMap((id) => widgetOf(page, id) ?? []).filter(({ locked }) => !locked)
  return new Map(
    widgets.map((widget): [string, Rect] => {
      const value = Math.round(Math.min(Math.max(valueFor(widget), least), most))
      const rect: Rect = { ...rectOf(widget), [side]: value }
      return [widget.id, moved(rect, intoPage(rect, page))]
    }),
  )
}

export const sideLabel = (side: Side, count: number): StepLabel => ({
  name: side === 'x' || side === 'y' ? 'move' : 'resize',
  count,
})

/** Sets one side of several widgets, each to its own number; consecutive input is one undo step. */
export function setSide(
  designer: Designer,
  ids: readonly string[],
  side: Side,
  valueFor: (rect: Rect) => number,
): void {
  const rects = rectsWith(designer.state.page, ids, side, valueFor)
  designer.moveTo(rects, sideLabel(side, rects.size), `${side} ${ids.join()}`)
}

/** Changes one side by a distance from the start of a gesture in progress. */
export function scrubSide(designer: Designer, ids: readonly string[], side: Side, by: number): void {
  const { present } = designer.state.history
  designer.show(
    withRects(
      present,
      rectsWith(present, ids, side, (rect) => rect[side] + by),
    ),
  )
}
