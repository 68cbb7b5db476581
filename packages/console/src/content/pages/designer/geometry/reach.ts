import { WIDGET_MIN, WIDGET_SIDE_MAX } from '@vitrine/contract/document/layout-document'
import { AXES, type Axis, endOf, LENGTH, type Point, type Rect, type Size } from './rect.ts'

/**
 * Where boxes may be: they reach over the edges of a page that clips them, and stay inside another one. What is in a part
 * is drawn among the widgets of other pages, where nothing clips it.
 */
export interface Reach {
  page: Size
  clips: boolean
}

/** Of the page's shorter side. */
const GRIP = 0.02

/** How much of each side of a box stays on its page, in layout pixels, for people to see and grab it. */
export const gripOn = ({ width, height }: Size): number =>
  Math.max(WIDGET_MIN, Math.round(Math.min(width, height) * GRIP))

/** The first and the last place of a box along an axis. A box larger than a page that doesn't clip starts with it. */
function placesOf(rect: Rect, axis: Axis, { page, clips }: Reach): readonly [number, number] {
  const [length, side] = [rect[LENGTH[axis]], page[LENGTH[axis]]]
  if (!clips) return [0, Math.max(0, side - length)]
  const grip = Math.min(length, gripOn(page))
  return [grip - length, side - grip]
}

const within = (value: number, [least, most]: readonly [number, number]) =>
  Math.min(Math.max(value, least), most)

/** The offset that brings a box back to where it may be. */
export function intoReach(rect: Rect, reach: Reach): Point {
  const along = (axis: Axis) => within(rect[axis], placesOf(rect, axis, reach)) - rect[axis]
  return { x: along('x'), y: along('y') }
}

/** How far boxes can move together, from the least to the most along each axis. */
export type Room = Readonly<Record<Axis, readonly [number, number]>>

/** None of them gets further out than it may be, or than it is. */
export function roomFor(rects: readonly Rect[], reach: Reach): Room {
  const along = (axis: Axis) => {
    const places = rects.map((rect) => placesOf(rect, axis, reach).map((at) => at - rect[axis]))
    return [
      Math.min(0, Math.max(...places.map(([least = 0]) => least))),
      Math.max(0, Math.min(...places.map(([, most = 0]) => most))),
    ] as const
  }
  return { x: along('x'), y: along('y') }
}

export const stepWithin = (by: Point, room: Room): Point => ({
  x: within(by.x, room.x),
  y: within(by.y, room.y),
})

/** The longest that a side can be typed. */
export const mostSide = (axis: Axis, { page, clips }: Reach): number =>
  clips ? WIDGET_SIDE_MAX : page[LENGTH[axis]]

/** Whether a rect is partly on a page, and partly beside it. */
export const hangsOver = (rect: Rect, page: Size): boolean =>
  AXES.every((axis) => rect[axis] < page[LENGTH[axis]] && endOf(rect, axis) > 0) &&
  AXES.some((axis) => rect[axis] < 0 || endOf(rect, axis) > page[LENGTH[axis]])

/** The longest that a side gets by a handle. `side`: which of its ends moves; from the center, both do. */
export function mostLength(rect: Rect, axis: Axis, side: number, fromCentre: boolean, reach: Reach): number {
  const length = rect[LENGTH[axis]]
  const whole = reach.page[LENGTH[axis]]
  if (reach.clips) return Math.max(WIDGET_SIDE_MAX, length)
  if (!fromCentre) return Math.max(side < 0 ? endOf(rect, axis) : whole - rect[axis], length)
  const centre = rect[axis] + length / 2
  return Math.max(2 * Math.min(centre, whole - centre), length)
}

/** The shortest that a side gets by a handle and still has its grip on the page. */
export function leastLength(rect: Rect, axis: Axis, side: number, fromCentre: boolean, reach: Reach): number {
  if (!reach.clips) return 0
  const [length, whole, grip] = [rect[LENGTH[axis]], reach.page[LENGTH[axis]], gripOn(reach.page)]
  const [start, end] = [rect[axis], endOf(rect, axis)]
  const centre = start + length / 2
  const least = fromCentre
    ? 2 * Math.max(grip - centre, centre - whole + grip)
    : side > 0
      ? start < 0
        ? grip - start
        : 0
      : end > whole
        ? end - whole + grip
        : 0
  return Math.min(least, length)
}
