/**
 * A corner radius, border or gap in layout pixels: `usual` at usual sizes, a share of small boxes, and scaled up for
 * the boxes of walls. `side` is the box's shorter one.
 */
export const edge = (usual: number, side: number, most: number): number =>
  Math.min(side * most, Math.max(usual, (usual * side) / LARGE))
/** From this side length on, a box counts as large. */
const LARGE = 200
