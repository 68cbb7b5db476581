import type { WallPart } from '#api/screens/manifest.ts'
import type { VideoWall } from '#api/screens/video-wall.ts'

/** Six digits: a thousandth of a pixel of a panel. */
const rounded = (share: number): number => Math.round(share * 1e6) / 1e6

/** How large the picture of a wall is, in pictures of one panel. */
const sizeOf = (count: number, gap: number): number => rounded(count + (count - 1) * gap)

/**
 * What the panel at a place shows of the wall's picture. What lies behind the frames is not shown, so that lines go
 * straight on from one panel to the next.
 */
export function wallPart(
  { columns, rows, panelWidth, panelHeight, gapX, gapY }: Omit<VideoWall, 'screens'>,
  place: number,
): WallPart {
  const [across, down] = [gapX / panelWidth, gapY / panelHeight]
  return {
    across: sizeOf(columns, across),
    down: sizeOf(rows, down),
    left: rounded((place % columns) * (1 + across)),
    top: rounded(Math.floor(place / columns) * (1 + down)),
  }
}
