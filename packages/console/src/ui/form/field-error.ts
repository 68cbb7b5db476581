import { get, useFormState } from 'react-hook-form'
import { useRuleText } from './rule-text.ts'

interface FieldError {
  type?: string
  message?: string
  root?: { message?: string }
}

/**
 * The first error of a field, once it was blurred or submitted. (Adding a group makes the library validate all
 * groups, so untouched fields are skipped.)
 */
export function useFieldError(name: string, label: string, otherLabel = label): string | undefined {
  const { errors, touchedFields, isSubmitted } = useFormState({ name })
  const toText = useRuleText()
  const error = get(errors, name) as FieldError | undefined
  // The server's messages are already text.
  if (error?.type === 'server') return error.message
  const message = error?.root?.message ?? error?.message
  const seen = isSubmitted || get(touchedFields, name) === true || error?.root !== undefined
  if (message === undefined || !seen) return undefined
  return toText(message, message.startsWith('time_after') ? otherLabel : label)
}
