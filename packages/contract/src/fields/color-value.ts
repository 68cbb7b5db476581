import { parseColor } from './color.ts'
import { errorUnless } from './kind.ts'
import type { FieldErrors } from './values.ts'
/** Checks a color: `allowEmpty` allows `''`, `allowTransparent` any alpha. */
export function checkColor(value: unknown, allowEmpty: boolean, allowTransparent: boolean): FieldErrors {
  if (value === '') return errorUnless(allowEmpty, 'required')
  const colour = typeof value === 'string' && value.length <= 40 ? parseColor(value) : undefined
  return errorUnless(colour !== undefined && (allowTransparent || colour.a === 1), 'colour')
}
export const readColor = (
  stored: unknown,
  allowEmpty: boolean,
  allowTransparent: boolean,
): string | undefined =>
  typeof stored === 'string' && Object.keys(checkColor(stored, allowEmpty, allowTransparent)).length === 0
    ? stored
    : undefined
export const mayBeEmpty = (field: { default?: string; allowEmpty?: boolean }): boolean =>
  field.allowEmpty === true || (field.default ?? '') === ''
