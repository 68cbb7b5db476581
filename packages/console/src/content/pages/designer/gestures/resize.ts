import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { intoReach } from '#content/pages/designer/geometry/reach.ts'
import {
  AXES,
  type Axis,
  boundsOf,
  endOf,
  moved,
  type Point,
  type Rect,
  sameRect,
} from '#content/pages/designer/geometry/rect.ts'
import { type Handle, resizedRect, scaledInto, sideOf } from '#content/pages/designer/geometry/resize-rect.ts'
import { linesAt, SNAP_PIXELS, snapEdge } from '#content/pages/designer/geometry/snap.ts'
import { leastSide, rectOf, seenRectOf, withRects } from '#content/pages/designer/state/page.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import type { Gesture } from './gesture.ts'
import { candidatesOf } from './move.ts'

/** Steps after which a drawn edge is on its line. */
const STEPS = 3

/** Drags a handle of the selection's bounds; several widgets scale with it. */
export function resizeGesture(designer: Designer, handle: Handle, start: Point): Gesture {
  const widgets = designer.movable()
  const bounds = boundsOf(widgets.map(rectOf))
  const seen = boundsOf(widgets.map(seenRectOf))
  if (!bounds || !seen) return { move() {}, end() {}, cancel() {} }
  const candidates = candidatesOf(designer, designer.state.selection)
  const before = designer.state.history.present
  const only = widgets.length === 1 ? widgets[0] : undefined

  const least = Math.max(...widgets.map(leastSide))
  const target = (point: Point, keepRatio: boolean, fromCentre: boolean, snap: boolean) => {
    const { zoom } = designer.state.view
    const by = { x: point.x - start.x, y: point.y - start.y }
    const lines = new Map<Axis, number>()
    if (snap)
      for (const axis of AXES) {
        const side = sideOf(handle, axis)
        const from = side < 0 ? seen[axis] : endOf(seen, axis)
        const at = side && snapEdge(from + by[axis], axis, candidates, SNAP_PIXELS / zoom)
        if (side === 0 || at === undefined) continue
        by[axis] = at - from
        lines.set(axis, at)
      }
    const resized = () => resizedRect(bounds, handle, by, { keepRatio, fromCentre }, least, designer.reach)
    let rect = resized()
    // A shadow takes more room from a larger widget: its drawn edge approaches the line in a few steps.
    for (let step = 0; only && step < STEPS && lines.size > 0; step += 1) {
      const drawn = seenRectOf({ ...only, ...rect })
      for (const [axis, at] of lines)
        by[axis] += at - (sideOf(handle, axis) < 0 ? drawn[axis] : endOf(drawn, axis))
      rect = resized()
    }
    const drawn = only ? seenRectOf({ ...only, ...rect }) : rect
    const guides = [...lines.keys()].flatMap((axis) =>
      linesAt(drawn, axis, candidates, [sideOf(handle, axis) < 0 ? 'start' : 'end']),
    )
    return { rect, guides }
  }

  let rects: ReadonlyMap<string, Rect> = new Map()
  return {
    move(point, keys) {
      const snap = designer.state.options.snap && !keys.mod
      const { rect, guides } = target(point, keys.shift, keys.alt, snap)
      const rectFor = (widget: ReadWidget) => {
        if (only) return rect
        const scaled = scaledInto(rectOf(widget), bounds, rect, leastSide(widget))
        return moved(scaled, intoReach(scaled, designer.reach))
      }
      rects = new Map(widgets.map((widget) => [widget.id, rectFor(widget)]))
      if (sameRect(rect, bounds)) rects = new Map()
      // A single widget renders live; with several, the boxes follow the pointer and their contents lag slightly.
      if (widgets.length === 1) designer.show(withRects(before, rects), guides)
      else designer.set({ resized: rects, guides })
    },
    end: () => designer.commit(withRects(before, rects), { name: 'resize', count: widgets.length }),
    cancel: () => designer.bail(),
  }
}
