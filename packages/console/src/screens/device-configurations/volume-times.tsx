import { Button, CloseButton, Switch } from '@mantine/core'
import type { DeviceConfigurationInput } from '@vitrine/contract/api/screens/device-configurations'
import { DEFAULT_TIMEZONE, GMT_ZONES } from '@vitrine/contract/schedule/time-zone'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { NumberField } from '#ui/form/fields/choice-fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TimeField } from '#ui/form/fields/time-field.tsx'
import styles from './configurations.module.css'

type Values = Pick<z.input<typeof DeviceConfigurationInput>, 'volumeTimes'>

const EVENING = { from: '08:00 PM', to: '08:00 AM', volume: 40 }
const TIMES_MAX = 12

/** Other volumes at certain times of the day. */
export function VolumeTimes() {
  const { t } = useTranslation()
  const { setValue } = useFormContext<Values>()
  const volumeTimes = useWatch<Values, 'volumeTimes'>({ name: 'volumeTimes' })
  return (
    <div className={styles.fields}>
      <Switch
        label={t('configurations.volumeTimes')}
        description={t('configurations.volumeTimesHint')}
        checked={volumeTimes != null}
        onChange={(event) =>
          setValue(
            'volumeTimes',
            event.currentTarget.checked ? { timezone: DEFAULT_TIMEZONE, times: [EVENING] } : null,
            { shouldDirty: true, shouldValidate: true },
          )
        }
      />
      {volumeTimes != null && <Times />}
    </div>
  )
}

function Times() {
  const { t } = useTranslation()
  const { fields, append, remove } = useFieldArray<Values, 'volumeTimes.times'>({ name: 'volumeTimes.times' })
  return (
    <>
      {fields.map(({ id }, index) => (
        <div key={id} className={styles.time}>
          <TimeField
            name={`volumeTimes.times.${index}.from`}
            label={t('configurations.volumeFrom')}
            required
          />
          <TimeField name={`volumeTimes.times.${index}.to`} label={t('configurations.volumeTo')} required />
          <NumberField
            name={`volumeTimes.times.${index}.volume`}
            label={t('configurations.volumeThen')}
            min={0}
            max={100}
            required
          />
          {fields.length > 1 && (
            <CloseButton aria-label={t('configurations.volumeRemove')} onClick={() => remove(index)} />
          )}
        </div>
      ))}
      {fields.length < TIMES_MAX && (
        <Button variant="default" size="compact-sm" className={styles.add} onClick={() => append(EVENING)}>
          {t('configurations.volumeAdd')}
        </Button>
      )}
      <SelectField
        name="volumeTimes.timezone"
        label={t('configurations.timezone')}
        choices={GMT_ZONES}
        required
      />
    </>
  )
}
