import { asFlag, asNumber } from './kind.ts'
import { number } from './option.ts'
import type { Values } from './values.ts'

/** Documents from other programs may have sizes that the form doesn't offer, but none below one pixel. */
export const SIZE_MIN = 1
export const SIZE_MAX = 1000
export const size = number(SIZE_MIN, SIZE_MAX)
const isSize = (size: unknown): size is number =>
  typeof size === 'number' && size >= SIZE_MIN && size <= SIZE_MAX

/** Reads the parts of a styled value separately: one broken part does not lose the others. */
export function readStyle<T extends { isBold: boolean; isItalic: boolean; size: number }>(
  stored: Values,
  rest: T,
): T {
  const size = asNumber(stored.size)
  return {
    ...rest,
    isBold: asFlag(stored.isBold) ?? rest.isBold,
    isItalic: asFlag(stored.isItalic) ?? rest.isItalic,
    size: isSize(size) ? size : rest.size,
  }
}
export const isStyle = (value: Values): boolean =>
  typeof value.isBold === 'boolean' && typeof value.isItalic === 'boolean' && isSize(value.size)
