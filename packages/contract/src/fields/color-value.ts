import { GRADIENT_MAX, isSeeThrough, parseColor, parseGradient } from './color.ts'
import { errorUnless } from './kind.ts'
import type { FieldErrors } from './values.ts'

/** What a color can be beside an opaque one. */
export interface ColorLimits {
  /** `''`. */
  allowEmpty?: boolean | undefined
  /** Any alpha. */
  allowTransparent?: boolean | undefined
  allowGradient?: boolean | undefined
}

/** The most characters of a stored color. */
const COLOR_MAX = 40

export function checkColor(value: unknown, limits: ColorLimits): FieldErrors {
  if (value === '') return errorUnless(limits.allowEmpty === true, 'required')
  const isColor = typeof value === 'string' && value.length <= COLOR_MAX && parseColor(value) !== undefined
  const isGradient =
    limits.allowGradient === true &&
    typeof value === 'string' &&
    value.length <= GRADIENT_MAX &&
    parseGradient(value) !== undefined
  const isWell = (isColor || isGradient) && (limits.allowTransparent === true || !isSeeThrough(value))
  return errorUnless(isWell, 'colour')
}
export const readColor = (stored: unknown, limits: ColorLimits): string | undefined =>
  typeof stored === 'string' && Object.keys(checkColor(stored, limits)).length === 0 ? stored : undefined
export const mayBeEmpty = (field: { default?: string; allowEmpty?: boolean }): boolean =>
  field.allowEmpty === true || (field.default ?? '') === ''
