import type { VideoWall } from '@vitrine/contract/api/screens/video-wall'

type Shape = Pick<VideoWall, 'columns' | 'rows'>
type Screens = VideoWall['screens']

/** The screens of a resized grid: each keeps its column and row. */
export const inShape = (screens: Screens, before: Shape, { columns, rows }: Shape): Screens =>
  Array.from({ length: columns * rows }, (_, place) => {
    const [column, row] = [place % columns, Math.floor(place / columns)]
    return column < before.columns && row < before.rows
      ? (screens[row * before.columns + column] ?? null)
      : null
  })

/** Moves a screen to a place and swaps it with a screen already there. */
export function placeScreen(screens: Screens, place: number, id: string | null): Screens {
  const from = id === null ? -1 : screens.indexOf(id)
  const before = screens[place] ?? null
  return screens.map((each, n) => (n === place ? id : n === from ? before : each))
}
