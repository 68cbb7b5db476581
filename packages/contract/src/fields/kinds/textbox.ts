import { readIcon } from '#fields/icon.ts'
import { asNumber, asText, errorUnless, fieldError, type Kind, noErrors } from '#fields/kind.ts'
import { count, flag, number, oneOf, optional, text } from '#fields/option.ts'
import { readOutline } from '#fields/outline.ts'
import { URL_PATTERN } from '#rules.ts'

/** Default maximum number of characters. */
export const TEXT_MAX = 5000

const written = {
  format: optional(oneOf('text', 'multiline', 'url', 'icon', 'outline')),
  default: optional(text(100_000)),
  /** Characters. */
  max: optional(count(100_000)),
  placeholder: optional(text(200)),
  /** In widgets: the text may reference fields of data sources (`document/source-data.ts`). */
  bound: optional(flag),
  /** In widgets: the same in all languages of a page, such as the value of an answer. */
  fixed: optional(flag),
}
const numeric = {
  format: oneOf('numeric'),
  default: number(),
  min: optional(number()),
  max: optional(number()),
  unit: optional(text(20)),
}

/** A text; with `format: 'numeric'` a number, with `icon` a drawing from a set (`icon.ts`), with `outline` a free shape (`outline.ts`). */
export const textbox: Kind<typeof written | typeof numeric, string | number> = {
  options: [written, numeric],
  empty: () => '',
  read: (field, stored) => {
    if (field.format === 'icon') return readIcon(stored) && String(stored)
    if (field.format === 'outline') return readOutline(stored) && String(stored)
    if (field.format !== 'numeric') return asText(stored)
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = field
    const number = asNumber(stored)
    return number === undefined ? undefined : Math.min(max, Math.max(min, number))
  },
  check: (field, value) => {
    if (field.format === 'numeric') {
      if (typeof value !== 'number' || !Number.isFinite(value))
        return fieldError(value === '' ? 'required' : 'numeric')
      if (field.min !== undefined && value < field.min) return fieldError('min_value', field.min)
      return errorUnless(field.max === undefined || value <= field.max, 'max_value', field.max)
    }
    if (typeof value !== 'string') return fieldError('text')
    if (field.format === 'icon') return errorUnless(value === '' || readIcon(value) !== undefined, 'icon')
    if (field.format === 'outline')
      return errorUnless(value === '' || readOutline(value) !== undefined, 'outline')
    const max = field.max ?? TEXT_MAX
    if (value.length > max) return fieldError('max', max)
    if (field.format !== 'url' || value === '') return noErrors
    return errorUnless(URL_PATTERN.test(value.trim()), 'url')
  },
  replace: (field, value, { text }) =>
    text && typeof value === 'string' && isRead(field) ? text(value) : value,
}

/** Whether people read the text. */
const isRead = (field: { format?: string; fixed?: boolean }): boolean =>
  !field.fixed && (field.format === undefined || field.format === 'text' || field.format === 'multiline')
