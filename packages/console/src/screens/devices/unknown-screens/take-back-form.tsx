import { Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type UnknownScreen, unknownScreens } from '@vitrine/contract/api/screens/unknown-screens'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { deviceGroupsKey, deviceGroupsQuery } from '#queries/device-groups.ts'
import { devicesKey } from '#queries/devices.ts'
import { organizationsQuery } from '#queries/organizations.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { unknownScreensKey } from './queries.ts'

/** Asks for a name, a group, and, if the screen can't prove it, the organization. */
export function TakeBackForm({ screen, onDone }: { screen: UnknownScreen; onDone: () => void }) {
  const { t } = useTranslation()
  const isUnproven = screen.organizationId === null
  const groups = useQuery(deviceGroupsQuery())
  const organizations = useQuery({ ...organizationsQuery(), enabled: isUnproven })
  const state = useEntityForm(unknownScreens.takeBack.body, {
    name: screen.replaces ?? screen.name,
    deviceGroupId: null,
    ...(isUnproven && { organizationId: '' }),
  })
  const organizationId = state.form.watch('organizationId') || screen.organizationId
  const takeBack = useWrite({
    write: api.unknownScreens.takeBack,
    failed: 'unknownScreens.failed',
    done: 'unknownScreens.takenBack',
    invalidates: [unknownScreensKey, devicesKey, deviceGroupsKey],
  })
  return (
    <EntityForm
      state={state}
      submitLabel={t('unknownScreens.takeBack')}
      onSubmit={(body) => takeBack({ params: { id: screen.id }, body }).then(onDone)}
    >
      <p>{t(isUnproven ? 'unknownScreens.takeBackUnproven' : 'unknownScreens.takeBackText')}</p>
      {isUnproven && (
        <p>
          {t('unknownScreens.identity')}: <Code dir="ltr">{screen.deviceId}</Code>
        </p>
      )}
      <TextField name="name" label={t('unknownScreens.name')} required autoFocus />
      {isUnproven && (
        <SelectField
          name="organizationId"
          label={t('unknownScreens.organization')}
          choices={(organizations.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          required
        />
      )}
      {!screen.replaces && (
        <SelectField
          name="deviceGroupId"
          label={t('unknownScreens.group')}
          placeholder={t('unknownScreens.noGroup')}
          choices={(groups.data ?? [])
            .filter((group) => group.organizationId === organizationId)
            .map(({ id, name }) => ({ value: id, label: name }))}
          clearable
          searchable
        />
      )}
    </EntityForm>
  )
}
