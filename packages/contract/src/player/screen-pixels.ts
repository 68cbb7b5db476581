import type { Size } from '#document/sizes.ts'
import { wallPart } from './wall-part.ts'

interface Screen {
  /** What its player reported; null before its first report. */
  screen: Size | null
  /** The size that a person chose; null: a specified one. */
  otherSize?: Size | null
}

/** A screen's size in pixels, as it is mounted: what it reported, or else what it was added as. */
export function pixelsOfScreen({ screen, otherSize }: Screen, specified: Size): Size {
  if (screen && screen.width > 0 && screen.height > 0) return { width: screen.width, height: screen.height }
  return otherSize ?? specified
}

/** The picture of a whole wall of such panels. */
export function pixelsOfWall(panel: Size, wall: Parameters<typeof wallPart>[0]): Size {
  const { across, down } = wallPart(wall, 0)
  return { width: Math.round(panel.width * across), height: Math.round(panel.height * down) }
}
