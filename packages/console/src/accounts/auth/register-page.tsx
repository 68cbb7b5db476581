import { Link, useNavigate } from '@tanstack/react-router'
import { Registration } from '@vitrine/contract/api/accounts/auth'
import { rule } from '@vitrine/contract/rules'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#lib/api.ts'
import { arrival } from '#lib/session/arrival.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { Columns, TextField } from '#ui/form/fields/fields.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { AccountFrame } from './account-frame.tsx'
import styles from './login-page.module.css'

const Form = Registration.extend({ repeat: z.string() }).refine(
  ({ password, repeat }) => password === repeat,
  { path: ['repeat'], message: rule('password') },
)

/** Creates an account with a new organization; a link in an email verifies the address. */
export function RegisterPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const state = useEntityForm(Form, {
    firstName: '',
    lastName: '',
    email: arrival.email(),
    organizationName: '',
    password: '',
    repeat: '',
  })
  const register = useWrite({
    write: api.auth.register,
    failed: 'errors.register',
    done: 'success.registered',
  })
  return (
    <AccountFrame title={t('register.title')} intro={t('register.intro')}>
      <EntityForm
        state={state}
        submitLabel={t('register.submit')}
        guard={false}
        onSubmit={async ({ repeat: _, ...body }) => {
          await register({ body })
          const { email } = body
          arrival.keepEmail(email)
          arrival.keepNote({
            title: t('register.checkMail'),
            text: t('register.checkMailText', { email }),
          })
          await navigate({ to: '/auth' })
        }}
      >
        <Columns>
          <TextField
            name="firstName"
            label={t('users.firstName')}
            autoComplete="given-name"
            required
            autoFocus
          />
          <TextField name="lastName" label={t('users.lastName')} autoComplete="family-name" required />
        </Columns>
        <TextField name="email" type="email" label={t('users.email')} autoComplete="username" required />
        <PasswordField name="password" label={t('password.label')} hint={t('password.rules')} required />
        <PasswordField name="repeat" label={t('password.repeat')} required />
        <TextField
          name="organizationName"
          label={t('register.organizationName')}
          hint={t('register.organizationHint')}
          autoComplete="organization"
        />
      </EntityForm>
      <p className={styles.links}>
        <Link to="/auth/login">{t('register.haveAccount')}</Link>
      </p>
    </AccountFrame>
  )
}
