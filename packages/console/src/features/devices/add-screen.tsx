import { Anchor, Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Device, DeviceInput } from '@vitrine/contract/devices'
import { PAIRING_LENGTH, PairingCode } from '@vitrine/contract/player'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceGroupsQuery } from '#features/device-groups/queries.ts'
import { api } from '#lib/api.ts'
import { clock } from '#lib/clock.ts'
import { failureText } from '#lib/error-text.ts'
import { SelectField } from '#ui/form/choice-fields.tsx'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/use-write.ts'
import { ChangeStoryForm } from './change-story-form.tsx'
import styles from './devices.module.css'
import { PairingSign } from './pairing-sign.tsx'
import { devicesKey } from './queries.ts'

type Found = Awaited<ReturnType<typeof api.devices.findPairing>>

/** Code → is this the one? → name and group → what shall it show. Connecting is authorising: there is no second step. */
export function AddScreen({ code: given = '', onDone }: { code?: string; onDone: () => void }) {
  const [code, setCode] = useState(given)
  const [found, setFound] = useState<Found>()
  const [device, setDevice] = useState<Device>()
  if (device) return <FirstStory device={device} onDone={onDone} />
  if (!found)
    return (
      <CodeStep
        given={given}
        onFound={(screen, entered) => {
          setCode(entered)
          setFound(screen)
        }}
      />
    )
  return <ConnectForm code={code} found={found} onBack={() => setFound(undefined)} onConnected={setDevice} />
}

interface CodeStepProps {
  given: string
  onFound: (found: Found, code: string) => void
}

/** Six letters, typed or pasted in any form; sent by themselves when complete. */
function CodeStep({ given, onFound }: CodeStepProps) {
  const { t } = useTranslation()
  const [value, setValue] = useState(given)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const find = async (text: string) => {
    const code = PairingCode.safeParse(text)
    if (!code.success) return setProblem(t('devices.codeForm'))
    setBusy(true)
    try {
      onFound(await api.devices.findPairing({ body: { code: code.data } }), code.data)
    } catch (error) {
      setProblem(failureText(error, 'devices.codeFailed'))
    } finally {
      setBusy(false)
    }
  }
  const change = (text: string) => {
    const letters = text
      .toUpperCase()
      .replace(/[^A-Z]/g, '')
      .slice(0, PAIRING_LENGTH)
    setValue(letters)
    setProblem(undefined)
    if (letters.length === PAIRING_LENGTH) void find(letters)
  }
  return (
    <form
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault()
        void find(value)
      }}
    >
      <TextInput
        classNames={{ input: styles.code }}
        label={t('devices.code')}
        description={t('devices.codeHint')}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        error={problem}
        autoComplete="one-time-code"
        spellCheck={false}
        dir="ltr"
        data-autofocus
      />
      <div className={styles.links}>
        <Anchor href="/player/" target="_blank" rel="noopener">
          {t('devices.tryHere')}
        </Anchor>
        <Button type="submit" loading={busy} disabled={value.length < PAIRING_LENGTH}>
          {t('devices.find')}
        </Button>
      </div>
    </form>
  )
}

interface ConnectFormProps {
  code: string
  found: Found
  onBack: () => void
  onConnected: (device: Device) => void
}

function ConnectForm({ code, found, onBack, onConnected }: ConnectFormProps) {
  const { t } = useTranslation()
  const groups = useQuery(deviceGroupsQuery())
  const state = useEntityForm(DeviceInput, { name: found.suggestedName })
  const claim = useWrite({
    write: api.devices.claim,
    failed: 'devices.claimFailed',
    invalidates: [devicesKey],
  })
  const { width, height } = found.screen
  const seconds = Math.max(0, Math.round((clock.now() - found.seenAt) / 1000))
  return (
    <div className={styles.step}>
      <div className={styles.found}>
        <PairingSign {...found.sign} />
        <div>
          <p>
            <strong>{t('devices.isThisIt')}</strong>
          </p>
          <p>
            <bdi dir="ltr">{`${width}×${height}`}</bdi> · <bdi dir="ltr">{found.ip}</bdi> ·{' '}
            {t('devices.secondsAgo', { count: seconds })}
          </p>
          <p>{t('devices.compareSign')}</p>
        </div>
      </div>
      <EntityForm
        state={state}
        submitLabel={t('devices.connect')}
        onCancel={onBack}
        onSubmit={async (input) => onConnected((await claim({ body: { ...input, code } })).device)}
      >
        <TextField name="name" label={t('devices.name')} required autoFocus />
        <SelectField
          name="deviceGroupId"
          label={t('devices.group')}
          hint={t('devices.groupHint')}
          clearable
          choices={(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
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
