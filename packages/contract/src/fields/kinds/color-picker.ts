import { checkColor, mayBeEmpty, readColor } from '#fields/color-value.ts'
import type { Kind } from '#fields/kind.ts'
import { flag, optional, text } from '#fields/option.ts'

const options = {
  default: optional(text(40)),
  allowEmpty: optional(flag),
  allowTransparent: optional(flag),
}

/** `''` is "none chosen", allowed where that is the default or `allowEmpty` says so. */
export const colorPicker: Kind<typeof options, string> = {
  options: [options],
  empty: () => '',
  read: (field, stored) => readColor(stored, mayBeEmpty(field), field.allowTransparent === true),
  check: (field, value) => checkColor(value, mayBeEmpty(field), field.allowTransparent === true),
}
