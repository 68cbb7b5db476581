import { checkColor, mayBeEmpty, readColor } from '#fields/color-value.ts'
import type { Kind } from '#fields/kind.ts'
import { list, optional, text } from '#fields/option.ts'

const options = { options: list(text(40), 50, 1), default: optional(text(40)) }

/** A few colors to choose from; stored documents may hold others. */
export const colorSwatches: Kind<typeof options, string> = {
  options: [options],
  empty: () => '',
  read: (field, stored) => readColor(stored, { allowEmpty: mayBeEmpty(field) }),
  check: (field, value) => checkColor(value, { allowEmpty: mayBeEmpty(field) }),
}
