import { FONT_PARTS, type FontParts, LETTER_PARTS } from '#fields/font-parts.ts'
import { asFlag, fieldError, type Kind } from '#fields/kind.ts'
import { flag, object, oneOf, optional, text } from '#fields/option.ts'
import { ownFontId } from '#fields/own-font.ts'
import { sparse } from '#fields/sparse.ts'
import { isStyle, readStyle, size } from '#fields/style.ts'
import type { Values } from '#fields/values.ts'
import { isRecord } from '#record.ts'

export const ALIGNMENTS = ['left', 'center', 'right'] as const
export type Alignment = (typeof ALIGNMENTS)[number]
export interface FontSettings extends FontParts {
  isBold: boolean
  isItalic: boolean
  alignment: Alignment
  /** The name of an offered font, or of one of the organization: see `own-font.ts`. */
  font: string
  /** Layout pixels. */
  size: number
}
/** The letters of a widget that arranges its own lines: what is absent is as the widget draws it. */
export type LetterSettings = Partial<Omit<FontSettings, 'size' | 'alignment'>>

/** The default style of a text. */
const PLAIN: FontSettings = { isBold: false, isItalic: false, alignment: 'left', font: 'Arial', size: 14 }

const font = object({ isBold: flag, isItalic: flag, alignment: oneOf(...ALIGNMENTS), font: text(100), size })
const options = {
  default: optional(font),
  /** For letters only (`LetterSettings`), all of them optional. */
  lettersOnly: optional(flag),
}

export const fontSettings: Kind<typeof options, FontSettings> = {
  options: [options],
  // Safe: `ValuesOf` types the letters of such a field.
  empty: ({ lettersOnly }) => (lettersOnly ? ({} as FontSettings) : { ...PLAIN }),
  read: (field, stored, inForm) => {
    if (!isRecord(stored)) return undefined
    const parts = sparse(FONT_PARTS, inForm(FONT_PARTS, stored))
    if (field.lettersOnly) return lettersOf(stored, parts) as unknown as FontSettings
    const rest = field.default ?? PLAIN
    const alignment = ALIGNMENTS.find((known) => known === stored.alignment) ?? rest.alignment
    const font = isFontName(stored.font) ? stored.font : rest.font
    return { ...readStyle(stored, { ...rest }), alignment, font, ...parts }
  },
  check: ({ lettersOnly }, value, inForm) => {
    if (!isRecord(value)) return fieldError('font_settings')
    const isWell = lettersOnly ? hasLetters(value) : isFont(value)
    return isWell ? inForm(FONT_PARTS, value) : fieldError('font_settings')
  },
  replace: (_field, value, { alignment }) => {
    if (!alignment || !isRecord(value)) return value
    const side = ALIGNMENTS.find((known) => known === value.alignment)
    return side ? { ...value, alignment: alignment(side) } : value
  },
  media: (_field, value) => (isRecord(value) ? [ownFontId(value.font)].filter((id) => id !== undefined) : []),
}

const isFontName = (value: unknown): value is string => typeof value === 'string' && value !== ''

function lettersOf(stored: Values, parts: Values): Values {
  const [isBold, isItalic] = [asFlag(stored.isBold), asFlag(stored.isItalic)]
  return {
    ...(isBold !== undefined && { isBold }),
    ...(isItalic !== undefined && { isItalic }),
    ...(isFontName(stored.font) && { font: stored.font }),
    ...Object.fromEntries(LETTER_PARTS.flatMap((name) => (name in parts ? [[name, parts[name]]] : []))),
  }
}

const isFont = (value: Values) =>
  typeof value.font === 'string' &&
  value.font.length <= 100 &&
  isStyle(value) &&
  ALIGNMENTS.includes(value.alignment as Alignment)

/** Each part that is there is as in other styles. */
const hasLetters = (value: Values) => isFont({ ...PLAIN, ...defined(value) })
const defined = (value: Values) =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined))
