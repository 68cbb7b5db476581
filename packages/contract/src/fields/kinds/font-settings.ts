import { errorUnless, type Kind } from '#fields/kind.ts'
import { flag, object, oneOf, optional, text } from '#fields/option.ts'
import { isStyle, readStyle, size } from '#fields/style.ts'
import { isRecord } from '#record.ts'

export const ALIGNMENTS = ['left', 'center', 'right'] as const
export type Alignment = (typeof ALIGNMENTS)[number]
export interface FontSettings {
  isBold: boolean
  isItalic: boolean
  alignment: Alignment
  font: string
  /** Layout pixels. */
  size: number
}
/** The default style of a text. */
const PLAIN: FontSettings = { isBold: false, isItalic: false, alignment: 'left', font: 'Arial', size: 14 }

const font = object({ isBold: flag, isItalic: flag, alignment: oneOf(...ALIGNMENTS), font: text(100), size })
const options = { default: optional(font) }

export const fontSettings: Kind<typeof options, FontSettings> = {
  options: [options],
  empty: () => ({ ...PLAIN }),
  read: (field, stored) => {
    if (!isRecord(stored)) return undefined
    const rest = field.default ?? PLAIN
    const alignment = ALIGNMENTS.find((known) => known === stored.alignment) ?? rest.alignment
    const font = typeof stored.font === 'string' && stored.font !== '' ? stored.font : rest.font
    return { ...readStyle(stored, { ...rest }), alignment, font }
  },
  check: (_field, value) => {
    const isFont = isRecord(value) && typeof value.font === 'string' && value.font.length <= 100
    const fits = isFont && isStyle(value) && ALIGNMENTS.includes(value.alignment as Alignment)
    return errorUnless(fits, 'font_settings')
  },
}
