import { useController } from 'react-hook-form'
import { useFieldError } from '#ui/form/field-error.ts'
import { useField } from '#ui/form/form-context.ts'
import type { FieldProps } from './use-text-field.ts'

/** Props for a control other than a plain text input: `shared` ones, and its value. */
export function useValueField({ name, label, hint, required, disabled, otherLabel }: FieldProps) {
  const id = useField(name, label)
  const error = useFieldError(name, label, otherLabel)
  const { field } = useController({ name })
  const { ref, value, onChange, onBlur } = field
  const shared = { id, name, label, description: hint, withAsterisk: required, disabled, error, ref, onBlur }
  return { shared, value: value as unknown, onChange }
}
