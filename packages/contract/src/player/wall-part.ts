/** See `VideoWall` in `api/screens/video-wall.ts`. */
interface Wall {
  columns: number
  rows: number
  panelWidth: number
  panelHeight: number
  gapX: number
  gapY: number
}

/** Six digits: a thousandth of a pixel of a panel. */
const rounded = (share: number): number => Math.round(share * 1e6) / 1e6

/** Size of the wall's picture in panels. */
const sizeOf = (count: number, gap: number): number => rounded(count + (count - 1) * gap)

/**
 * The part of the wall's picture that one panel shows, as `WallPart` of the manifest. Parts behind the frames are hidden, so lines continue straight
 * from panel to panel.
 */
export function wallPart({ columns, rows, panelWidth, panelHeight, gapX, gapY }: Wall, place: number) {
  const [across, down] = [gapX / panelWidth, gapY / panelHeight]
  return {
    across: sizeOf(columns, across),
    down: sizeOf(rows, down),
    left: rounded((place % columns) * (1 + across)),
    top: rounded(Math.floor(place / columns) * (1 + down)),
  }
}

interface Size {
  width: number
  height: number
}

/** The stage as a screen sees it through its glass: on a wall as large as the whole picture, of which it shows its part. */
export function stageOf(
  { width, height }: Size,
  part: Pick<ReturnType<typeof wallPart>, 'across' | 'down' | 'left' | 'top'> | undefined,
) {
  const { across, down, left, top } = part ?? { across: 1, down: 1, left: 0, top: 0 }
  return { left: -left * width, top: -top * height, width: width * across, height: height * down }
}
