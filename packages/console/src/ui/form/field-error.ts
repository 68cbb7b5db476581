import { get, useFormState } from 'react-hook-form'
import { useRuleText } from './rule-text.ts'

interface FieldError {
  type?: string
  message?: string
  root?: { message?: string }
}

/**
 * The first error of a field in words, once the person has left it or tried to save. (Adding a group makes the form
 * library validate all of them together, so untouched fields show nothing here.)
 */
export function useFieldError(name: string, label: string, otherLabel = label): string | undefined {
  const { errors, touchedFields, isSubmitted } = useFormState({ name })
  const toText = useRuleText()
  const error = get(errors, name) as FieldError | undefined
  // The server's texts are words already.
  if (error?.type === 'server') return error.message
  const message = error?.root?.message ?? error?.message
  const seen = isSubmitted || get(touchedFields, name) === true || error?.root !== undefined
  if (message === undefined || !seen) return undefined
  return toText(message, message.startsWith('time_after') ? otherLabel : label)
}
