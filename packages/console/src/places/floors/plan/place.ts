import { type FloorPlace, type FloorPlan, PLAN_SIDE } from '@vitrine/contract/api/places/floors'

/** Arrow key steps, in thousandths of the plan. */
const STEP = 10
const LONG_STEP = 100
export const TURN = 45

const onPlan = (value: number) => Math.min(PLAN_SIDE, Math.max(0, Math.round(value)))
const degrees = (value: number) => ((Math.round(value) % 360) + 360) % 360

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The place after a key moves or turns a screen; undefined for other keys. Plans aren't mirrored: left is left. */
export function placeAfterKey(
  place: FloorPlace,
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
): FloorPlace | undefined {
  if (key.toLowerCase() === 'r') return turned(place, shiftKey ? -TURN : TURN)
  const arrow = ARROWS[key]
  if (!arrow) return undefined
  const step = shiftKey ? LONG_STEP : STEP
  return { ...place, x: onPlan(place.x + arrow[0] * step), y: onPlan(place.y + arrow[1] * step) }
}

export const turned = (place: FloorPlace, by: number): FloorPlace => ({
  ...place,
  facing: degrees(place.facing + by),
})

/** Beyond it, in both directions, a plan gets margins: an image of 1 × 20,000 pixels would be as long as a book. */
const RATIO_MAX = 8

/** The aspect ratio of a plan on screen; undefined if its file doesn't say. */
export function ratioOf({ width, height }: Pick<FloorPlan, 'width' | 'height'>): number | undefined {
  if (!width || !height) return undefined
  return Math.min(RATIO_MAX, Math.max(1 / RATIO_MAX, width / height))
}

interface Point {
  x: number
  y: number
}
type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/** Converts a point of the window to the plan. */
export const pointOn = (box: Box, { x, y }: Point): Point => ({
  x: onPlan(((x - box.left) / box.width) * PLAN_SIDE),
  y: onPlan(((y - box.top) / box.height) * PLAN_SIDE),
})

/** The direction between two points of the window, rounded to 15°. */
export function facingFrom(from: Point, to: Point): number {
  const angle = (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI
  return degrees(Math.round(angle / 15) * 15)
}

const NAMED = [0, 45, 90, 135, 180, 225, 270, 315] as const

/** The closest of the named directions. */
export const namedFacing = (facing: number): (typeof NAMED)[number] =>
  NAMED[Math.round(facing / 45) % NAMED.length] ?? 0

/** A free place for a screen placed by a button: the center, or the nearest free spot in a grid. */
export function freePlace(taken: readonly FloorPlace[]): FloorPlace {
  const isFree = (x: number, y: number) =>
    taken.every((other) => Math.abs(other.x - x) >= 140 || Math.abs(other.y - y) >= 100)
  for (const y of [500, 600, 400, 700, 300, 800, 200])
    for (const x of [500, 650, 350, 800, 200]) if (isFree(x, y)) return { x, y, facing: 180 }
  return { x: 500, y: 500, facing: 180 }
}
