/**
 * A corner, an edge or a gap in layout pixels: this much at usual sizes, a share of small boxes, and grown along with the
 * boxes of walls, which would look bare with edges made for a tablet. `side` is the box's shorter one.
 */
export const edge = (usual: number, side: number, most: number): number =>
  Math.min(side * most, Math.max(usual, (usual * side) / LARGE))
/** From this side on a box counts as large. */
const LARGE = 200
