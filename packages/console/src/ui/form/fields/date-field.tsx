import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { CalendarBlankIcon } from '@phosphor-icons/react/dist/csr/CalendarBlank'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './date-field.module.css'
import { latinDigits } from './number-text.ts'
import type { FieldProps } from './use-text-field.ts'
import { useValueField } from './use-value-field.ts'

interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  label: string
  value: string
  onChange: (day: string) => void
  onBlur?: () => void
}

/** A `YYYY-MM-DD` date, whatever the browser's format: typed, or chosen from the browser's calendar. */
export function DateInput({ value, onChange, onBlur, disabled, ...input }: DateInputProps) {
  const { t } = useTranslation()
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <TextInput
      {...input}
      disabled={disabled}
      value={value}
      placeholder={t('form.datePlaceholder')}
      autoComplete="off"
      dir="ltr"
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        onChange(readDay(value) ?? value)
        onBlur?.()
      }}
      rightSection={
        <>
          <input
            ref={calendar}
            type="date"
            className={styles.calendar}
            aria-hidden="true"
            tabIndex={-1}
            disabled={disabled}
            value={readDay(value) ?? ''}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <ActionIcon
            aria-label={t('form.calendar', { label: input.label })}
            disabled={disabled}
            onClick={() => calendar.current?.showPicker()}
          >
            <CalendarBlankIcon size={18} aria-hidden="true" />
          </ActionIcon>
        </>
      }
    />
  )
}

/** The date input in a form; an empty field is null, or absent if `optional`. */
export function DateField({ optional = false, ...field }: FieldProps & { optional?: boolean }) {
  const { shared, value, onChange } = useValueField(field)
  return (
    <DateInput
      {...shared}
      value={typeof value === 'string' ? value : ''}
      onChange={(day) => onChange(day || (optional ? undefined : null))}
    />
  )
}

/** Parses a date to `YYYY-MM-DD`; undefined unless the year comes first. */
export function readDay(text: string): string | undefined {
  const found = /^\s*(\d{4})[-./\s](\d{1,2})[-./\s](\d{1,2})\s*$/.exec(latinDigits(text))
  if (!found) return undefined
  const [, year = '', month = '', day = ''] = found
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}
