import { asNumber, asText, errorUnless, fieldError, type Kind, noErrors } from '#fields/kind.ts'
import { choices, either, number, optional, text } from '#fields/option.ts'
import { namesOf, optionOf } from '#fields/option-of.ts'

const VALUE_MAX = 100
const value = either(text(200), number())
const options = {
  options: optional(choices(value)),
  /** Name for `GET lookups/{name}`. */
  lookup: optional(text(60)),
  default: optional(value),
}

/** A choice from `options`, from the server's list `lookup`, or from both. */
export const lookup: Kind<typeof options, string | number> = {
  options: [options],
  empty: () => '',
  read: (field, stored) => {
    const option = optionOf(field.options, stored)
    if (option !== undefined) return option
    const own = typeof field.default === 'number' ? asNumber(stored) : asText(stored)
    return field.lookup && own !== '' && String(own).length <= VALUE_MAX ? own : undefined
  },
  check: (field, value) => {
    if (value === '') return errorUnless(field.default === undefined, 'required')
    if (field.options?.some((option) => option.value === value)) return noErrors
    const type = typeof field.default === 'number' ? 'number' : 'string'
    const fits = typeof value === type && String(value).length <= VALUE_MAX
    if (field.options && field.lookup === undefined) return fieldError('one_of', namesOf(field.options))
    return errorUnless(fits, 'not_offered')
  },
}
