import { Link, useNavigate } from '@tanstack/react-router'
import { EmailAddress } from '@vitrine/contract/api/accounts/auth'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { arrival } from '#lib/session/arrival.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { AccountFrame } from './account-frame.tsx'
import styles from './login-page.module.css'

/** Requests a password reset email. The answer doesn't reveal whether the address has an account. */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const state = useEntityForm(EmailAddress, { email: arrival.email() })
  const ask = useWrite({
    write: api.auth.resetPassword,
    failed: 'errors.sendReset',
    done: 'success.resetSent',
  })
  return (
    <AccountFrame title={t('forgotPassword.title')} intro={t('forgotPassword.intro')}>
      <EntityForm
        state={state}
        submitLabel={t('forgotPassword.submit')}
        guard={false}
        onSubmit={async (body) => {
          await ask({ body })
          arrival.keepEmail(body.email)
          arrival.keepNote({ title: t('forgotPassword.sent'), text: t('forgotPassword.sentText') })
          await navigate({ to: '/auth' })
        }}
      >
        <TextField
          name="email"
          type="email"
          label={t('users.email')}
          autoComplete="username"
          required
          autoFocus
        />
      </EntityForm>
      <p className={styles.links}>
        <Link to="/auth/login">{t('forgotPassword.back')}</Link>
      </p>
    </AccountFrame>
  )
}
