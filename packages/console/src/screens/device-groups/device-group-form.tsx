import { useQuery } from '@tanstack/react-query'
import { type DeviceGroup, DeviceGroupInput } from '@vitrine/contract/api/screens/device-groups'
import { ROLES } from '@vitrine/contract/permissions'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '#lib/api.ts'
import { useSession } from '#lib/session/session.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { savedText } from '#lib/text/done-text.ts'
import { suggestedZone } from '#lib/text/time-zone.ts'
import { storyboardChoices, storyPicture } from '#pickers/pages/storyboard-picker.tsx'
import { ScreensField } from '#pickers/screens/screens-picker.tsx'
import { approving } from '#queries/approving.ts'
import { deviceGroupsKey } from '#queries/device-groups.ts'
import { organizationsQuery } from '#queries/organizations.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import { KeptSwitchesPicker } from '#screens/devices/switches/kept-switches-picker.tsx'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'

interface DeviceGroupFormProps {
  /** Absent for a new group. */
  group?: DeviceGroup
  onSaved: () => void
}

const valuesOf = ({ name, organizationId, devices, storyboardId, version }: DeviceGroup) => ({
  name,
  organizationId,
  devices,
  storyboardId,
  version,
})

/** A new group uses the creator's time zone until its schedule sets another. */
const withZone = (body: DeviceGroupInput): DeviceGroupInput => ({
  ...body,
  schedule: { timezone: suggestedZone(), defaultStoryboardId: body.storyboardId ?? null, slots: [] },
})

/** Name, organization, screens and the default storyboard. */
export function DeviceGroupForm({ group, onSaved }: DeviceGroupFormProps) {
  const { t } = useTranslation()
  const profile = useSession((state) => state.profile)
  const isSuperAdmin = profile?.role === ROLES.superAdmin
  const own = useOrganizationId()
  const state = useEntityForm(
    DeviceGroupInput,
    group ? valuesOf(group) : { name: '', organizationId: own, devices: [], storyboardId: null },
  )
  const shared = {
    invalidates: [deviceGroupsKey, ['devices']],
    done: ({ deviceGroup }: { deviceGroup: DeviceGroup }) => savedText(deviceGroup.name),
  }
  const create = useWrite({
    ...shared,
    write: approving(api.deviceGroups.create, ({ body }) => [body.storyboardId]),
    failed: 'errors.createDeviceGroup',
  })
  const update = useWrite({
    ...shared,
    write: approving(api.deviceGroups.update, ({ body }) => [body.storyboardId]),
    failed: 'errors.updateDeviceGroup',
  })
  return (
    <EntityForm
      state={state}
      onSubmit={async (body) => {
        await (group ? update({ params: { id: group.id }, body }) : create({ body: withZone(body) }))
        onSaved()
      }}
      onReload={
        group &&
        (async () =>
          state.form.reset(valuesOf((await api.deviceGroups.get({ params: { id: group.id } })).deviceGroup)))
      }
    >
      <TextField name="name" label={t('deviceGroups.name')} required autoFocus />
      {isSuperAdmin && !group && <OrganizationField />}
      <MembersFields group={group} />
    </EntityForm>
  )
}

function OrganizationField() {
  const { t } = useTranslation()
  const { setValue } = useFormContext<z.input<typeof DeviceGroupInput>>()
  // Clear screens and storyboards, which belong to the previous organization.
  const empty = () => {
    setValue('devices', [])
    setValue('storyboardId', null)
  }
  const organizations = useQuery(organizationsQuery())
  return (
    <SelectField
      name="organizationId"
      label={t('deviceGroups.organization')}
      choices={(organizations.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onChosen={empty}
      required
    />
  )
}

/** Screens and storyboards of the chosen organization. */
function MembersFields({ group }: { group?: DeviceGroup }) {
  const { t } = useTranslation()
  const organizationId = useWatch({ name: 'organizationId' }) as string | undefined
  const storyboardId = useWatch({ name: 'storyboardId' }) as string | null
  const storyboards = useQuery(storyboardsQuery())
  return (
    <>
      <ScreensField
        key={organizationId}
        name="devices"
        label={t('deviceGroups.devices')}
        hint={t('deviceGroups.devicesHint')}
        organizationId={organizationId}
        groupId={group?.id}
      />
      <SelectField
        name="storyboardId"
        label={t('deviceGroups.defaultStoryboard')}
        hint={t('deviceGroups.storyboardHint')}
        choices={storyboardChoices(t, storyboards.data, organizationId, [group?.storyboardId])}
        picture={storyPicture}
        searchable
        clearable
      />
      {group && storyboardId !== group.storyboardId && <KeptSwitchesPicker groupIds={[group.id]} />}
    </>
  )
}
