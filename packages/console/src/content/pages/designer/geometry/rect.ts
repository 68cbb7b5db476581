/** Plane geometry of the designer: pure functions in layout pixels. */

export interface Point {
  x: number
  y: number
}
export interface Size {
  width: number
  height: number
}
export interface Rect extends Point, Size {}

export const AXES = ['x', 'y'] as const
export type Axis = (typeof AXES)[number]
/** The dimension along an axis. */
export const LENGTH = { x: 'width', y: 'height' } as const satisfies Record<Axis, keyof Size>
export const otherAxis = (axis: Axis): Axis => (axis === 'x' ? 'y' : 'x')

export const startOf = (rect: Rect, axis: Axis): number => rect[axis]
export const endOf = (rect: Rect, axis: Axis): number => rect[axis] + rect[LENGTH[axis]]
export const centreOf = (rect: Rect, axis: Axis): number => rect[axis] + rect[LENGTH[axis]] / 2

/** The bounding rect; `undefined` for no rects. */
export function boundsOf(rects: readonly Rect[]): Rect | undefined {
  if (rects.length === 0) return undefined
  const x = Math.min(...rects.map((rect) => rect.x))
  const y = Math.min(...rects.map((rect) => rect.y))
  return {
    x,
    y,
    width: Math.max(...rects.map((rect) => endOf(rect, 'x'))) - x,
    height: Math.max(...rects.map((rect) => endOf(rect, 'y'))) - y,
  }
}

export const moved = <R extends Point>(rect: R, by: Point): R => ({
  ...rect,
  x: rect.x + by.x,
  y: rect.y + by.y,
})

/** The rect spanned by two opposite corners. */
export const spanned = (a: Point, b: Point): Rect => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
})

/** Whether two rects overlap along an axis by more than an edge. */
export const overlapsAlong = (a: Rect, b: Rect, axis: Axis): boolean =>
  startOf(a, axis) < endOf(b, axis) && startOf(b, axis) < endOf(a, axis)
/** Whether two rects share a point, edges included: a marquee without width still touches. */
export const touches = (a: Rect, b: Rect): boolean =>
  AXES.every((axis) => startOf(a, axis) <= endOf(b, axis) && startOf(b, axis) <= endOf(a, axis))
export const contains = (rect: Rect, point: Point): boolean =>
  touches(rect, { ...point, width: 0, height: 0 })

/** The offset that moves a rect into the page; a rect larger than the page is aligned to its start. */
export function intoPage(rect: Rect, page: Size): Point {
  const along = (axis: Axis) => {
    const room = page[LENGTH[axis]] - rect[LENGTH[axis]]
    return Math.max(0, Math.min(rect[axis], room)) - rect[axis]
  }
  return { x: along('x'), y: along('y') }
}

export const sameRect = (a: Rect, b: Rect): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height

/** A rect without a share of each side. */
export const inset = (rect: Rect, share: number): Rect => ({
  x: rect.x + rect.width * share,
  y: rect.y + rect.height * share,
  width: rect.width * (1 - 2 * share),
  height: rect.height * (1 - 2 * share),
})
