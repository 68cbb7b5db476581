import { TextInput } from '@mantine/core'
import type { SkyPlace, SkyTime } from '@vitrine/contract/schedule/sky'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { skyClockText } from '#pictures/schedules/sky-text.ts'
import { TimeField } from '#ui/form/fields/time-field.tsx'
import { useToday } from './use-today.ts'

interface SlotTimeFieldProps {
  index: number
  /** The list of slots in the form. */
  list?: string
  edge: 'from' | 'to'
}

/** A slot's start or end; one that follows the sun shows today's time, and is changed below. */
export function SlotTimeField({ index, list = 'slots', edge }: SlotTimeFieldProps) {
  const { t } = useTranslation()
  const name = `${list}.${index}.${edge}`
  const time = useWatch({ name: `${name}Sky` }) as SkyTime | undefined
  const sky = useWatch({ name: 'sky' }) as SkyPlace | undefined
  const { date, timezone } = useToday()
  const label = t(`deviceGroups.${edge}`)
  if (time && sky)
    return (
      <TextInput
        label={label}
        value={skyClockText(sky, timezone, { date, time })}
        dir="ltr"
        readOnly
        disabled
      />
    )
  return (
    <TimeField
      name={name}
      label={label}
      required
      {...(edge === 'to' && { otherLabel: t('deviceGroups.from') })}
    />
  )
}
