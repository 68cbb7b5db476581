import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { PasswordReset } from '@vitrine/contract/api/accounts/auth'
import { rule } from '@vitrine/contract/rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import { session } from '#lib/session/session.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { AccountFrame } from './account-frame.tsx'
import styles from './login-page.module.css'

const Form = z
  .object({ password: PasswordReset.shape.password, repeat: z.string() })
  .refine(({ password, repeat }) => password === repeat, { path: ['repeat'], message: rule('password') })

/** Sets a new password with the code from the email. For an expired link, offers to request another. */
export function ResetPasswordPage() {
  const { t } = useTranslation()
  const { code } = useSearch({ from: '/auth/account/reset-password' })
  const navigate = useNavigate()
  const [over, setOver] = useState(code === undefined)
  const state = useEntityForm(Form, { password: '', repeat: '' })
  const change = useWrite({
    write: api.auth.verifyPassword,
    failed: 'errors.verifyReset',
    done: 'success.passwordReset',
  })
  if (over)
    return (
      <AccountFrame
        title={t(code ? 'verifyEmail.failed' : 'resetPassword.noCode')}
        intro={t('resetPassword.noCodeText')}
      >
        <Link className={styles.submit} to="/auth/forgot-password">
          {t('verifyEmail.send')}
        </Link>
      </AccountFrame>
    )
  return (
    <AccountFrame title={t('resetPassword.title')} intro={t('resetPassword.intro')}>
      <EntityForm
        state={state}
        submitLabel={t('resetPassword.submit')}
        guard={false}
        onSubmit={async ({ password }) => {
          try {
            await change({ body: { code: code ?? '', password } })
          } catch (error) {
            if (error instanceof ApiError && error.errKey === 'INVALID_CODE') return setOver(true)
            throw error
          }
          // Changing the password has ended every session of the account.
          session.end('left')
          await navigate({ to: '/auth/login' })
        }}
      >
        <PasswordField
          name="password"
          label={t('password.new')}
          hint={t('password.rules')}
          required
          autoFocus
        />
        <PasswordField name="repeat" label={t('password.repeat')} required />
      </EntityForm>
    </AccountFrame>
  )
}
