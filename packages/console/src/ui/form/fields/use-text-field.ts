import { useFormContext } from 'react-hook-form'
import { useFieldError } from '#ui/form/field-error.ts'
import { useField } from '#ui/form/form-context.ts'

/** What every field of the kit takes. `name` is a path in the form's values, e.g. `floors.1.name`. */
export interface FieldProps {
  name: string
  label: string
  hint?: string
  required?: boolean
  disabled?: boolean
  placeholder?: string
  /** For `time_after`: the label of the field that it is compared with. */
  otherLabel?: string
}

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
