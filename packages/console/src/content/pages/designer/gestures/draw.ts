import { openSelection } from '#content/pages/designer/commands/open.ts'
import { AXES, type Point, type Rect, spanned } from '#content/pages/designer/geometry/rect.ts'
import { SNAP_PIXELS, snapEdge } from '#content/pages/designer/geometry/snap.ts'
import type { Brush } from '#content/pages/designer/state/designer-state.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { DRAG_PIXELS, type Gesture, type Keys } from './gesture.ts'
import { candidatesOf } from './move.ts'

const WRITTEN: readonly string[] = ['text', 'button', 'sticky-note']

/** Adds a widget of the drawn size, or of its usual size at a click. */
export function drawGesture(designer: Designer, start: Point, { type, label }: Brush): Gesture {
  const candidates = candidatesOf(designer, [])
  const { zoom } = designer.state.view
  const snapped = (point: Point, keys: Keys): Point => {
    if (!designer.state.options.snap || keys.mod) return point
    const at = { ...point }
    for (const axis of AXES)
      at[axis] = snapEdge(point[axis], axis, candidates, SNAP_PIXELS / zoom) ?? at[axis]
    return at
  }
  let from = start
  let drawn: Rect | null = null
  const isClick = (rect: Rect | null) => !rect || Math.max(rect.width, rect.height) * zoom < DRAG_PIXELS
  return {
    move(point, keys) {
      from = snapped(start, keys)
      const to = snapped(point, keys)
      const side = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y))
      const corner = keys.shift
        ? { x: from.x + side * Math.sign(to.x - from.x), y: from.y + side * Math.sign(to.y - from.y) }
        : to
      drawn = spanned(from, corner)
      designer.set({ marquee: drawn })
    },
    end() {
      designer.set({ marquee: null, brush: null })
      if (isClick(drawn)) designer.add(type, label, start)
      else if (drawn) {
        designer.add(type, label, drawn)
        // Who draws a text has its words in mind.
        if (WRITTEN.includes(type)) openSelection(designer)
      }
    },
    cancel: () => designer.set({ marquee: null, brush: null }),
  }
}
