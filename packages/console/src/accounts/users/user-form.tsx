import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type User, UserCreate, UserUpdate } from '@vitrine/contract/api/accounts/users'
import { DEFAULT_PERMISSIONS, PERMISSIONS, ROLES, type Role } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#lib/api.ts'
import { newPassword } from '#lib/session/new-password.ts'
import { useSession } from '#lib/session/session.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { addedText, savedText } from '#lib/text/done-text.ts'
import { CustomRoleField } from '#pickers/roles/custom-role-field.tsx'
import { ScopeField } from '#pickers/scope/scope-field.tsx'
import { organizationsQuery } from '#queries/organizations.ts'
import { usersKey } from '#queries/users.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { CheckboxesField } from '#ui/form/fields/checkboxes-field.tsx'
import { RadioField } from '#ui/form/fields/choice-fields.tsx'
import { Columns, TextField } from '#ui/form/fields/fields.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'

const repeat = { repeat: z.string().optional() }
const repeated = ({ password = '', repeat = '' }: { password?: string; repeat?: string }) =>
  password === repeat
const notRepeated = { path: ['repeat'], message: rule('password') }

const CreateForm = UserCreate.extend(repeat).refine(repeated, notRepeated)
const EditForm = UserUpdate.extend(repeat).refine(repeated, notRepeated)

export function UserCreateForm({ onSaved }: { onSaved: () => void }) {
  const { t } = useTranslation()
  const organizationId = useOrganizationId()
  const state = useEntityForm(CreateForm, {
    firstName: '',
    lastName: '',
    email: '',
    role: ROLES.user,
    permissions: [...DEFAULT_PERMISSIONS],
    roleId: null,
    scope: null,
    organizationId,
    password: '',
    repeat: '',
    invite: false,
  })
  const isKept = useEmailIsKept()
  const invited = state.form.watch('invite') && (isKept ? 'users.invitationKept' : 'users.invited')
  const create = useWrite({
    write: api.users.create,
    done: ({ user }) => [addedText(nameOf(user)), invited && t(invited)].filter(Boolean).join('\n'),
    failed: 'errors.createUser',
    invalidates: [usersKey],
  })
  return (
    <EntityForm state={state} onSubmit={({ repeat: _, ...body }) => create({ body }).then(onSaved)}>
      <UserFields />
    </EntityForm>
  )
}

const nameOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

const valuesOf = ({
  firstName,
  lastName,
  email,
  role,
  permissions,
  customRole,
  scope,
  organizationId,
  version,
}: User) => ({
  firstName,
  lastName,
  email,
  role,
  permissions,
  roleId: customRole?.id ?? null,
  scope,
  organizationId,
  version,
})

export function UserEditForm({ user, onSaved }: { user: User; onSaved: () => void }) {
  const params = { id: user.id }
  const isOwn = useSession(({ profile }) => profile?.id === user.id)
  const state = useEntityForm(EditForm, valuesOf(user))
  const update = useWrite({
    write: api.users.update,
    done: ({ user: saved }) => savedText(nameOf(saved)),
    failed: 'errors.updateUser',
    invalidates: [usersKey],
  })
  return (
    <EntityForm
      state={state}
      onSubmit={({ repeat: _, ...body }) => update({ params, body }).then(onSaved)}
      onReload={async () => state.form.reset(valuesOf((await api.users.get({ params })).user))}
    >
      <UserFields keepsPassword isOwn={isOwn} />
    </EntityForm>
  )
}

interface FieldsProps {
  keepsPassword?: boolean
  /** Whether it is the current user's account. */
  isOwn?: boolean
}

function UserFields({ keepsPassword = false, isOwn = false }: FieldsProps) {
  const { t } = useTranslation()
  const role: Role = useWatch({ name: 'role' })
  const roleId: unknown = useWatch({ name: 'roleId' })
  const organizationId: string | undefined = useWatch({ name: 'organizationId' })
  const invites: unknown = useWatch({ name: 'invite' })
  const hint = t(keepsPassword ? 'password.keep' : 'password.rules')
  const label = t(keepsPassword ? 'password.new' : 'password.label')
  return (
    <>
      <Columns>
        <TextField name="firstName" label={t('users.firstName')} required autoFocus />
        <TextField name="lastName" label={t('users.lastName')} required />
      </Columns>
      <TextField name="email" type="email" label={t('users.email')} required />
      {!keepsPassword && <Organization />}
      <RoleField />
      {role === ROLES.user && <CustomRoleField name="roleId" organizationId={organizationId} />}
      {role === ROLES.user && !roleId && (
        <CheckboxesField
          name="permissions"
          label={t('users.permissions')}
          hint={t('users.permissionsText')}
          choices={PERMISSIONS.map((value) => ({ value, label: t(`users.permission.${value}`) }))}
        />
      )}
      {role !== ROLES.superAdmin && <ScopeField name="scope" />}
      {!keepsPassword && <InviteField />}
      {!invites && (
        <>
          <PasswordField
            name="password"
            label={label}
            hint={hint}
            required={!keepsPassword}
            optional={keepsPassword}
            generates={['password', 'repeat']}
          />
          <PasswordField
            name="repeat"
            label={t('password.repeat')}
            required={!keepsPassword}
            optional={keepsPassword}
          />
        </>
      )}
      {isOwn && (
        <PasswordField
          name="currentPassword"
          label={t('password.current')}
          hint={t('users.currentPassword')}
          autoComplete="current-password"
          optional
        />
      )}
    </>
  )
}

/**
 * Invites by email instead of sharing a password: the form sets a hidden random one, and the user replaces it through
 * the link.
 */
function InviteField() {
  const { t } = useTranslation()
  const { setValue } = useFormContext()
  const invites: unknown = useWatch({ name: 'invite' })
  const isKept = useEmailIsKept()
  const choose = (invite: boolean) => {
    const password = invite ? newPassword() : ''
    setValue('invite', invite, { shouldDirty: true })
    for (const name of ['password', 'repeat']) setValue(name, password, { shouldDirty: true })
  }
  return (
    <Checkbox
      label={t('users.invite')}
      description={t(isKept ? 'users.inviteKept' : 'users.inviteText')}
      checked={invites === true}
      onChange={({ currentTarget }) => choose(currentTarget.checked)}
    />
  )
}

/** Whether messages wait in the outbox; a profile cached by an older console doesn't say. */
const useEmailIsKept = () => useSession(({ profile }) => profile?.sendsEmail === false)

/** Users can't grant more permissions than they have. */
function RoleField() {
  const { t } = useTranslation()
  const own = useSession(({ profile }) => profile?.role ?? ROLES.user)
  const roles = Object.values(ROLES).filter((role) => role >= own)
  return (
    <RadioField
      name="role"
      label={t('users.role')}
      required
      choices={roles.map((value) => ({
        value,
        label: t(`users.roles.${value}`),
        text: t(`users.roleText.${value}`),
      }))}
    />
  )
}

/** Super admins choose an organization; users created by others belong to their own. */
function Organization() {
  const { t } = useTranslation()
  const chooses = useSession(({ profile }) => profile?.role === ROLES.superAdmin)
  const { data = [] } = useQuery({ ...organizationsQuery(), enabled: chooses })
  if (!chooses) return null
  return (
    <SelectField
      name="organizationId"
      label={t('users.organization')}
      required
      choices={data.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
