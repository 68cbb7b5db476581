import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { contains, type Point } from '#content/pages/designer/geometry/rect.ts'
import { unitOf } from '#content/pages/designer/state/groups.ts'
import { frontFirst, type Page } from '#content/pages/designer/state/page.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import type { Gesture, Keys } from './gesture.ts'
import { marqueeGesture } from './marquee.ts'
import { moveGesture } from './move.ts'

/** Selectable widgets below a point, front first; locked and hidden ones are skipped. */
export const widgetsAt = (page: Page, point: Point): ReadWidget[] =>
  frontFirst({
    widgets: page.widgets.filter((widget) => !widget.locked && !widget.hidden && contains(widget, point)),
  })

/** A press on the canvas: selects, and becomes a move or a marquee. `point` in layout pixels. */
export function pressGesture(designer: Designer, point: Point, keys: Keys): Gesture {
  const { page, selection, entered } = designer.state
  const below = widgetsAt(page, point)
  const hit = keys.mod ? underneath(below, selection) : (held(below, selection) ?? below[0])
  if (!hit) return marqueeGesture(designer, point, keys.shift)
  const unit = keys.mod ? [hit.id] : unitOf(page, hit.id, entered)
  const isSelected = selection.includes(hit.id)
  if (keys.shift && isSelected) {
    // Deselect on release only, so that a shift-drag still moves the whole selection.
    return moveGesture(designer, point, keys, () =>
      designer.select(designer.state.selection.filter((id) => !unit.includes(id))),
    )
  }
  if (keys.shift) designer.select([...new Set([...selection, ...unit])])
  else if (!isSelected) choose(designer, hit, unit)
  const front = below[0]
  return moveGesture(designer, point, keys, () => {
    if (keys.shift || !isSelected) return
    const clicked = keys.mod ? hit : (front ?? hit)
    choose(designer, clicked, keys.mod ? unit : unitOf(page, clicked.id, entered))
  })
}

/** Selects a widget with its group, or alone in its group. */
function choose(designer: Designer, { id, group }: ReadWidget, unit: readonly string[]): void {
  if (group !== undefined && unit.length === 1) designer.enter(group, [id])
  else designer.select(unit)
}

/** A selected widget is grabbed even if others cover it. */
const held = (below: readonly ReadWidget[], selection: readonly string[]) =>
  below.find(({ id }) => selection.includes(id))

/** The next widget below the selected one, wrapping around to the front. */
function underneath(below: readonly ReadWidget[], selection: readonly string[]): ReadWidget | undefined {
  const index = below.findIndex(({ id }) => selection.includes(id))
  return below[index + 1] ?? below[0]
}
