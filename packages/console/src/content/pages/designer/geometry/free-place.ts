import { intoPage, moved, type Point, type Rect, type Size } from './rect.ts'

/** Layout pixels kept between a new widget and its neighbors. */
const GAP = 20
const RINGS = 40

const overlaps = (a: Rect, b: Rect) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/**
 * Finds a place of a size near `around` (its center) without overlap, searching in rings. If there is none it
 * overlaps others, but never exactly covers one.
 */
export function freePlace(size: Size, page: Size, others: readonly Rect[], around: Point): Rect {
  const inside = (rect: Rect) => moved(rect, intoPage(rect, page))
  const start = inside({
    x: Math.round(around.x - size.width / 2),
    y: Math.round(around.y - size.height / 2),
    ...size,
  })
  let blocking: Rect | undefined
  const isFree = (rect: Rect) => {
    const room = {
      x: rect.x - GAP,
      y: rect.y - GAP,
      width: rect.width + 2 * GAP,
      height: rect.height + 2 * GAP,
    }
    // What blocks one place mostly blocks the next: a full page has 6561 places, and up to 500 widgets.
    if (blocking && overlaps(room, blocking)) return false
    blocking = others.find((other) => overlaps(room, other))
    return blocking === undefined
  }
  for (let ring = 0; ring < RINGS; ring += 1)
    for (const step of ringSteps(ring)) {
      const place = inside(moved(start, { x: step.x * GAP * 2, y: step.y * GAP * 2 }))
      if (isFree(place)) return place
    }
  const room = { x: Math.max(0, page.width - size.width), y: Math.max(0, page.height - size.height) }
  for (let step = 0; step < RINGS; step += 1) {
    const place = {
      ...start,
      x: (start.x + step * GAP) % (room.x + 1),
      y: (start.y + step * GAP) % (room.y + 1),
    }
    if (!others.some(({ x, y }) => x === place.x && y === place.y)) return place
  }
  return start
}

/** The cells of a ring around the origin: below and beside first, in reading order. */
function ringSteps(ring: number): Point[] {
  if (ring === 0) return [{ x: 0, y: 0 }]
  const line = Array.from({ length: 2 * ring + 1 }, (_, index) => index - ring)
  return [
    ...line.map((x) => ({ x, y: ring })),
    ...line.slice(1, -1).map((y) => ({ x: ring, y })),
    ...line.slice(1, -1).map((y) => ({ x: -ring, y })),
    ...line.map((x) => ({ x, y: -ring })),
  ]
}
