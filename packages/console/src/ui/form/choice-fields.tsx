import { Checkbox, MultiSelect, NumberInput, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useController } from 'react-hook-form'
import { useFieldError } from './field-error.ts'
import type { FieldProps } from './fields.tsx'
import { useField } from './form-context.ts'

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

/** A calendar day, `YYYY-MM-DD`; an emptied field is null. */
export function DateField(field: FieldProps) {
  const { shared, value, onChange } = useValueField(field)
  return (
    <TextInput
      {...shared}
      type="date"
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
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
  searchable?: boolean
}

/** Values on the wire are texts or numbers; the select itself knows texts only. */
interface OneOfProps extends Omit<SelectFieldProps, 'choices'> {
  choices: readonly (Omit<Choice, 'value'> & { value: string | number })[]
  /** An emptied field is null. */
  clearable?: boolean
}

export function SelectField({ choices, clearable = false, searchable, placeholder, ...field }: OneOfProps) {
  const { shared, value, onChange } = useValueField(field)
  return (
    <Select
      {...shared}
      data={choices.map((choice) => ({ ...choice, value: String(choice.value) }))}
      placeholder={placeholder}
      allowDeselect={clearable}
      clearable={clearable}
      searchable={searchable ?? choices.length > 8}
      value={typeof value === 'string' || typeof value === 'number' ? String(value) : null}
      onChange={(next) => onChange(choices.find((choice) => String(choice.value) === next)?.value ?? null)}
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
