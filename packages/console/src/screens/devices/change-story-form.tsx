import { useQuery } from '@tanstack/react-query'
import { type Device, devices } from '@vitrine/contract/api/screens/devices'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { FormImpact } from '#pickers/impact/impact-line.tsx'
import { storyboardChoices, storyPicture } from '#pickers/pages/storyboard-picker.tsx'
import { approving } from '#queries/approving.ts'
import { devicesKey } from '#queries/devices.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { SwitchEndField } from './switches/switch-end-picker.tsx'

interface ChangeStoryFormProps {
  device: Device
  onSaved: () => void
  onCancel?: () => void
}

/** Switches one screen to another approved storyboard now. */
export function ChangeStoryForm({ device, onSaved, onCancel }: ChangeStoryFormProps) {
  const { t } = useTranslation()
  const storyboards = useQuery(storyboardsQuery())
  const state = useEntityForm(devices.switchStory.body, {
    storyboardId: device.storyboardId ?? '',
    end: 'next-slot',
  })
  const change = useWrite({
    write: approving(api.devices.switchStory, ({ body }) => [body.storyboardId]),
    failed: 'devices.changeFailed',
    done: 'devices.changed',
    invalidates: [devicesKey],
  })
  const ask = async () => {
    const body = devices.switchStory.body.safeParse(state.form.getValues()).data
    const params = { id: device.id }
    return body && (await api.devices.switchStory({ params, query: { dryRun: 'true' }, body })).impact
  }
  const choices = storyboardChoices(t, storyboards.data, device.organizationId, [device.storyboardId])
  return (
    <EntityForm
      state={state}
      submitLabel={t('devices.showNow')}
      onCancel={onCancel}
      onSubmit={(body) => change({ params: { id: device.id }, body }).then(onSaved)}
    >
      <SelectField
        name="storyboardId"
        label={t('devices.storyboard')}
        hint={t('devices.onlyOn', { name: device.name })}
        placeholder={choices.length ? undefined : t('devices.noStoryboards')}
        choices={choices}
        picture={storyPicture}
        searchable
        required
      />
      <SwitchEndField device={device} />
      <FormImpact ask={ask} />
    </EntityForm>
  )
}
