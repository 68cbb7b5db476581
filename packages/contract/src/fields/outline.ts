/**
 * The outline of a free shape: an SVG path of absolute lines and curves (M, L, C, Z) in thousandths of its box, so that it
 * stretches with the box. `evenodd` is its fill rule, `round` the form of its line's ends and corners, `line` for one that isn't filled.
 */
export interface Outline {
  isEvenOdd: boolean
  isRound: boolean
  isLine: boolean
  /** Such as `M0,0 L1000,500 C0,1 2,3 4,5 Z`. */
  path: string
}

/** Characters of a stored outline. */
export const OUTLINE_MAX = 20_000
/** Nothing in it is anything but commands and numbers of a path. */
const STORED =
  /^(evenodd )?(round )?(line )?(M-?\d{1,6}(?:\.\d{1,2})?,-?\d{1,6}(?:\.\d{1,2})?(?: (?:Z|[MLC]?-?\d{1,6}(?:\.\d{1,2})?,-?\d{1,6}(?:\.\d{1,2})?))*)$/
const POINT = /(-?\d{1,6}(?:\.\d{1,2})?),(-?\d{1,6}(?:\.\d{1,2})?)/g

/** Undefined for anything else. */
export function readOutline(stored: unknown): Outline | undefined {
  if (typeof stored !== 'string' || stored.length > OUTLINE_MAX) return undefined
  const [, evenOdd, round, line, path] = STORED.exec(stored) ?? []
  return path === undefined
    ? undefined
    : { isEvenOdd: evenOdd !== undefined, isRound: round !== undefined, isLine: line !== undefined, path }
}

/** The stored form. */
export const storedOutline = ({ isEvenOdd, isRound, isLine, path }: Outline): string =>
  `${isEvenOdd ? 'evenodd ' : ''}${isRound ? 'round ' : ''}${isLine ? 'line ' : ''}${path}`

const short = (value: number) => Number(value.toFixed(2))

/** The path of an outline in an area, in its unit. */
export const outlinePath = (
  { path }: Outline,
  area: { x: number; y: number; width: number; height: number },
): string =>
  path.replace(
    POINT,
    (_all, x: string, y: string) =>
      `${short(area.x + (Number(x) * area.width) / 1000)},${short(area.y + (Number(y) * area.height) / 1000)}`,
  )
