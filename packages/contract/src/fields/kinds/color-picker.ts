import { checkColor, mayBeEmpty, readColor } from '#fields/color-value.ts'
import type { Kind } from '#fields/kind.ts'
import { flag, optional, text } from '#fields/option.ts'

const options = {
  default: optional(text(40)),
  allowEmpty: optional(flag),
  allowTransparent: optional(flag),
  /** `parseGradient` in `color.ts` has the form. */
  allowGradient: optional(flag),
}

/** `''` means no color; allowed if it is the default or `allowEmpty` is set. */
export const colorPicker: Kind<typeof options, string> = {
  options: [options],
  empty: () => '',
  read: (field, stored) => readColor(stored, { ...field, allowEmpty: mayBeEmpty(field) }),
  check: (field, value) => checkColor(value, { ...field, allowEmpty: mayBeEmpty(field) }),
}
