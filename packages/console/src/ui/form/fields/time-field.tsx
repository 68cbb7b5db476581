import { TextInput } from '@mantine/core'
import { timeOfMinutes } from '@vitrine/contract/rules'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useFieldError } from '#ui/form/field-error.ts'
import { useField } from '#ui/form/form-context.ts'
import { latinDigits } from './number-text.ts'
import type { FieldProps } from './use-text-field.ts'

/**
 * A time `hh:mm AM/PM`, typed freely (`9`, `9:30 pm`, `17:00`). The form value updates with every letter, so a valid
 * time can be saved immediately; the field shows the input until blur.
 */
export function TimeField({ name, label, hint, required, otherLabel }: FieldProps) {
  const id = useField(name, label)
  const error = useFieldError(name, label, otherLabel)
  const { field } = useController({ name })
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      {...field}
      id={id}
      label={label}
      description={hint}
      withAsterisk={required}
      error={error}
      value={typed ?? String(field.value ?? '')}
      autoComplete="off"
      dir="ltr"
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        field.onChange(readTime(value) ?? value)
      }}
      onBlur={() => {
        setTyped(undefined)
        field.onBlur()
      }}
    />
  )
}

/** What a person means by a time, as `hh:mm AM/PM`; undefined when it is none. */
export function readTime(text: string): string | undefined {
  const found = /^(\d{1,2})(?:[:.\s]?([0-5]\d))?\s*([apصم])?\.?m?\.?$/i.exec(latinDigits(text).trim())
  if (!found) return undefined
  const [, hour = '', minute = '0', half] = found
  const hours = Number(hour)
  if (half ? hours < 1 || hours > 12 : hours > 24) return undefined
  const of24 = half ? (hours % 12) + (/[pم]/i.test(half) ? 12 : 0) : hours % 24
  return timeOfMinutes(of24 * 60 + Number(minute))
}
