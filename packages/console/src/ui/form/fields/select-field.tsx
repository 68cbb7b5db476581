import { Select } from '@mantine/core'
import { type PictureOf, pictured } from '#ui/screen/pictured.tsx'
import type { Choice } from './choice-fields.tsx'
import type { FieldProps } from './use-text-field.ts'
import { useValueField } from './use-value-field.ts'

/** Values are texts or numbers; the select itself supports texts only. */
interface SelectFieldProps extends FieldProps {
  choices: readonly (Omit<Choice, 'value'> & { value: string | number })[]
  searchable?: boolean
  /** An emptied field is null. */
  clearable?: boolean
  picture?: PictureOf
  /** The user has chosen another one. */
  onChosen?: () => void
}

/** One of several choices. */
export function SelectField({
  choices,
  clearable = false,
  searchable,
  placeholder,
  picture,
  onChosen,
  ...field
}: SelectFieldProps) {
  const { shared, value, onChange } = useValueField(field)
  const chosen = typeof value === 'string' || typeof value === 'number' ? String(value) : null
  return (
    <Select
      {...shared}
      {...pictured(picture, chosen)}
      data={choices.map((choice) => ({ ...choice, value: String(choice.value) }))}
      placeholder={placeholder}
      allowDeselect={clearable}
      clearable={clearable}
      searchable={searchable ?? choices.length > 8}
      value={chosen}
      onChange={(next) => {
        onChange(choices.find((choice) => String(choice.value) === next)?.value ?? null)
        onChosen?.()
      }}
    />
  )
}
