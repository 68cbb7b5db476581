/** Points and boxes in pixels from the top left of the board. */
export interface Point {
  x: number
  y: number
}
export interface Box extends Point {
  width: number
  height: number
}

/** A point of the window, on a board that may be scrolled. */
export function pointIn(board: HTMLElement, x: number, y: number): Point {
  const box = board.getBoundingClientRect()
  return { x: x - box.left, y: y - box.top }
}

const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 })

/** The point of a box's edge that is nearest to another point on the line from its middle. */
export function edgeTowards(box: Box, from: Point): Point {
  const middle = middleOf(box)
  const [dx, dy] = [from.x - middle.x, from.y - middle.y]
  if (dx === 0 && dy === 0) return middle
  const scale = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : box.width / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : box.height / 2 / Math.abs(dy),
  )
  return { x: middle.x + dx * Math.min(1, scale), y: middle.y + dy * Math.min(1, scale) }
}

/** A curve as an SVG path; it bends to its right, so that a link and its way back lie side by side. */
export function curve(from: Point, to: Point): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy) || 1
  const bend = Math.min(60, length * 0.18)
  const [x, y] = [from.x + dx / 2 - (dy / length) * bend, from.y + dy / 2 + (dx / length) * bend]
  return `M${round(from.x)} ${round(from.y)} Q ${round(x)} ${round(y)}, ${round(to.x)} ${round(to.y)}`
}

const round = (value: number) => Math.round(value * 10) / 10
