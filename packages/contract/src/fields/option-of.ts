import { asText } from './kind.ts'

/** Finds the option of a stored value; numbers may be stored as texts and vice versa. */
export const optionOf = <V extends string | number>(
  options: readonly { value: V }[] | undefined,
  stored: unknown,
): V | undefined =>
  options?.find((option) => option.value === stored || String(option.value) === asText(stored))?.value
