import { AXES, type Axis, centreOf, endOf, otherAxis, overlapsAlong, type Rect, startOf } from './rect.ts'
import type { Guide } from './snap.ts'

/**
 * How far two rects are apart, as lines with their lengths. Beside each other: the gap between them. One over the
 * other: from each side of the one to the same side of the other.
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

/** Where a line between two rects is: in the middle of their overlap, else in the middle of the first. */
function placeAcross(from: Rect, to: Rect, across: Axis): number {
  if (!overlapsAlong(from, to, across)) return centreOf(from, across)
  const start = Math.max(startOf(from, across), startOf(to, across))
  const end = Math.min(endOf(from, across), endOf(to, across))
  return (start + end) / 2
}
