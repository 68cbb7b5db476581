import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { EmailAddress } from '@vitrine/contract/api/accounts/auth'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { arrival } from '#lib/session/arrival.ts'
import { session, useSession } from '#lib/session/session.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useAction, useWrite } from '#ui/work/use-write.ts'
import { AccountFrame } from './account-frame.tsx'
import styles from './login-page.module.css'

/** Removes the emailed code from the address immediately, and shows the result. */
export function VerifyEmailPage() {
  const { t } = useTranslation()
  const { code } = useSearch({ from: '/auth/account/verify-email' })
  const navigate = useNavigate()
  const profile = useSession((state) => state.profile)
  const [result, setResult] = useState<'working' | 'done' | 'failed' | 'already'>('working')
  const started = useRef(false)
  const verify = useAction({
    write: (found: string) => api.auth.verifyEmail({ params: { code: found } }),
    failed: 'errors.verifyEmail',
    done: 'success.emailVerified',
  })

  useEffect(() => {
    // A code works once, but StrictMode runs effects twice.
    if (started.current) return
    started.current = true
    const wasVerified = session.get().profile?.emailVerified ?? false
    void navigate({ to: '/auth/verify-email', search: {}, replace: true })
    if (wasVerified) return setResult('already')
    if (!code) return setResult('failed')
    void verify(code).then(async (worked) => {
      setResult(worked ? 'done' : 'failed')
      if (worked && session.get().token) session.setProfile((await api.auth.profile()).profile)
    })
  })

  if (result === 'working') return <AccountFrame title={t('verifyEmail.working')} />
  if (result === 'failed')
    return (
      <AccountFrame title={t('verifyEmail.failed')} intro={t('verifyEmail.failedText')}>
        <SendAgain email={profile?.email ?? arrival.email()} />
      </AccountFrame>
    )
  return (
    <AccountFrame
      title={t(`verifyEmail.${result}`)}
      intro={result === 'done' ? t('verifyEmail.doneText') : undefined}
    >
      <Link className={styles.submit} to={profile ? '/app' : '/auth/login'}>
        {t(profile ? 'verifyEmail.toConsole' : 'verifyEmail.toLogin')}
      </Link>
    </AccountFrame>
  )
}

function SendAgain({ email }: { email: string }) {
  const { t } = useTranslation()
  const [sent, setSent] = useState(false)
  const state = useEntityForm(EmailAddress, { email })
  const send = useWrite({ write: api.auth.sendEmail, failed: 'errors.sendEmail', done: 'success.emailSent' })
  return (
    <>
      <EntityForm
        state={state}
        submitLabel={t('verifyEmail.send')}
        guard={false}
        onSubmit={(body) => send({ body }).then(() => setSent(true))}
      >
        <TextField name="email" type="email" label={t('users.email')} autoComplete="username" required />
      </EntityForm>
      {sent && (
        <p className={styles.links} role="status">
          {t('verifyEmail.sent')}
        </p>
      )}
    </>
  )
}
