import { useFormContext } from 'react-hook-form'
import { useFieldError } from '#ui/form/field-error.ts'
import { useField } from '#ui/form/form-context.ts'
import type { FieldProps } from './fields.tsx'

/** What a plain text input takes: its names, its error, and its place in the form's values. */
export function useTextField({ name, label, hint, required, disabled, placeholder, otherLabel }: FieldProps) {
  const { register } = useFormContext()
  const id = useField(name, label)
  const error = useFieldError(name, label, otherLabel)
  return {
    id,
    label,
    description: hint,
    withAsterisk: required,
    disabled,
    placeholder,
    error,
    ...register(name),
  }
}
