import { Button } from '@mantine/core'
import {
  MOBILE_CODE_DIGITS,
  MobileNumber,
  MobileVerification,
  type Profile,
} from '@vitrine/contract/api/accounts/auth'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { session, useSession } from '#lib/session/session.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { Section } from '#ui/page/page.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useAction, useWrite } from '#ui/work/use-write.ts'
import styles from './settings-page.module.css'
import { useVerificationMail, useWait } from './use-verification-mail.ts'

/** Verifies the user's email address and mobile number. */
export function VerificationSettings() {
  const { t } = useTranslation()
  const profile = useSession((state) => state.profile)
  if (!profile) return null
  return (
    <>
      <Section
        title={t('verification.email')}
        text={t(profile.mustVerifyEmail ? 'verification.emailText' : 'verification.emailUse')}
      >
        <EmailVerification profile={profile} />
      </Section>
      <Section title={t('verification.mobile')} text={t('verification.mobileText')}>
        <MobileVerificationSteps profile={profile} />
      </Section>
    </>
  )
}

function EmailVerification({ profile: { email, emailVerified } }: { profile: Profile }) {
  const { t } = useTranslation()
  const { send, wait } = useVerificationMail(email)
  return (
    <>
      <p className={styles.state}>
        <bdi dir="ltr">{email}</bdi>
        <StatusChip status={emailVerified ? 'verified' : 'unverified'} />
      </p>
      {!emailVerified && (
        <div>
          <Button variant="default" disabled={wait > 0} onClick={send}>
            {wait > 0 ? t('verification.againIn', { count: wait }) : t('verification.sendMail')}
          </Button>
        </div>
      )}
    </>
  )
}

function MobileVerificationSteps({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<{ mobile: string; at: number }>()
  const [changing, setChanging] = useState(false)
  const done = profile.mobileVerified && !changing
  if (done)
    return (
      <>
        <p className={styles.state}>
          <bdi dir="ltr">{profile.mobile}</bdi>
          <StatusChip status="verified" />
        </p>
        <div>
          <Button variant="default" onClick={() => setChanging(true)}>
            {t('verification.otherMobile')}
          </Button>
        </div>
      </>
    )
  return sent ? (
    <CodeStep
      key={sent.mobile}
      {...sent}
      onAgain={(at) => setSent({ ...sent, at })}
      onBack={() => setSent(undefined)}
      onVerified={() => {
        setSent(undefined)
        setChanging(false)
      }}
    />
  ) : (
    <MobileStep mobile={profile.mobile} onSent={(mobile) => setSent({ mobile, at: performance.now() })} />
  )
}

function MobileStep({ mobile, onSent }: { mobile: string; onSent: (mobile: string) => void }) {
  const { t } = useTranslation()
  const state = useEntityForm(MobileNumber, { mobile })
  const send = useWrite({
    write: api.auth.sendMobileCode,
    failed: 'errors.sendMobile',
    done: 'success.codeSent',
  })
  return (
    <EntityForm
      state={state}
      guard={false}
      submitLabel={t('verification.sendCode')}
      onSubmit={(body) => send({ body }).then(() => onSent(body.mobile))}
    >
      <TextField name="mobile" type="tel" label={t('profile.mobile')} autoComplete="tel" required />
    </EntityForm>
  )
}

interface CodeStepProps {
  mobile: string
  /** When the code was sent, in `performance.now()` time. */
  at: number
  onAgain: (at: number) => void
  onBack: () => void
  onVerified: () => void
}

function CodeStep({ mobile, at, onAgain, onBack, onVerified }: CodeStepProps) {
  const { t } = useTranslation()
  const wait = useWait(at)
  const state = useEntityForm(MobileVerification, { mobile, code: '' })
  const verify = useWrite({
    write: async (body: { mobile: string; code: string }) => {
      await api.auth.verifyMobile({ body })
      session.setProfile((await api.auth.profile()).profile)
    },
    failed: 'errors.verifyMobile',
    done: 'success.mobileVerified',
  })
  const again = useAction({
    write: () => api.auth.sendMobileCode({ body: { mobile } }),
    failed: 'errors.sendMobile',
    done: 'success.codeSent',
  })
  return (
    <EntityForm
      state={state}
      guard={false}
      submitLabel={t('verification.verify')}
      onCancel={onBack}
      onSubmit={(body) => verify(body).then(onVerified)}
    >
      <p>
        {t('verification.codeSentTo')} <bdi dir="ltr">{mobile}</bdi>
      </p>
      <TextField
        name="code"
        label={t('verification.code')}
        hint={t('verification.codeHint', { count: MOBILE_CODE_DIGITS })}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        autoFocus
      />
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={wait > 0}
          onClick={() => void again(undefined).then((sent) => sent && onAgain(performance.now()))}
        >
          {wait > 0 ? t('verification.againIn', { count: wait }) : t('verification.sendAgain')}
        </Button>
      </div>
    </EntityForm>
  )
}
