import { asText } from './kind.ts'

/** The option that a stored value means; numbers may be stored as texts and the other way round. */
export const optionOf = <V extends string | number>(
  options: readonly { value: V }[] | undefined,
  stored: unknown,
): V | undefined =>
  options?.find((option) => option.value === stored || String(option.value) === asText(stored))?.value
