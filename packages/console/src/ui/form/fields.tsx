import {
  Checkbox,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Radio,
  Select,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
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

function useValueField({ name, label, hint, required, disabled, otherLabel }: FieldProps) {
  const id = useField(name, label)
  const error = useFieldError(name, label, otherLabel)
  const { field } = useController({ name })
  const { ref, value, onChange, onBlur } = field
  const shared = { id, name, label, description: hint, withAsterisk: required, disabled, error, ref, onBlur }
  return { shared, value: value as unknown, onChange }
}

export function NumberField({ min, max, ...field }: FieldProps & { min?: number; max?: number }) {
  const { shared, value, onChange } = useValueField(field)
  return (
    <NumberInput
      {...shared}
      min={min}
      max={max}
      clampBehavior="none"
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      // An emptied field is a missing number, not an empty text.
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  )
}

export interface Choice {
  value: string
  label: string
  disabled?: boolean
}

interface SelectFieldProps extends FieldProps {
  choices: readonly Choice[]
  clearable?: boolean
  searchable?: boolean
}

export function SelectField({
  choices,
  clearable = false,
  searchable,
  placeholder,
  ...field
}: SelectFieldProps) {
  const { shared, value, onChange } = useValueField(field)
  return (
    <Select
      {...shared}
      data={choices}
      placeholder={placeholder}
      allowDeselect={clearable}
      clearable={clearable}
      searchable={searchable ?? choices.length > 8}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}

export function MultiSelectField({ choices, placeholder, ...field }: SelectFieldProps) {
  const { shared, value, onChange } = useValueField(field)
  return (
    <MultiSelect
      {...shared}
      data={choices}
      placeholder={placeholder}
      searchable
      hidePickedOptions
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={onChange}
    />
  )
}

/** Choices as cards with a sentence each. */
export function RadioField({
  choices,
  ...field
}: FieldProps & { choices: readonly (Choice & { text?: string })[] }) {
  const { shared, value, onChange } = useValueField(field)
  const { ref, ...group } = shared
  return (
    <Radio.Group {...group} value={typeof value === 'string' ? value : ''} onChange={onChange}>
      <Stack gap={8} mt={6}>
        {choices.map((choice, index) => (
          <Radio
            key={choice.value}
            ref={index === 0 ? ref : undefined}
            value={choice.value}
            label={choice.label}
            description={choice.text}
            disabled={choice.disabled}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** Several of a few choices, as check boxes. */
export function CheckboxesField({ choices, ...field }: FieldProps & { choices: readonly Choice[] }) {
  const { shared, value, onChange } = useValueField(field)
  const { ref, ...group } = shared
  return (
    <Checkbox.Group {...group} value={Array.isArray(value) ? (value as string[]) : []} onChange={onChange}>
      <Stack gap={8} mt={8}>
        {choices.map((choice, index) => (
          <Checkbox
            key={choice.value}
            ref={index === 0 ? ref : undefined}
            value={choice.value}
            label={choice.label}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

export function SwitchField(field: FieldProps) {
  const { shared, value, onChange } = useValueField(field)
  const { withAsterisk: _, ...rest } = shared
  return (
    <Switch {...rest} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
  )
}

/** Fields side by side where there is room. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}
