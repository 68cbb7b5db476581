import { LANDSCAPE, PORTRAIT, WALL } from '@vitrine/widgets/template'

export interface Size {
  width: number
  height: number
}

/** The shapes by which galleries are sorted. */
export const SHAPES = { landscape: LANDSCAPE, portrait: PORTRAIT, wall: WALL } as const
export type Shape = keyof typeof SHAPES
export const SHAPE_NAMES = Object.keys(SHAPES) as Shape[]

/** The shape of a page size: more than twice as wide as high is a wall. */
export function shapeOf({ width, height }: Size): Shape {
  if (width > 2 * height) return 'wall'
  return height > width ? 'portrait' : 'landscape'
}

export const sameSize = (one: Size, other: Size) => one.width === other.width && one.height === other.height
