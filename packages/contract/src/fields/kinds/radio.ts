import { errorUnless, type Kind } from '#fields/kind.ts'
import { choices, optional, text } from '#fields/option.ts'
import { namesOf, optionOf } from '#fields/option-of.ts'

const options = { options: choices(text(200)), default: optional(text(200)) }

export const radio: Kind<typeof options, string> = {
  options: [options],
  empty: () => '',
  read: (field, stored) => optionOf(field.options, stored),
  check: (field, value) => {
    if (value === '') return errorUnless(field.default === undefined, 'required')
    const isOption = field.options.some((option) => option.value === value)
    return errorUnless(isOption, 'one_of', namesOf(field.options))
  },
}
