import { useFormContext } from 'react-hook-form'
import { useFieldError } from '#ui/form/field-error.ts'
import { useField } from '#ui/form/form-context.ts'

/** Props of every form field. `name` is a path in the form's values, such as `floors.1.name`. */
export interface FieldProps {
  name: string
  label: string
  hint?: string
  required?: boolean
  disabled?: boolean
  placeholder?: string
  /** For `time_after`: the label of the field to compare with. */
  otherLabel?: string
}

/** Props of a plain text input: labels, error, and registration. */
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
