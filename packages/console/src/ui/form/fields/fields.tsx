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
  /** The on-screen keyboard of phones. */
  inputMode?: 'numeric'
  /** Hides the label visually, for fields whose position explains them. */
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
  // In addition to the attribute, which a dialog evaluates only once, before a lazy form has rendered.
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

/** Fields side by side if they fit. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}
