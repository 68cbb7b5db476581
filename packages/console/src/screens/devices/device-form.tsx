import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DEVICE_TYPES, type Device, DeviceInput } from '@vitrine/contract/api/screens/devices'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '#lib/api.ts'
import { savedText } from '#lib/text/done-text.ts'
import { dateText } from '#lib/text/format.ts'
import { FormImpact } from '#pickers/impact/impact-line.tsx'
import { ScreenSizeField } from '#pickers/screens/screen-size-field.tsx'
import { buildingsQuery } from '#queries/buildings.ts'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { devicesKey } from '#queries/devices.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { sizeText } from '#ui/size/size-text.ts'
import { useWrite } from '#ui/work/use-write.ts'
import styles from './devices.module.css'

interface DeviceFormProps {
  device: Device
  onSaved: () => void
  onReplace: () => void
}

const valuesOf = ({ name, type, screenSize, otherSize, deviceGroupId, floorId, version }: Device) => ({
  name,
  type,
  screenSize,
  otherSize,
  deviceGroupId,
  floorId,
  version,
})

/** Name, type, size, group, and place of a screen, and the facts about its player. */
export function DeviceForm({ device, onSaved, onReplace }: DeviceFormProps) {
  const { t } = useTranslation()
  const groups = useQuery(deviceGroupsQuery())
  const buildings = useQuery(buildingsQuery())
  const { id, organizationId } = device
  const state = useEntityForm(DeviceInput, valuesOf(device))
  const { dirtyFields } = state.form.formState
  const update = useWrite({
    write: api.devices.update,
    done: ({ device: saved }) => savedText(saved.name),
    failed: 'devices.updateFailed',
    invalidates: [devicesKey, ['device-groups']],
  })
  // Send the group only if it was changed here: the groups' own page may have changed it in the meantime.
  const bodyOf = ({ deviceGroupId, ...others }: z.output<typeof DeviceInput>) =>
    dirtyFields.deviceGroupId ? { ...others, deviceGroupId } : others
  const impact = async () => {
    const read = DeviceInput.safeParse(state.form.getValues())
    if (!read.success) return undefined
    return (await api.devices.update({ params: { id }, query: { dryRun: 'true' }, body: bodyOf(read.data) }))
      .impact
  }
  const ownGroups = (groups.data ?? []).filter((group) => group.organizationId === organizationId)
  const floors = (buildings.data ?? [])
    .filter((building) => building.organizationId === organizationId)
    .flatMap((building) =>
      building.floors.map((floor) => ({ value: floor.id, label: `${building.name} · ${floor.name}` })),
    )
  const types = Object.entries(DEVICE_TYPES).map(([key, value]) => ({
    value,
    label: t(`devices.types.${key as keyof typeof DEVICE_TYPES}`),
  }))
  const { screen } = device
  const hint = screen?.width && screen.height ? t('sizes.reported', { size: sizeText(screen) }) : undefined
  return (
    <EntityForm
      state={state}
      onSubmit={(values) => update({ params: { id }, body: bodyOf(values) }).then(onSaved)}
      onReload={async () => state.form.reset(valuesOf((await api.devices.get({ params: { id } })).device))}
    >
      <TextField name="name" label={t('devices.name')} required autoFocus />
      <SelectField name="type" label={t('devices.type')} choices={types} />
      <ScreenSizeField label={t('devices.screenSize')} {...(hint && { hint })} />
      <SelectField
        name="deviceGroupId"
        label={t('devices.group')}
        clearable
        choices={ownGroups.map((group) => ({ value: group.id, label: group.name }))}
      />
      <RuleNote device={device} />
      <SelectField name="floorId" label={t('devices.place')} clearable choices={floors} />
      <FormImpact ask={impact} />
      <PlayerFacts device={device} onReplace={onReplace} />
    </EntityForm>
  )
}

/** Why rules of groups have put the screen there, or leave it there. */
function RuleNote({ device: { isPinned, ruleGroupId, deviceGroup } }: Pick<DeviceFormProps, 'device'>) {
  const { t } = useTranslation()
  if (isPinned) return <p>{t('groupRules.pinned')}</p>
  if (ruleGroupId === null || ruleGroupId !== deviceGroup?.id) return null
  return <p>{t('groupRules.byRule', { name: deviceGroup.name })}</p>
}

function PlayerFacts({ device, onReplace }: Pick<DeviceFormProps, 'device' | 'onReplace'>) {
  const { t } = useTranslation()
  const { screen, ip, lastSeenAt } = device
  return (
    <div className={styles.facts}>
      {screen && (
        <p>
          <bdi dir="ltr">{ip}</bdi> · {t('devices.playerVersion', { version: screen.playerVersion })}
          {lastSeenAt && ` · ${t('devices.lastSeen', { time: dateText(lastSeenAt, 'moment') })}`}
        </p>
      )}
      {screen && screen.storage !== 'cache' && <p>{t('devices.notDurable')}</p>}
      {screen?.sound && screen.sound !== 'silent' && <p>{t(`devices.sounds.${screen.sound}`)}</p>}
      <Button variant="default" size="compact-sm" onClick={onReplace}>
        {t('devices.replacePlayer')}
      </Button>
    </div>
  )
}
