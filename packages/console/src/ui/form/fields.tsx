import { PasswordInput, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { newPassword } from '#lib/new-password.ts'
import styles from './entity-form.module.css'
import { useFieldError } from './field-error.ts'
import { useField } from './form-context.ts'

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

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'url'
  autoComplete?: string
  autoFocus?: boolean
  /** Only a screen reader hears the label: for fields whose place says it already. */
  hideLabel?: boolean
}

function useTextField({ name, label, hint, required, disabled, placeholder, otherLabel }: FieldProps) {
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

export function TextField({
  type = 'text',
  autoComplete = 'off',
  autoFocus,
  hideLabel,
  ...field
}: TextFieldProps) {
  const props = useTextField(field)
  const { setFocus } = useFormContext()
  // Not the attribute alone: a dialog looks for it once, and a form that comes later would be missed.
  useEffect(() => {
    if (autoFocus) setFocus(field.name)
  }, [autoFocus, setFocus, field.name])
  return (
    <TextInput
      {...props}
      type={type}
      autoComplete={autoComplete}
      data-autofocus={autoFocus || undefined}
      label={hideLabel ? undefined : field.label}
      aria-label={hideLabel ? field.label : undefined}
    />
  )
}

export function LongTextField(field: FieldProps) {
  return <Textarea {...useTextField(field)} autosize minRows={3} />
}

interface PasswordFieldProps extends FieldProps {
  autoComplete?: 'new-password' | 'current-password'
  /** Left empty it means no password at all, rather than an empty one. */
  optional?: boolean
  /** Offers one of the console's making, also for the field that repeats it. */
  generates?: readonly string[]
}

export function PasswordField({
  autoComplete = 'new-password',
  optional,
  generates,
  ...field
}: PasswordFieldProps) {
  const { t } = useTranslation()
  const { register, setValue } = useFormContext()
  const [visible, setVisible] = useState(false)
  const props = useTextField(field)
  const generate = () => {
    const password = newPassword()
    for (const name of generates ?? []) setValue(name, password, { shouldDirty: true, shouldValidate: true })
    setVisible(true)
  }
  return (
    <div>
      <PasswordInput
        {...props}
        {...(optional && register(field.name, { setValueAs: (value) => value || undefined }))}
        autoComplete={autoComplete}
        visible={visible}
        onVisibilityChange={setVisible}
        visibilityToggleButtonProps={{ 'aria-label': t(visible ? 'password.hide' : 'password.show') }}
      />
      {generates && (
        <button type="button" className={styles.link} onClick={generate}>
          {t('password.generate')}
        </button>
      )}
    </div>
  )
}

/** Fields side by side where there is room. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}
