import { leastLength, mostLength, type Reach } from './reach.ts'
import { AXES, type Axis, LENGTH, type Point, type Rect, type Size } from './rect.ts'

/** The visible handles, and the invisible corners. */
export const EDGES = ['n', 'w', 'e', 's'] as const
export const CORNERS = ['nw', 'ne', 'sw', 'se'] as const
export type Handle = (typeof EDGES)[number] | (typeof CORNERS)[number]

/** The side that a handle moves along an axis: -1 the start, 1 the end, 0 neither. */
export function sideOf(handle: Handle, axis: Axis): -1 | 0 | 1 {
  const [start, end] = axis === 'x' ? ['w', 'e'] : ['n', 's']
  return handle.includes(start as string) ? -1 : handle.includes(end as string) ? 1 : 0
}

export interface ResizeKeys {
  /** Keeps the aspect ratio. */
  keepRatio?: boolean
  /** Keeps the center in place. */
  fromCentre?: boolean
}

/**
 * Resizes a rect by dragging a handle by `by`. Rounds to whole pixels; no side gets shorter than `min` or flips, and none
 * leaves its reach (unless it was outside already).
 */
export function resizedRect(
  rect: Rect,
  handle: Handle,
  by: Point,
  { keepRatio = false, fromCentre = false }: ResizeKeys,
  min: number,
  reach: Reach,
): Rect {
  const next = { ...rect }
  for (const axis of AXES) {
    const side = sideOf(handle, axis)
    if (side === 0) continue
    const length = LENGTH[axis]
    const grown = rect[length] + side * by[axis] * (fromCentre ? 2 : 1)
    const least = Math.max(min, leastLength(rect, axis, side, fromCentre, reach))
    next[length] = Math.round(
      Math.min(Math.max(grown, least), mostLength(rect, axis, side, fromCentre, reach)),
    )
  }
  if (keepRatio) return withRatio(rect, handle, next, fromCentre, min, reach)
  return placed(rect, handle, next, fromCentre)
}

function withRatio(
  rect: Rect,
  handle: Handle,
  wanted: Size,
  fromCentre: boolean,
  min: number,
  reach: Reach,
): Rect {
  const across = sideOf(handle, 'x') !== 0
  const down = sideOf(handle, 'y') !== 0
  const factors = [
    ...(across ? [wanted.width / rect.width] : []),
    ...(down ? [wanted.height / rect.height] : []),
  ]
  // The side dragged further determines the ratio.
  const led = factors.reduce((best, factor) => (Math.abs(factor - 1) > Math.abs(best - 1) ? factor : best), 1)
  const factorsOf = (lengthOf: typeof mostLength) =>
    AXES.map((axis) => {
      const side = sideOf(handle, axis)
      return lengthOf(rect, axis, side, fromCentre || side === 0, reach) / rect[LENGTH[axis]]
    })
  const most = Math.min(...factorsOf(mostLength))
  const least = Math.max(min / rect.width, min / rect.height, ...factorsOf(leastLength))
  const factor = Math.max(Math.min(led, most), least)
  const size = { width: Math.round(rect.width * factor), height: Math.round(rect.height * factor) }
  return placed(rect, handle, size, fromCentre)
}

/** Positions the new size; the handle's opposite side (or the center) stays. */
function placed(rect: Rect, handle: Handle, size: Size, fromCentre: boolean): Rect {
  const along = (axis: Axis) => {
    const side = sideOf(handle, axis)
    const more = size[LENGTH[axis]] - rect[LENGTH[axis]]
    if (fromCentre || side === 0) return Math.round(rect[axis] - more / 2)
    return side < 0 ? rect[axis] - more : rect[axis]
  }
  return { x: along('x'), y: along('y'), width: size.width, height: size.height }
}

/** Maps a rect from one bounding rect to another, for resizing several widgets. */
export function scaledInto(rect: Rect, from: Rect, to: Rect, min: number): Rect {
  const fx = to.width / from.width
  const fy = to.height / from.height
  return {
    x: Math.round(to.x + (rect.x - from.x) * fx),
    y: Math.round(to.y + (rect.y - from.y) * fy),
    width: Math.max(min, Math.round(rect.width * fx)),
    height: Math.max(min, Math.round(rect.height * fy)),
  }
}
