import { Button } from '@mantine/core'
import type { Profile } from '@vitrine/contract/api/accounts/auth'
import { FactorCode } from '@vitrine/contract/api/accounts/second-factor'
import { rule } from '@vitrine/contract/rules'
import { QrCode } from '@vitrine/widgets/qr-code'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#lib/api.ts'
import { session, useSession } from '#lib/session/session.ts'
import { CopyButton } from '#ui/form/copy-button.tsx'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import styles from './second-factor.module.css'

/** People who logged in through their organization's provider have no password that they know. */
export const CurrentPassword = z
  .object({ currentPassword: z.string() })
  .refine(({ currentPassword }) => currentPassword || session.get().profile?.viaProvider, {
    path: ['currentPassword'],
    message: rule('required'),
  })

/** Asks for the password, of those who have one. */
export function CurrentPasswordField() {
  const { t } = useTranslation()
  const viaProvider = useSession(({ profile }) => profile?.viaProvider)
  if (viaProvider) return <p>{t('secondFactor.viaProvider')}</p>
  return (
    <>
      <p>{t('secondFactor.passwordText')}</p>
      <PasswordField
        name="currentPassword"
        label={t('password.current')}
        autoComplete="current-password"
        required
      />
    </>
  )
}

type Started = Awaited<ReturnType<typeof api.secondFactor.begin>>
type Confirmed = Awaited<ReturnType<typeof api.secondFactor.confirm>>
interface Props {
  /** Call `session.setProfile` when the recovery codes were seen. */
  onDone: (profile: Profile) => void
}

/** Sets up a second factor: password, code of the app, recovery codes. */
export function SecondFactorSteps({ onDone }: Props) {
  const [started, setStarted] = useState<Started>()
  const [confirmed, setConfirmed] = useState<Confirmed>()
  // The saved values become the baseline first: closing asks nothing.
  if (!started) return <PasswordStep onStarted={(next) => queueMicrotask(() => setStarted(next))} />
  if (!confirmed)
    return <CodeStep started={started} onConfirmed={(next) => queueMicrotask(() => setConfirmed(next))} />
  return <RecoveryCodes codes={confirmed.recoveryCodes} onDone={() => onDone(confirmed.profile)} />
}

function PasswordStep({ onStarted }: { onStarted: (started: Started) => void }) {
  const { t } = useTranslation()
  const state = useEntityForm(CurrentPassword, { currentPassword: '' })
  return (
    <EntityForm
      state={state}
      guard={false}
      submitLabel={t('secondFactor.continue')}
      onSubmit={async (body) => onStarted(await api.secondFactor.begin({ body }))}
    >
      <CurrentPasswordField />
    </EntityForm>
  )
}

const QR_SIZE = 180

function CodeStep({
  started,
  onConfirmed,
}: {
  started: Started
  onConfirmed: (confirmed: Confirmed) => void
}) {
  const { t } = useTranslation()
  const state = useEntityForm(FactorCode, { code: '' })
  const confirm = useWrite({
    write: api.secondFactor.confirm,
    failed: 'secondFactor.setFailed',
    done: 'secondFactor.isSet',
  })
  return (
    <EntityForm
      state={state}
      guard={false}
      submitLabel={t('secondFactor.turnOn')}
      onSubmit={async (body) => onConfirmed(await confirm({ body }))}
    >
      <p>{t('secondFactor.scanText')}</p>
      <div
        role="img"
        aria-label={t('secondFactor.qr')}
        className={styles.qr}
        style={{ inlineSize: QR_SIZE, blockSize: QR_SIZE }}
      >
        <QrCode text={started.address} left={0} top={0} size={QR_SIZE} />
      </div>
      <p className={styles.typed}>
        {t('secondFactor.typeText')} <bdi dir="ltr">{started.secret.replace(/(.{4})(?=.)/g, '$1 ')}</bdi>
      </p>
      <TextField
        name="code"
        label={t('secondFactor.code')}
        hint={t('secondFactor.codeHint')}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        autoFocus
      />
    </EntityForm>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.codes}>
      <p role="status">{t('secondFactor.recoveryText')}</p>
      <ul dir="ltr" aria-label={t('secondFactor.recovery')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <CopyButton text={codes.join('\n')} label={t('secondFactor.copy')} />
        <Button onClick={onDone} data-autofocus>
          {t('secondFactor.kept')}
        </Button>
      </div>
    </div>
  )
}
