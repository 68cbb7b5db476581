import { ActionIcon, Group } from '@mantine/core'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { date as dayRule } from '@vitrine/contract/api/base/inputs'
import { EXCEPTIONS_MAX } from '@vitrine/contract/api/screens/slots'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { dateText } from '#lib/text/format.ts'
import { useFieldError } from '#ui/form/field-error.ts'
import { DateInput, readDay } from '#ui/form/fields/date-field.tsx'
import { useField } from '#ui/form/form-context.ts'
import styles from './schedule.module.css'

/** Days on which a slot doesn't start although its weekdays and dates say so. */
export function SlotExceptions({ name }: { name: string }) {
  const { t } = useTranslation()
  const label = t('deviceGroups.except')
  const id = useField(name, label)
  const error = useFieldError(name, label)
  const { field } = useController({ name })
  const [typed, setTyped] = useState('')
  const days: readonly string[] = field.value ?? []
  const set = (next: readonly string[]) => {
    field.onChange(next.length > 0 ? [...new Set(next)].toSorted() : undefined)
    field.onBlur()
  }
  const type = (text: string) => {
    const day = dayRule().safeParse(readDay(text)).data
    setTyped(day ? '' : text)
    if (day) set([...days, day])
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read twice
    <div id={id} role="group" aria-label={label}>
      <Group gap="xs" align="end">
        <DateInput
          label={label}
          value={typed}
          onChange={type}
          error={error}
          disabled={days.length >= EXCEPTIONS_MAX}
        />
        {days.map((day) => {
          const date = dateText(Date.parse(day), 'day', 'UTC')
          return (
            <span key={day} className={styles.exception}>
              {date}
              <ActionIcon
                size="sm"
                aria-label={t('deviceGroups.removeExcept', { date })}
                onClick={() => set(days.filter((other) => other !== day))}
              >
                <XIcon size={14} aria-hidden="true" />
              </ActionIcon>
            </span>
          )
        })}
      </Group>
    </div>
  )
}
