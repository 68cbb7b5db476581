import { ActionIcon, TextInput } from '@mantine/core'
import { CalendarBlankIcon } from '@phosphor-icons/react/dist/csr/CalendarBlank'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { latinDigits } from '#ui/number-text.ts'
import styles from './date-field.module.css'
import type { FieldProps } from './fields.tsx'
import { useValueField } from './use-value-field.ts'

/**
 * A calendar day, `YYYY-MM-DD` whatever the browser's own fields look like; an emptied field is null. It can be typed,
 * or chosen from the browser's calendar.
 */
export function DateField(field: FieldProps) {
  const { t } = useTranslation()
  const { shared, value, onChange } = useValueField(field)
  const calendar = useRef<HTMLInputElement>(null)
  const day = typeof value === 'string' ? value : ''
  return (
    <TextInput
      {...shared}
      value={day}
      placeholder={t('form.datePlaceholder')}
      autoComplete="off"
      dir="ltr"
      onChange={(event) => onChange(event.currentTarget.value || null)}
      onBlur={() => {
        onChange(readDay(day) ?? value)
        shared.onBlur()
      }}
      rightSection={
        <>
          <input
            ref={calendar}
            type="date"
            className={styles.calendar}
            aria-hidden="true"
            tabIndex={-1}
            disabled={field.disabled}
            value={readDay(day) ?? ''}
            onChange={(event) => onChange(event.currentTarget.value || null)}
          />
          <ActionIcon
            aria-label={t('form.calendar', { label: field.label })}
            disabled={field.disabled}
            onClick={() => calendar.current?.showPicker()}
          >
            <CalendarBlankIcon size={18} aria-hidden="true" />
          </ActionIcon>
        </>
      }
    />
  )
}

/** What a person means by a day, as `YYYY-MM-DD`; undefined when the year does not come first. */
export function readDay(text: string): string | undefined {
  const found = /^\s*(\d{4})[-./\s](\d{1,2})[-./\s](\d{1,2})\s*$/.exec(latinDigits(text))
  if (!found) return undefined
  const [, year = '', month = '', day = ''] = found
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}
