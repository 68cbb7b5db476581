import { Switch } from '@mantine/core'
import {
  type DeviceConfigurationInput,
  DOWNLOAD_MBIT_MAX,
} from '@vitrine/contract/api/screens/device-configurations'
import { DEFAULT_TIMEZONE, GMT_ZONES } from '@vitrine/contract/schedule/time-zone'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { NumberField } from '#ui/form/fields/choice-fields.tsx'
import { Columns } from '#ui/form/fields/fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TimeField } from '#ui/form/fields/time-field.tsx'
import styles from './configurations.module.css'

type Values = Pick<z.input<typeof DeviceConfigurationInput>, 'downloadMbit' | 'downloadHours' | 'shareFiles'>

const NIGHT = { from: '01:00 AM', to: '05:00 AM', timezone: DEFAULT_TIMEZONE }
const MBIT = 10

/** How fast, when, and from where screens download what their groups play. */
export function DownloadLimits() {
  const { t } = useTranslation()
  const { setValue } = useFormContext<Values>()
  const mbit = useWatch<Values, 'downloadMbit'>({ name: 'downloadMbit' })
  const hours = useWatch<Values, 'downloadHours'>({ name: 'downloadHours' })
  const shares = useWatch<Values, 'shareFiles'>({ name: 'shareFiles' })
  const options = { shouldDirty: true, shouldValidate: true }
  return (
    <div className={styles.fields}>
      <Switch
        label={t('configurations.downloadLimited')}
        description={t('configurations.downloadLimitedHint')}
        checked={mbit !== null}
        onChange={(event) => setValue('downloadMbit', event.currentTarget.checked ? MBIT : null, options)}
      />
      {mbit !== null && (
        <NumberField
          name="downloadMbit"
          label={t('configurations.downloadMbit')}
          min={1}
          max={DOWNLOAD_MBIT_MAX}
          required
        />
      )}
      <Switch
        label={t('configurations.downloadHours')}
        description={t('configurations.downloadHoursHint')}
        checked={hours != null}
        onChange={(event) => setValue('downloadHours', event.currentTarget.checked ? NIGHT : null, options)}
      />
      {hours != null && (
        <>
          <Columns>
            <TimeField name="downloadHours.from" label={t('configurations.volumeFrom')} required />
            <TimeField name="downloadHours.to" label={t('configurations.volumeTo')} required />
          </Columns>
          <SelectField
            name="downloadHours.timezone"
            label={t('configurations.timezone')}
            choices={GMT_ZONES}
            required
          />
        </>
      )}
      <Switch
        label={t('configurations.shareFiles')}
        description={t('configurations.shareFilesHint')}
        checked={shares === true}
        onChange={(event) => setValue('shareFiles', event.currentTarget.checked, options)}
      />
    </div>
  )
}
