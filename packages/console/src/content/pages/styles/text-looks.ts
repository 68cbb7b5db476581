import type { Style } from '@vitrine/contract/api/content/styles'
import { FONT_PARTS } from '@vitrine/contract/fields/font-parts'
import type { FontSettings } from '@vitrine/contract/fields/kinds/font-settings'
import { arabicFont } from '@vitrine/widgets/arabic-font'
import { screenHeight } from '@vitrine/widgets/fit-to-page'

type Letters = Omit<FontSettings, 'alignment' | 'vertical'>

const look = (font: string, size: number, more: Partial<Letters> = {}): Letters => ({
  ...{ isBold: false, isItalic: false, font, size },
  ...more,
})

/** Ready-made letters for a page that is 1080 px high. */
const LOOKS = {
  elegant: look('Playfair Display', 132, { weight: 500, lineHeight: 110 }),
  strong: look('Montserrat', 120, { weight: 900, lineHeight: 105, spacing: -2 }),
  poster: look('Bebas Neue', 190, { lineHeight: 95, spacing: 2 }),
  handwritten: look('Dancing Script', 120, { weight: 700, lineHeight: 110 }),
  heading: look('Montserrat', 60, { weight: 600, lineHeight: 120 }),
  capitals: look('Montserrat', 34, { weight: 600, spacing: 24, letterCase: 'uppercase' }),
  text: look('Open Sans', 42, { lineHeight: 140 }),
  overPictures: look('Montserrat', 88, { weight: 700, lineHeight: 115, shadow: 14 }),
} as const satisfies Record<string, Letters>
export type TextLook = keyof typeof LOOKS
export const TEXT_LOOKS = Object.keys(LOOKS) as TextLook[]

/** A look for a page of a size. `isArabic`: for who writes Arabic; its letters are joined and high, so they have no spacing. */
export function textLook(
  name: TextLook,
  page: { width: number; height: number },
  isArabic: boolean,
): Extract<Style['value'], object> {
  const { spacing, lineHeight = 0, ...letters }: Letters = LOOKS[name]
  const size = Math.max(1, Math.round((letters.size * screenHeight(page)) / 1080))
  const { default: usual } = FONT_PARTS.lineHeight
  return {
    ...letters,
    size,
    ...(isArabic && { font: arabicFont(letters.font) }),
    ...(lineHeight > (isArabic ? usual : 0) && { lineHeight }),
    ...(spacing !== undefined && !isArabic && { spacing }),
  }
}
