import { useQuery } from '@tanstack/react-query'
import { type Device, DeviceInput } from '@vitrine/contract/api/screens/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { devicesKey } from '#queries/devices.ts'
import { ChangeStoryForm } from '#screens/devices/change-story-form.tsx'
import styles from '#screens/devices/devices.module.css'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { CodeStep } from './code-step.tsx'
import type { Found } from './found.ts'
import { FoundScreen } from './found-screen.tsx'

/**
 * Adds a screen in steps: find it, name it and choose its group, choose its content. Connecting authorizes the
 * screen.
 */
export function AddScreen({ code: given, onDone }: { code?: string; onDone: () => void }) {
  const [device, setDevice] = useState<Device>()
  if (device) return <FirstStory device={device} onDone={onDone} />
  return (
    <CodeStep given={given}>
      {(found, code, back) => <ConnectForm code={code} found={found} onBack={back} onConnected={setDevice} />}
    </CodeStep>
  )
}

interface ConnectFormProps {
  code: string
  found: Found
  /** Absent if the screen was listed automatically beside the code. */
  onBack?: (() => void) | undefined
  onConnected: (device: Device) => void
}

function ConnectForm({ code, found, onBack, onConnected }: ConnectFormProps) {
  const { t } = useTranslation()
  const groups = useQuery(deviceGroupsQuery())
  const organizationId = useOrganizationId()
  const state = useEntityForm(DeviceInput, { name: found.suggestedName })
  const claim = useWrite({
    write: api.devices.claim,
    done: ({ device }) => t('devices.isConnected', { name: device.name }),
    failed: 'devices.claimFailed',
    invalidates: [devicesKey],
  })
  return (
    <div className={styles.step}>
      <FoundScreen found={found} code={code} />
      <EntityForm
        state={state}
        submitLabel={t('devices.connect')}
        onCancel={onBack}
        onSubmit={async (input) => onConnected((await claim({ body: { ...input, code } })).device)}
      >
        <TextField name="name" label={t('devices.name')} required autoFocus={onBack !== undefined} />
        <SelectField
          name="deviceGroupId"
          label={t('devices.group')}
          hint={t('devices.groupHint')}
          clearable
          choices={(groups.data ?? [])
            .filter((group) => group.organizationId === organizationId)
            .map(({ id, name }) => ({ value: id, label: name }))}
        />
      </EntityForm>
    </div>
  )
}

function FirstStory({ device, onDone }: { device: Device; onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.step}>
      <p role="status">{t('devices.connected', { name: device.name })}</p>
      <ChangeStoryForm device={device} onSaved={onDone} onCancel={onDone} />
    </div>
  )
}
