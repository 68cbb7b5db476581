import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Profile } from '@vitrine/contract/api/accounts/auth'
import { ProfileUpdate } from '@vitrine/contract/api/accounts/auth'
import { newPassword } from '@vitrine/contract/api/base/inputs'
import { PERMISSIONS, ROLES, type RoleArea } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#lib/api.ts'
import { session, useSession } from '#lib/session/session.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import { useAccessDialog } from '#pickers/access/access-dialog.tsx'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { Columns, TextField } from '#ui/form/fields/fields.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { Facts } from '#ui/page/facts.tsx'
import { Page, Section } from '#ui/page/page.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { PasskeysSection } from './passkeys-section.tsx'
import styles from './profile-page.module.css'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

export function ProfilePage() {
  const { t } = useTranslation()
  const profile = useSession((state) => state.profile)
  useFreshProfile()
  if (!profile) return null
  return (
    <Page title={t('profile.title')} intro={t('profile.intro')} width="form">
      <Section title={t('profile.account')}>
        <Account profile={profile} />
      </Section>
      <Section title={t('profile.about')}>
        <AboutForm profile={profile} />
      </Section>
      {!profile.viaProvider && (
        <Section title={t('profile.changePassword')} text={t('profile.passwordText')}>
          <PasswordForm profile={profile} />
        </Section>
      )}
      {!profile.kiosk && <PasskeysSection profile={profile} />}
      {!profile.kiosk && <SecondFactorSection profile={profile} />}
      <SessionsSection />
    </Page>
  )
}

/** Renders the cached profile while it is refetched. */
function useFreshProfile() {
  useEffect(() => {
    api.auth.profile().then(
      ({ profile }) => session.setProfile(profile),
      (error) => notify({ kind: 'negative', message: failureText(error, 'errors.getProfile') }),
    )
  }, [])
}

function Account({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  return (
    <Facts>
      <dt>{t('users.email')}</dt>
      <dd className={styles.email}>
        <bdi dir="ltr">{profile.email}</bdi>
        <StatusChip status={profile.emailVerified ? 'verified' : 'unverified'} />
        {!profile.emailVerified && <ToVerification />}
      </dd>
      <dt>{t('profile.mobile')}</dt>
      <dd className={styles.email}>
        <bdi dir="ltr">{profile.mobile || '–'}</bdi>
        {profile.mobile && <StatusChip status={profile.mobileVerified ? 'verified' : 'unverified'} />}
        {!profile.mobileVerified && <ToVerification />}
      </dd>
      <dt>{t('users.role')}</dt>
      <dd>
        {profile.customRole ? (
          <bdi>{profile.customRole.name}</bdi>
        ) : (
          <>
            {t(`users.roles.${profile.role}`)}
            <span className={styles.meaning}>{t(`users.roleText.${profile.role}`)}</span>
          </>
        )}
        <OwnAccess id={profile.id} />
      </dd>
      {profile.role === ROLES.user && (
        <>
          <dt>{t('users.permissions')}</dt>
          <dd>
            {profile.permissions
              .map((one) => t(isPermission(one) ? `users.permission.${one}` : `access.areas.${one}`))
              .join(', ') || t('profile.noPermissions')}
          </dd>
        </>
      )}
      <dt>{t('users.organization')}</dt>
      <dd>{profile.organization.name}</dd>
    </Facts>
  )
}

function OwnAccess({ id }: Pick<Profile, 'id'>) {
  const { t } = useTranslation()
  const access = useAccessDialog()
  const isOffered = useCan('read', 'users')
  return (
    isOffered && (
      <>
        <Button size="compact-sm" variant="subtle" onClick={() => access.ask({ of: 'person', id })}>
          {t('access.mine')}
        </Button>
        {access.dialog}
      </>
    )
  )
}

function ToVerification() {
  const { t } = useTranslation()
  return (
    <Link to="/app/settings" search={{ tab: 'verification' }}>
      {t('profile.verify')}
    </Link>
  )
}

function useSaveProfile() {
  return useWrite({
    write: async (body: z.input<typeof ProfileUpdate>) => {
      const answer = await api.auth.updateProfile({ body })
      session.setProfile(answer.profile)
    },
    failed: 'errors.updateProfile',
    done: 'success.profile',
  })
}

const { firstName, lastName, mobile } = ProfileUpdate.shape
const About = z.object({ firstName, lastName, mobile })

function AboutForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const { firstName, lastName, mobile } = profile
  const state = useEntityForm(About, { firstName, lastName, mobile })
  const save = useSaveProfile()
  return (
    <EntityForm state={state} onSubmit={save} submitLabel={t('profile.save')}>
      <Columns>
        <TextField name="firstName" label={t('users.firstName')} autoComplete="given-name" required />
        <TextField name="lastName" label={t('users.lastName')} autoComplete="family-name" required />
      </Columns>
      <TextField name="mobile" type="tel" label={t('profile.mobile')} autoComplete="tel" />
    </EntityForm>
  )
}

const PasswordChange = z
  .object({
    currentPassword: z.string().min(1, rule('required')),
    password: newPassword(),
    repeat: z.string(),
  })
  .refine(({ password, repeat }) => password === repeat, { path: ['repeat'], message: rule('password') })

function PasswordForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const { firstName, lastName, mobile } = profile
  const empty = { currentPassword: '', password: '', repeat: '' }
  const state = useEntityForm(PasswordChange, empty)
  const save = useSaveProfile()
  return (
    <EntityForm
      state={state}
      onSubmit={async ({ currentPassword, password }) => {
        await save({ firstName, lastName, mobile, currentPassword, password })
        state.form.reset(empty)
      }}
      submitLabel={t('profile.savePassword')}
    >
      <PasswordField
        name="currentPassword"
        label={t('password.current')}
        autoComplete="current-password"
        required
      />
      <PasswordField name="password" label={t('password.new')} hint={t('password.rules')} required />
      <PasswordField name="repeat" label={t('password.repeat')} required />
    </EntityForm>
  )
}
const isPermission = (area: RoleArea): area is (typeof PERMISSIONS)[number] =>
  (PERMISSIONS as readonly string[]).includes(area)
