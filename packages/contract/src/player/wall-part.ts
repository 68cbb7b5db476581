import type { WallPart } from '#api/playback/manifest.ts'
import type { VideoWall } from '#api/screens/video-wall.ts'

/** Six digits: a thousandth of a pixel of a panel. */
const rounded = (share: number): number => Math.round(share * 1e6) / 1e6

/** Size of the wall's picture in panels. */
const sizeOf = (count: number, gap: number): number => rounded(count + (count - 1) * gap)

/**
 * The part of the wall's picture that one panel shows. Parts behind the frames are hidden, so lines continue straight
 * from panel to panel.
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
