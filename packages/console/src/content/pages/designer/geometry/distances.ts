import { AXES, type Axis, centreOf, endOf, otherAxis, overlapsAlong, type Rect, startOf } from './rect.ts'
import type { Guide } from './snap.ts'

/**
 * Distances between two rects as lines: the gap between separate rects, or, if one contains the other, the distances
 * between equal sides.
 */
export function distances(from: Rect, to: Rect): Guide[] {
  return AXES.flatMap((axis) => {
    const across = otherAxis(axis)
    const at = placeAcross(from, to, across)
    const line = (a: number, b: number): Guide[] => {
      const [start, end] = [Math.min(a, b), Math.max(a, b)]
      return start === end ? [] : [{ axis: across, at, from: start, to: end, gap: Math.round(end - start) }]
    }
    if (endOf(from, axis) <= startOf(to, axis)) return line(endOf(from, axis), startOf(to, axis))
    if (endOf(to, axis) <= startOf(from, axis)) return line(endOf(to, axis), startOf(from, axis))
    return [...line(startOf(from, axis), startOf(to, axis)), ...line(endOf(from, axis), endOf(to, axis))]
  })
}

/** The position of a line between two rects: the middle of their overlap, or of the first rect. */
function placeAcross(from: Rect, to: Rect, across: Axis): number {
  if (!overlapsAlong(from, to, across)) return centreOf(from, across)
  const start = Math.max(startOf(from, across), startOf(to, across))
  const end = Math.min(endOf(from, across), endOf(to, across))
  return (start + end) / 2
}
