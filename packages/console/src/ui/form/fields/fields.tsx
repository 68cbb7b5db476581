import { TextInput } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import styles from '#ui/form/entity-form.module.css'
import { latinDigits } from './number-text.ts'
import { type FieldProps, useTextField } from './use-text-field.ts'

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'url'
  autoComplete?: string
  autoFocus?: boolean
  /** Which keys a phone offers. */
  inputMode?: 'numeric'
  /** Only a screen reader hears the label: for fields whose place says it already. */
  hideLabel?: boolean
}

export function TextField({
  type = 'text',
  autoComplete = 'off',
  autoFocus,
  inputMode,
  hideLabel,
  ...field
}: TextFieldProps) {
  const props = useTextField(field)
  const { setFocus, register } = useFormContext()
  // Not the attribute alone: a dialog looks for it once, and a form that comes later would be missed.
  useEffect(() => {
    if (autoFocus) setFocus(field.name)
  }, [autoFocus, setFocus, field.name])
  return (
    <TextInput
      {...props}
      {...(inputMode === 'numeric' && register(field.name, { setValueAs: latinDigits }))}
      type={type}
      autoComplete={autoComplete}
      inputMode={inputMode}
      data-autofocus={autoFocus || undefined}
      label={hideLabel ? undefined : field.label}
      aria-label={hideLabel ? field.label : undefined}
    />
  )
}

/** Fields side by side where there is room. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}
