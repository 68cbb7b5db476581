import { asText } from './kind.ts'

/** Maximum values that a refusal names. */
const NAMED = 12

/** The values to choose from, for a refusal. */
export const namesOf = (options: readonly { value: string | number }[]): string => {
  const names = options.slice(0, NAMED).map(({ value }) => String(value))
  return (options.length > NAMED ? [...names, '…'] : names).join(', ')
}

/** Finds the option of a stored value; numbers may be stored as texts and vice versa. */
export const optionOf = <V extends string | number>(
  options: readonly { value: V }[] | undefined,
  stored: unknown,
): V | undefined =>
  options?.find((option) => option.value === stored || String(option.value) === asText(stored))?.value
