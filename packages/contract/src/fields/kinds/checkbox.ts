import { asFlag, type Kind, unless } from '#fields/kind.ts'
import { flag, optional } from '#fields/option.ts'

const options = { default: optional(flag) }

export const checkbox: Kind<typeof options, boolean> = {
  options: [options],
  empty: () => false,
  read: (_field, stored) => asFlag(stored),
  check: (_field, value) => unless(typeof value === 'boolean', 'invalid'),
}
