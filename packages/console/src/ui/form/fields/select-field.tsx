import { type OptionsFilter, Select } from '@mantine/core'
import { type PictureOf, pictured } from '#ui/screen/pictured.tsx'
import type { Choice } from './choice-fields.tsx'
import type { FieldProps } from './use-text-field.ts'
import { useValueField } from './use-value-field.ts'

/** Values are strings or numbers; the select only supports strings. */
interface SelectFieldProps extends FieldProps {
  choices: readonly (Omit<Choice, 'value'> & { value: string | number })[]
  searchable?: boolean
  /** An empty field is null. */
  clearable?: boolean
  picture?: PictureOf
  /** Called when the user selects another option. */
  onChosen?: () => void
}

/** Finds options by their label; those that begin with the search are first: `tok` finds Tokyo before Vostok. */
export const beginningFirst: OptionsFilter = ({ options, search }) => {
  const text = search.trim().toLowerCase()
  return options
    .map((option) => ({ option, at: 'label' in option ? option.label.toLowerCase().indexOf(text) : 0 }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => Math.sign(a.at) - Math.sign(b.at))
    .map(({ option }) => option)
}

/** A select field. */
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
      filter={beginningFirst}
      value={chosen}
      onChange={(next) => {
        onChange(choices.find((choice) => String(choice.value) === next)?.value ?? null)
        onChosen?.()
      }}
    />
  )
}
