/** Converts Arabic and Persian digits to ASCII. */
export const latinDigits = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))

/** Normalizes a typed number: ASCII digits, one leading sign, and one decimal point, also for a comma. */
export function numberText(typed: string): string {
  const latin = latinDigits(typed)
    .replaceAll(/[,\u066b]/g, '.')
    .trimStart()
  const sign = latin.startsWith('-') ? '-' : ''
  const [whole = '', ...rest] = latin.replaceAll(/[^\d.]/g, '').split('.')
  return sign + whole + (rest.length > 0 ? `.${rest.join('')}` : '')
}

/** Parses a number, rounded unless decimals are allowed; returns the text if it isn't one. */
export function readNumber(text: string, allowDecimal: boolean): number | string {
  if (!/\d/.test(text)) return text
  return allowDecimal ? Number(text) : Math.round(Number(text))
}

/** Whether a text is more than a number. */
export const isSum = (text: string): boolean => /[+*/×÷()%]|[^\s(*/×÷+−-]\s*[−-]/.test(text)
