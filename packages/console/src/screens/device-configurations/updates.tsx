import { Switch } from '@mantine/core'
import type { DeviceConfigurationInput } from '@vitrine/contract/api/screens/device-configurations'
import { UPDATE_DAYS_MAX } from '@vitrine/contract/schedule/updates'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { suggestedZone, zoneChoices } from '#lib/text/time-zone.ts'
import { NumberField } from '#ui/form/fields/choice-fields.tsx'
import { Columns } from '#ui/form/fields/fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TimeField } from '#ui/form/fields/time-field.tsx'
import styles from './configurations.module.css'

type Values = Pick<z.input<typeof DeviceConfigurationInput>, 'updates'>

/** When screens install a newer player: immediately or in a time window, and after which other screens. */
export function Updates() {
  const { t } = useTranslation()
  const { setValue } = useFormContext<Values>()
  const updates = useWatch<Values, 'updates'>({ name: 'updates' })
  return (
    <div className={styles.fields}>
      <Switch
        label={t('configurations.updates')}
        description={t('configurations.updatesHint')}
        checked={updates != null}
        onChange={(event) =>
          setValue(
            'updates',
            event.currentTarget.checked
              ? { from: '02:00 AM', to: '05:00 AM', timezone: suggestedZone(), days: 0 }
              : null,
            { shouldDirty: true, shouldValidate: true },
          )
        }
      />
      {updates != null && (
        <>
          <Columns>
            <TimeField name="updates.from" label={t('configurations.updatesFrom')} required />
            <TimeField name="updates.to" label={t('configurations.updatesTo')} required />
          </Columns>
          <SelectField
            name="updates.timezone"
            label={t('configurations.timezone')}
            choices={zoneChoices(updates.timezone ?? '')}
            searchable
            required
          />
          <NumberField
            name="updates.days"
            label={t('configurations.updatesDays')}
            hint={t('configurations.updatesDaysHint')}
            min={0}
            max={UPDATE_DAYS_MAX}
            required
          />
        </>
      )}
    </div>
  )
}
