import { MultiSelect } from '@mantine/core'
import { type PictureOf, pictured } from '#ui/screen/pictured.tsx'
import type { Choice } from './choice-fields.tsx'
import type { FieldProps } from './use-text-field.ts'
import { useValueField } from './use-value-field.ts'

interface MultiSelectFieldProps extends FieldProps {
  choices: readonly Choice[]
  picture?: PictureOf
}

export function MultiSelectField({ choices, placeholder, picture, ...field }: MultiSelectFieldProps) {
  const { shared, value, onChange } = useValueField(field)
  return (
    <MultiSelect
      {...shared}
      {...pictured(picture)}
      data={choices}
      placeholder={placeholder}
      searchable
      hidePickedOptions
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={onChange}
    />
  )
}
