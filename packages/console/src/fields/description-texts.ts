import type { Fields } from '@vitrine/contract/fields/field'

/** Numbers, and names that are the same in every language. */
const NEEDS_NO_WORDS = /^(\d+|GMT([+-]\d+)?)$/

/** Every visible English text in a description: labels, help, placeholders and choices, including groups. */
export function textsOf(fields: Fields): string[] {
  return Object.values(fields).flatMap((field) => [
    field.label,
    ...(field.help ? [field.help] : []),
    ...('placeholder' in field && field.placeholder ? [field.placeholder] : []),
    ...(field.type === 'radio' || field.type === 'lookup'
      ? (field.options ?? []).map(({ label }) => label).filter((label) => !NEEDS_NO_WORDS.test(label))
      : []),
    ...(field.type === 'group' ? textsOf(field.item) : []),
  ])
}
