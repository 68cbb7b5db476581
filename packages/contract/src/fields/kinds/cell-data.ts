import { asText, errorUnless, fieldError, type Kind } from '#fields/kind.ts'
import { flag, object, optional, text } from '#fields/option.ts'
import { isStyle, readStyle, size } from '#fields/style.ts'
import { isRecord } from '#record.ts'
import { TEXT_MAX } from './textbox.ts'

export interface CellData {
  text: string
  isBold: boolean
  isItalic: boolean
  /** Layout pixels. */
  size: number
}
const PLAIN: CellData = { text: '', isBold: false, isItalic: false, size: 14 }
const options = {
  default: optional(object({ text: text(TEXT_MAX), isBold: flag, isItalic: flag, size })),
  /** In widgets: the text may reference fields of data sources. */
  bound: optional(flag),
}

/** A styled text. */
export const cellData: Kind<typeof options, CellData> = {
  options: [options],
  empty: () => ({ ...PLAIN }),
  read: (field, stored) => {
    const rest = { ...(field.default ?? PLAIN) }
    if (!isRecord(stored)) {
      const text = asText(stored)
      return text === undefined ? undefined : { ...rest, text }
    }
    return { ...readStyle(stored, rest), text: asText(stored.text) ?? rest.text }
  },
  check: (_field, value) => {
    if (!isRecord(value) || typeof value.text !== 'string' || !isStyle(value))
      return fieldError('styled_text')
    return errorUnless(value.text.length <= TEXT_MAX, 'max', TEXT_MAX)
  },
  replace: (_field, value, { text }) =>
    text && isRecord(value) && typeof value.text === 'string' ? { ...value, text: text(value.text) } : value,
}
