import { TextInput, type TextInputProps } from '@mantine/core'
import { minutesOfTime, timeOfMinutes } from '@vitrine/contract/rules'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { inputTime } from '#lib/text/format.ts'
import { useFieldError } from '#ui/form/field-error.ts'
import { useField } from '#ui/form/form-context.ts'
import { latinDigits } from './number-text.ts'
import type { FieldProps } from './use-text-field.ts'

/**
 * A time `hh:mm AM/PM`, typed in any format (`9`, `9:30 pm`, `17:00`) and shown in the region's. The form value
 * updates while typing, so a valid time can be saved immediately; the field shows the raw input until blur.
 */
export function TimeField({ name, label, hint, required, otherLabel }: FieldProps) {
  const id = useField(name, label)
  const error = useFieldError(name, label, otherLabel)
  const { field } = useController({ name })
  return (
    <TimeInput
      {...field}
      id={id}
      label={label}
      description={hint}
      withAsterisk={required}
      error={error}
      value={String(field.value ?? '')}
    />
  )
}

interface TimeInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  value: string
  /** Gets the parsed time, or the raw input if it is invalid. */
  onChange: (value: string) => void
  onBlur?: () => void
}

/** The time input outside a form. */
export function TimeInput({ value, onChange, onBlur, ...input }: TimeInputProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      {...input}
      value={typed ?? shownTime(value)}
      autoComplete="off"
      dir="ltr"
      // Select all, so that typing replaces the time, as in native time inputs.
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(readTime(currentTarget.value) ?? currentTarget.value)
      }}
      onBlur={() => {
        setTyped(undefined)
        onBlur?.()
      }}
    />
  )
}

function shownTime(value: string): string {
  const minutes = minutesOfTime(value)
  return Number.isNaN(minutes) ? value : inputTime(minutes)
}

/** Parses a time to `hh:mm AM/PM`; undefined if it is invalid. */
export function readTime(text: string): string | undefined {
  const found = /^(\d{1,2})(?:[:.\s]?([0-5]\d))?\s*([apصم])?\.?m?\.?$/i.exec(latinDigits(text).trim())
  if (!found) return undefined
  const [, hour = '', minute = '0', half] = found
  const hours = Number(hour)
  if (half ? hours < 1 || hours > 12 : hours > 24) return undefined
  const of24 = half ? (hours % 12) + (/[pم]/i.test(half) ? 12 : 0) : hours % 24
  return timeOfMinutes(of24 * 60 + Number(minute))
}
