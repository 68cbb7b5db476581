import { type Color, mixColors, parseColor, solidColor } from '#fields/color.ts'
import type { RowLook } from '#fields/row-rules.ts'

/** How the letters of a row are drawn. */
export interface RowPaint {
  color: string
  /** 1 for rows that aren't dim. */
  opacity: number
}

/** The contrast that large letters need (WCAG 2.2, 1.4.3). */
const READABLE = 3
/** How much is left of a dim color, in percent. */
const DIM = 45
const STEP = 5

/** The contrast of two colors, 1 to 21 (WCAG 2.2). */
export function contrastOf(first: string, second: string): number {
  const [a, b] = [lightOf(first), lightOf(second)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
const BLACK: Color = { r: 0, g: 0, b: 0, a: 1 }
function lightOf(color: string): number {
  const { r, g, b } = parseColor(solidColor(color)) ?? BLACK
  const [red = 0, green = 0, blue = 0] = [r, g, b].map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * The letters of a row, readable on its background: a color that can't be read there becomes black or white, and dim letters
 * are as dim as they can be. `color`: of rows without a look; `ground`: what is behind these.
 */
export function rowPaint(look: RowLook, color: string, ground: string): RowPaint {
  const wanted = look.color ?? color
  const behind = look.background ?? ground
  const isRead = look.background === undefined || contrastOf(wanted, behind) >= READABLE
  const shown = isRead ? wanted : against(behind)
  return { color: shown, opacity: look.isDim ? dimmest(shown, behind) : 1 }
}

/** Black or white, whichever has more contrast. */
const against = (ground: string) =>
  contrastOf('white', ground) > contrastOf('black', ground) ? 'white' : 'black'

function dimmest(color: string, ground: string): number {
  const [ink, behind] = [solidColor(color), solidColor(ground)]
  for (let percent = DIM; percent < 100; percent += STEP)
    if (contrastOf(mixColors(behind, ink, percent / 100), behind) >= READABLE) return percent / 100
  return 1
}
