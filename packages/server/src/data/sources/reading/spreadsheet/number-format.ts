import { format, getFormatFromId, getLocale, isDateFormat, tokenize } from 'numfmt'

/** Days between the epochs of 1900 and 1904. */
const EPOCHS = 1462
/** Longest format that Excel accepts. */
const CODE_MAX = 255
/** Excel's number formats are in this language if a locale isn't known. */
const DEFAULT_LOCALE = 'en-US'

export type Displayed = string | number

export interface CellFormat {
  number: (value: number) => Displayed
  text: (value: string) => string
}

interface Look {
  /** Language tag. */
  locale: string
  is1904: boolean
}

/** The tag of numfmt's locale for a language: `zh-Hant-TW` is `zh-TW`. */
export function knownLocale(language: string): string {
  const [tongue = '', ...rest] = language.split('-')
  const country = rest.find((part) => part.length === 2)
  const tag = country ? `${tongue}-${country}` : tongue
  try {
    return getLocale(tag) ? tag : DEFAULT_LOCALE
  } catch {
    return DEFAULT_LOCALE
  }
}

/**
 * How Excel displays the values of a style. `code`: the format that the file defines for the `id`; without one, it is
 * built in and depends on the locale.
 */
export function cellFormat(id: number, code: string | undefined, { locale, is1904 }: Look): CellFormat {
  const options = {
    locale,
    dateErrorNumber: false,
    dateSpanLarge: false,
    overflow: '######',
  }
  const general: CellFormat = {
    number: (value) => plainNumber(format('General', value, options)),
    text: (value) => value,
  }
  const pattern = readable(code ?? getFormatFromId(id, locale))
  if (pattern === undefined || /^general$/i.test(pattern)) return general
  const isDate = isDateFormat(pattern)
  // A duration such as [h]:mm is the same in both epochs.
  const shift = is1904 && isDate && !isDuration(pattern) ? EPOCHS : 0
  return {
    number: (value) => {
      if (!isDate || value >= 0) return format(pattern, value + shift, options)
      // Excel displays negative times with the epoch of 1904 only.
      return is1904 ? `-${format(pattern, shift - value, options)}` : options.overflow
    },
    text: (value) => format(pattern, value, options),
  }
}

/** Numbers without a format stay numbers where that reads the same, so that packages can compute with them. */
const plainNumber = (shown: string): Displayed => (String(Number(shown)) === shown ? Number(shown) : shown)

const isDuration = (pattern: string) => tokenize(pattern).some(({ type }) => type === 'DURATION')

/** Undefined: not a format, so its cells are displayed as `General`. */
function readable(code: string): string | undefined {
  if (code === '' || code.length > CODE_MAX) return undefined
  // The separators of numbers are those of the reader, whatever country a currency is from.
  const national = code.replace(/\[\$([^[\]-]+)-[^[\]]*\]/g, (_, symbol) => `[$${symbol}]`)
  const pattern = isDateLike(national) ? national : national.replace(/\[\$-[^[\]]*\]/g, '')
  try {
    format(pattern, 1)
    format(pattern, '')
    return pattern
  } catch {
    return undefined
  }
}

function isDateLike(code: string): boolean {
  try {
    return isDateFormat(code)
  } catch {
    return false
  }
}
