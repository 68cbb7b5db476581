import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { contains, type Point } from '#content/pages/designer/geometry/rect.ts'
import { frontFirst, type Page } from '#content/pages/designer/state/page.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import type { Gesture, Keys } from './gesture.ts'
import { marqueeGesture } from './marquee.ts'
import { moveGesture } from './move.ts'

/** Selectable widgets below a point, front first; locked and hidden ones are skipped. */
export const widgetsAt = (page: Page, point: Point): ReadWidget[] =>
  frontFirst(page).filter((widget) => !widget.locked && !widget.hidden && contains(widget, point))

/** A press on the canvas: selects, and becomes a move or a marquee. `point` in layout pixels. */
export function pressGesture(designer: Designer, point: Point, keys: Keys): Gesture {
  const { page, selection } = designer.state
  const below = widgetsAt(page, point)
  const hit = keys.mod ? underneath(below, selection) : (held(below, selection) ?? below[0])
  if (!hit) return marqueeGesture(designer, point, keys.shift)
  const isSelected = selection.includes(hit.id)
  if (keys.shift && isSelected) {
    // Deselect on release only, so that a shift-drag still moves the whole selection.
    return moveGesture(designer, point, keys, () =>
      designer.select(designer.state.selection.filter((id) => id !== hit.id)),
    )
  }
  if (keys.shift) designer.select([...selection, hit.id])
  else if (!isSelected) designer.select([hit.id])
  const front = below[0]
  return moveGesture(designer, point, keys, () => {
    if (!keys.shift && isSelected) designer.select([keys.mod ? hit.id : (front ?? hit).id])
  })
}

/** A selected widget is grabbed even if others cover it. */
const held = (below: readonly ReadWidget[], selection: readonly string[]) =>
  below.find(({ id }) => selection.includes(id))

/** The next widget below the selected one, wrapping around to the front. */
function underneath(below: readonly ReadWidget[], selection: readonly string[]): ReadWidget | undefined {
  const index = below.findIndex(({ id }) => selection.includes(id))
  return below[index + 1] ?? below[0]
}
