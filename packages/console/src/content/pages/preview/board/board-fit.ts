import type { Size } from '#content/pages/designer/geometry/rect.ts'

/** In pixels: between pages, where lines have room, and below each for its name and two notes. */
export const GAP = { across: 64, down: 56 }
const TEXTS = 66

/** Pages are never drawn narrower than this, unless the window is: `ratio` is their width by their height. */
export const narrowest = (ratio: number): number => Math.min(480, Math.max(180, 130 + 110 * ratio))

/** The number of columns, and the width of each, that show pages as large as possible without scrolling. */
export function boardFit(count: number, ratio: number, room: Size): { columns: number; width: number } {
  const sized = Array.from({ length: Math.max(1, count) }, (_, index) => {
    const columns = index + 1
    const rows = Math.ceil(count / columns)
    const across = (room.width - (columns - 1) * GAP.across) / columns
    const down = (room.height - (rows - 1) * GAP.down) / rows - TEXTS
    return { columns, width: Math.floor(Math.min(across, down * ratio)) }
  })
  const best = sized.reduce((one, other) => (other.width > one.width ? other : one))
  const least = narrowest(ratio)
  if (best.width >= least) return best
  // Too many to see all of them: the board scrolls.
  const columns = Math.max(1, Math.floor((room.width + GAP.across) / (least + GAP.across)))
  const width = (room.width - (columns - 1) * GAP.across) / columns
  return { columns, width: Math.max(1, Math.floor(width)) }
}
