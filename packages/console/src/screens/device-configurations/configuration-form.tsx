import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { wholeNumber } from '@vitrine/contract/api/base/inputs'
import {
  type DeviceConfiguration,
  DeviceConfigurationInput,
  DOWNLOAD_MBIT_MAX,
} from '@vitrine/contract/api/screens/device-configurations'
import { DEVICE_TYPES } from '@vitrine/contract/api/screens/devices'
import { NO_REGION } from '@vitrine/contract/player/screen-locale'
import { DEFAULT_TIMEZONE, GMT_ZONES } from '@vitrine/contract/schedule/time-zone'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '#lib/api.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { savedText } from '#lib/text/done-text.ts'
import { FormImpact } from '#pickers/impact/impact-line.tsx'
import { ScreenSizeField } from '#pickers/screens/screen-size-field.tsx'
import { TargetPicker } from '#pickers/screens/target-picker.tsx'
import { configurationsKey } from '#queries/device-configurations.ts'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { devicesQuery } from '#queries/devices.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { NumberField } from '#ui/form/fields/choice-fields.tsx'
import { Columns, TextField } from '#ui/form/fields/fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TimeField } from '#ui/form/fields/time-field.tsx'
import { RegionFields } from '#ui/form/region/region-fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import styles from './configurations.module.css'
import { DownloadLimits } from './download-limits.tsx'
import { ScreenDrawing } from './screen-drawing.tsx'
import { Updates } from './updates.tsx'
import { VolumeTimes } from './volume-times.tsx'

type Values = z.input<typeof DeviceConfigurationInput>

const NEW: Values = {
  name: '',
  type: DEVICE_TYPES.tv,
  screenSize: 1,
  otherSize: null,
  orientation: 0,
  volume: 100,
  hours: null,
  volumeTimes: null,
  updates: null,
  downloadMbit: null,
  downloadHours: null,
  shareFiles: false,
  region: NO_REGION,
  devices: [],
  deviceGroups: [],
}
const HOURS = { on: '07:00 AM', off: '10:00 PM', timezone: DEFAULT_TIMEZONE }

/** null clears the speed limit; an absent field would keep the old one. */
const FormInput = DeviceConfigurationInput.extend({
  downloadMbit: wholeNumber(1, DOWNLOAD_MBIT_MAX).nullable(),
})

interface ConfigurationFormProps {
  configuration?: DeviceConfiguration
  onSaved: () => void
}

/** A configuration of screens, and the screens and groups that use it. */
export function ConfigurationForm({ configuration, onSaved }: ConfigurationFormProps) {
  const { t } = useTranslation()
  const own = useOrganizationId()
  const organizationId = configuration?.organizationId ?? own
  const state = useEntityForm(FormInput, configuration ? valuesOf(configuration) : NEW)
  const options = {
    failed: 'configurations.saveFailed',
    done: (answer: { configuration: DeviceConfiguration }) => savedText(answer.configuration.name),
    invalidates: [configurationsKey],
  } as const
  const create = useWrite({ write: api.deviceConfigurations.create, ...options })
  const update = useWrite({ write: api.deviceConfigurations.update, ...options })
  return (
    <EntityForm
      state={state}
      onSubmit={async (body) => {
        await (configuration ? update({ params: { id: configuration.id }, body }) : create({ body }))
        onSaved()
      }}
      onReload={
        configuration &&
        (async () => {
          const answer = await api.deviceConfigurations.get({ params: { id: configuration.id } })
          state.form.reset(valuesOf(answer.configuration))
        })
      }
    >
      <TextField name="name" label={t('configurations.name')} required autoFocus />
      <Shape />
      <NumberField name="volume" label={t('configurations.volume')} min={0} max={100} required />
      <VolumeTimes />
      <Hours />
      <Updates />
      <DownloadLimits />
      <RegionFields unset={t('region.ofOrganization')} />
      <Uses organizationId={organizationId} />
      <FormImpact ask={configuration && (() => impactOf(configuration.id, state.form.getValues()))} />
    </EntityForm>
  )
}

async function impactOf(id: string, values: Values) {
  const read = FormInput.safeParse(values)
  if (!read.success) return undefined
  const query = { dryRun: 'true' } as const
  return (await api.deviceConfigurations.update({ params: { id }, query, body: read.data })).impact
}

const valuesOf = ({
  name,
  type,
  screenSize,
  otherSize = null,
  orientation,
  volume,
  hours,
  volumeTimes,
  updates,
  downloadMbit = null,
  downloadHours,
  shareFiles,
  region,
  devices,
  deviceGroups,
  version,
}: DeviceConfiguration): Values => ({
  name,
  type,
  screenSize,
  otherSize,
  orientation,
  volume,
  hours,
  volumeTimes,
  updates,
  downloadMbit,
  downloadHours,
  shareFiles,
  region,
  devices,
  deviceGroups,
  version,
})

/** The screens and groups that use it, in one list. */
function Uses({ organizationId }: { organizationId: string | undefined }) {
  const { t } = useTranslation()
  const { setValue } = useFormContext<Values>()
  const [ofDevices = [], ofGroups = []] = useWatch<Values, ['devices', 'deviceGroups']>({
    name: ['devices', 'deviceGroups'],
  })
  const { data: devices = [] } = useQuery(devicesQuery())
  const { data: groups = [] } = useQuery(deviceGroupsQuery())
  const own = <T extends { organizationId: string }>(all: readonly T[]) =>
    all.filter((each) => each.organizationId === organizationId)
  const change = (chosen: ReadonlySet<string>) => {
    // Ids that aren't listed were chosen earlier; keep them.
    const isGroup = new Set([...ofGroups, ...groups.map(({ id }) => id)])
    const ids = [...chosen]
    setValue(
      'devices',
      ids.filter((id) => !isGroup.has(id)),
      { shouldDirty: true },
    )
    setValue(
      'deviceGroups',
      ids.filter((id) => isGroup.has(id)),
      { shouldDirty: true },
    )
  }
  return (
    <TargetPicker
      label={t('configurations.devices')}
      hint={t('configurations.usesHint')}
      devices={own(devices)}
      groups={own(groups)}
      chosen={new Set([...ofGroups, ...ofDevices])}
      onChange={change}
    />
  )
}

/** Type, size and orientation, beside a drawing of the resulting screen. */
function Shape() {
  const { t } = useTranslation()
  const [type = 0, screenSize = 1, otherSize, orientation = 0] = useWatch<
    Values,
    ['type', 'screenSize', 'otherSize', 'orientation']
  >({ name: ['type', 'screenSize', 'otherSize', 'orientation'] })
  const types = Object.entries(DEVICE_TYPES).map(([key, value]) => ({
    value,
    label: t(`devices.types.${key as keyof typeof DEVICE_TYPES}`),
  }))
  const turns = [0, 90, 180, 270].map((value) => ({ value, label: `${value}°` }))
  return (
    <div className={styles.shape}>
      <div className={styles.stage}>
        <ScreenDrawing {...{ type, screenSize, otherSize, orientation }} size={140} />
      </div>
      <div className={styles.fields}>
        <SelectField name="type" label={t('configurations.type')} choices={types} />
        <ScreenSizeField label={t('configurations.size')} />
        <SelectField name="orientation" label={t('configurations.orientation')} choices={turns} />
      </div>
    </div>
  )
}

/** Always on, or on between two times of the day. */
function Hours() {
  const { t } = useTranslation()
  const { setValue } = useFormContext<Values>()
  const hours = useWatch<Values, 'hours'>({ name: 'hours' })
  return (
    <div className={styles.fields}>
      <Switch
        label={t('configurations.limited')}
        description={t('configurations.limitedHint')}
        checked={hours != null}
        onChange={(event) =>
          setValue('hours', event.currentTarget.checked ? HOURS : null, {
            shouldDirty: true,
            shouldValidate: true,
          })
        }
      />
      {hours != null && (
        <>
          <Columns>
            <TimeField name="hours.on" label={t('configurations.on')} required />
            <TimeField name="hours.off" label={t('configurations.off')} required />
          </Columns>
          <SelectField
            name="hours.timezone"
            label={t('configurations.timezone')}
            choices={GMT_ZONES}
            required
          />
        </>
      )}
    </div>
  )
}
