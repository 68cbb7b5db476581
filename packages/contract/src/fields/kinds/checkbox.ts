import { asFlag, errorUnless, type Kind } from '#fields/kind.ts'
import { flag, optional } from '#fields/option.ts'

const options = { default: optional(flag) }

export const checkbox: Kind<typeof options, boolean> = {
  options: [options],
  empty: () => false,
  read: (_field, stored) => asFlag(stored),
  check: (_field, value) => errorUnless(typeof value === 'boolean', 'flag'),
}
