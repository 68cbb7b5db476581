import { numberText } from './format.ts'
import { leftToRight } from './left-to-right.ts'

const SIZES = ['B', 'kB', 'MB', 'GB', 'TB']

/** Formats bytes with a suitable unit: `940 kB`, `1.4 MB`. */
export function fileSize(bytes: number): string {
  const step = Math.min(SIZES.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** step
  const digits = value < 10 && step > 0 ? 1 : 0
  const number = numberText(value, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return leftToRight(`${number} ${SIZES[step]}`)
}
