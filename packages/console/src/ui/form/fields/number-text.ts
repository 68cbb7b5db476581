/** The same with Arabic and Persian digits as those that everything is kept in. */
export const latinDigits = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))

/**
 * Typed text as a number in canonical digits: one leading sign, and one point. A comma is a point;
 * Arabic and Persian digits are digits.
 */
export function numberText(typed: string): string {
  const latin = latinDigits(typed)
    .replaceAll(/[,\u066b]/g, '.')
    .trimStart()
  const sign = latin.startsWith('-') ? '-' : ''
  const [whole = '', ...rest] = latin.replaceAll(/[^\d.]/g, '').split('.')
  return sign + whole + (rest.length > 0 ? `.${rest.join('')}` : '')
}

/** The number that a text says, to the nearest whole one where only those are allowed; the text while it says none. */
export function readNumber(text: string, allowDecimal: boolean): number | string {
  if (!/\d/.test(text)) return text
  return allowDecimal ? Number(text) : Math.round(Number(text))
}
