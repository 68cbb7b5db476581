import { type Axis, boundsOf, centreOf, endOf, LENGTH, type Rect, type Size } from './rect.ts'

export type Edge = 'start' | 'centre' | 'end'

/** Aligns an edge of the rects: to the page for a single rect, to their bounds for several, or to `key`. */
export function aligned(rects: readonly Rect[], axis: Axis, edge: Edge, page: Size, key?: Rect): Rect[] {
  const bounds = boundsOf(rects)
  if (!bounds) return []
  const frame = key ?? (rects.length === 1 ? { x: 0, y: 0, ...page } : bounds)
  const length = LENGTH[axis]
  return rects.map((rect) => {
    const at = {
      start: frame[axis],
      centre: Math.round(centreOf(frame, axis) - rect[length] / 2),
      end: endOf(frame, axis) - rect[length],
    }[edge]
    return { ...rect, [axis]: at }
  })
}

/** Distributes rects with equal gaps between the first and the last; fewer than three stay. */
export function distributed(rects: readonly Rect[], axis: Axis): Rect[] {
  const bounds = boundsOf(rects)
  if (!bounds || rects.length < 3) return [...rects]
  const length = LENGTH[axis]
  const order = rects.map((_, index) => index)
  const rectAt = (index: number) => rects[index] as Rect
  order.sort((a, b) => centreOf(rectAt(a), axis) - centreOf(rectAt(b), axis) || a - b)
  const filled = rects.reduce((sum, rect) => sum + rect[length], 0)
  const gap = (bounds[length] - filled) / (rects.length - 1)
  const result = [...rects]
  let at = bounds[axis]
  for (const index of order) {
    result[index] = { ...rectAt(index), [axis]: Math.round(at) }
    at += rectAt(index)[length] + gap
  }
  return result
}

/** Resizes the rects to the size of `key` along the given axes, or of the first one. */
export function matched(rects: readonly Rect[], axes: readonly Axis[], key?: Rect): Rect[] {
  const first = key ?? rects[0]
  if (!first) return []
  return rects.map((rect) => ({
    ...rect,
    ...Object.fromEntries(axes.map((axis) => [LENGTH[axis], first[LENGTH[axis]]])),
  }))
}
