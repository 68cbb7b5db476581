import { type Axis, endOf, LENGTH, type Point, type Rect, type Size } from './rect.ts'

/** Dragging within this distance of an edge scrolls the view, at most this far per frame. In viewport pixels. */
const NEAR = 24
const FASTEST = 16

/**
 * How far the view scrolls per frame for a pointer that drags at the viewport's edge: faster further out, and only
 * toward hidden parts of the page. `page`: its rect in the viewport; all in viewport pixels.
 */
export function edgePan(pointer: Point, viewport: Size, page: Rect): Point {
  const along = (axis: Axis) => {
    const length = viewport[LENGTH[axis]]
    const before = NEAR - pointer[axis]
    const after = pointer[axis] - (length - NEAR)
    if (before > 0 && page[axis] < 0) return Math.min(before / 2, FASTEST, -page[axis])
    if (after > 0 && endOf(page, axis) > length)
      return -Math.min(after / 2, FASTEST, endOf(page, axis) - length)
    return 0
  }
  return { x: along('x'), y: along('y') }
}
