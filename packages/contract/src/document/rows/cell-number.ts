import type { SourceCell } from '#document/source-data.ts'

/** Characters beyond which a cell is no number or date. */
export const CELL_MAX = 60

/** The digits of Arabic, Persian, and full-width scripts as 0 to 9. */
export const plainDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    String((digit.codePointAt(0) ?? 0) - zeroBefore(digit.codePointAt(0) ?? 0)),
  )
const zeroBefore = (code: number) => (code >= 0xff10 ? 0xff10 : code >= 0x06f0 ? 0x06f0 : 0x0660)

/** A sign, digits with separators, and at most one word or sign of a unit on each side. */
const NUMBER =
  /^(?:(?:\p{Sc}|[A-Z]{3}(?![\p{L}\d])) ?)?([+-]?)(?:\p{Sc} ?)?(\d[\d.,' ]*|[.,]\d+) ?(?:[%‰°]? ?(?:[\p{L}\p{Sc}²³/][\p{L}\p{Sc}²³./]{0,11})?(?: ?[-+])?)$/u
/** Spaces and apostrophes that only group digits. */
const GROUPS = /[' ]/
const GROUPED = /^\d{1,3}(?:[' ]\d{2,3})*[' ]\d{3}(?:[.,]\d*)?$/
/** Several points or commas that group digits; others are in dates. */
const SEVERAL = /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/
const SPACES = /[\s\u00a0\u202f\u2009]+/g

/**
 * The number in a cell as people write it: `1.234,50 €`, `USD 1,234.5`, `(12)`, `−5 °C`, `12 %`, `١٢`. One separator with three
 * digits behind it groups digits where the language does so, and is decimal elsewhere. Undefined if the cell isn't a number.
 */
export function cellNumber(cell: SourceCell | undefined, locale: string): number | undefined {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : undefined
  if (typeof cell !== 'string' || cell.length > CELL_MAX) return undefined
  let text = plainDigits(cell)
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/[\u2019]/g, "'")
    .replace(/\u066b/g, ',')
    .replace(/\u066c/g, "'")
    .replace(SPACES, ' ')
    .trim()
  const isNegative = /^\(.*\)$/.test(text)
  if (isNegative) text = text.slice(1, -1).trim()
  const found = NUMBER.exec(text)
  if (!found) return undefined
  const written = (found[2] ?? '').trimEnd()
  if (GROUPS.test(written) && !GROUPED.test(written)) return undefined
  const digits = written.replace(/[' ]/g, '').replace(/[.,]$/, '')
  const plain = withPoint(digits, locale)
  const value = Number(plain)
  if (plain === '' || !Number.isFinite(value)) return undefined
  return isNegative !== (found[1] === '-') ? -value : value
}

/** Digits with a decimal point and without groups. */
function withPoint(digits: string, locale: string): string {
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1]
  const last = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ','
  const plain = (decimal: string | undefined) =>
    [...digits].map((sign) => (sign === decimal ? '.' : /[.,]/.test(sign) ? '' : sign)).join('')
  if (points === 0 && commas === 0) return digits
  // Both: the last one is decimal, unless there are several of it.
  if (points > 0 && commas > 0) return plain((last === '.' ? points : commas) === 1 ? last : undefined)
  if (points + commas > 1) return SEVERAL.test(digits) ? plain(undefined) : ''
  const isGroup = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) && decimalSign(locale) !== last
  return plain(isGroup ? undefined : last)
}

const signs = new Map<string, string>()
/** The decimal separator of a language: a point or a comma. */
function decimalSign(locale: string): string {
  let sign = signs.get(locale)
  if (sign === undefined) {
    sign = formatted(locale).includes('.') ? '.' : ','
    signs.set(locale, sign)
  }
  return sign
}
function formatted(locale: string): string {
  try {
    return new Intl.NumberFormat(locale).format(1.5)
  } catch {
    return '1.5'
  }
}
