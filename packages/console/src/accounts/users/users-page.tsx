import { ActionIcon, Button } from '@mantine/core'
import { EyeIcon } from '@phosphor-icons/react/dist/csr/Eye'
import { UsersThreeIcon } from '@phosphor-icons/react/dist/csr/UsersThree'
import { Link } from '@tanstack/react-router'
import type { User } from '@vitrine/contract/api/accounts/users'
import { ROLES } from '@vitrine/contract/permissions'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { useSession } from '#lib/session/session.ts'
import { useAccessDialog } from '#pickers/access/access-dialog.tsx'
import type { Holder } from '#queries/access.ts'
import { usersKey, usersSource } from '#queries/users.ts'
import { dryRun, SheetButton } from '#ui/dialog/sheet-button.tsx'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { useEntryForms } from '#ui/dialog/use-entry-forms.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { useBulkDeletion } from '#ui/list/use-bulk-deletion.tsx'
import { useSelection } from '#ui/list/use-selection.ts'
import { Page } from '#ui/page/page.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useFactorReset } from './use-factor-reset.tsx'
import { UserCreateForm, UserEditForm } from './user-form.tsx'

const nameOf = ({ firstName, lastName }: User) => `${firstName} ${lastName}`

export function UsersPage() {
  const { t } = useTranslation()
  const me = useSession((state) => state.profile)
  const mayWrite = useCan('write', 'users')
  const forms = useEntryForms<User>({
    add: { title: t('users.add'), drawer: true, form: (close) => <UserCreateForm onSaved={close} /> },
    edit: {
      title: t('users.edit'),
      drawer: true,
      form: (user, close) => <UserEditForm user={user} onSaved={close} />,
    },
  })
  const deletion = useDeletion<User>({
    remove: ({ id }) => api.users.remove({ params: { id } }),
    name: nameOf,
    failed: 'errors.deleteUser',
    kind: 'user',
    invalidates: [usersKey],
  })
  const isOther = ({ id }: User) => id !== me?.id
  const removal = useUsersDeletion(isOther)
  const factor = useFactorReset()
  const access = useAccessDialog()
  return (
    <Page title={t('users.title')} intro={t('users.intro')} actions={<PageActions mayWrite={mayWrite} />}>
      <DataTable
        label={t('users.title')}
        source={usersSource}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowName={nameOf}
        onEdit={mayWrite ? forms.edit : undefined}
        onDelete={mayWrite ? deletion.ask : undefined}
        bulk={mayWrite ? removal.bulk : undefined}
        mayDelete={isOther}
        rowActions={(user) => (
          <>
            {mayWrite && factor.action(user)}
            <AccessButton user={user} onClick={access.ask} />
          </>
        )}
        create={mayWrite ? forms.create : undefined}
        empty={{ icon: UsersThreeIcon, title: t('users.emptyTitle'), text: t('users.emptyText') }}
      />
      {forms.dialogs}
      {deletion.dialog}
      {removal.dialog}
      {factor.dialog}
      {access.dialog}
    </Page>
  )
}

function PageActions({ mayWrite }: { mayWrite: boolean }) {
  return (
    <>
      <RolesLink />
      {mayWrite && (
        <SheetButton
          kind="users"
          send={(content, isDryRun) => api.users.import({ query: dryRun(isDryRun), body: { content } })}
          invalidates={[usersKey]}
        />
      )}
    </>
  )
}

function RolesLink() {
  const { t } = useTranslation()
  if (!useCan('read', 'roles')) return null
  return (
    <Button variant="default" component={Link} to="/app/user/roles">
      {t('roles.title')}
    </Button>
  )
}

function AccessButton({ user, onClick }: { user: User; onClick: (holder: Holder) => void }) {
  const { t } = useTranslation()
  const name = nameOf(user)
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      title={t('access.button')}
      aria-label={t('access.of', { name })}
      onClick={() => onClick({ of: 'person', id: user.id, name })}
    >
      <EyeIcon size={18} aria-hidden="true" />
    </ActionIcon>
  )
}

function useColumns(): Column<User>[] {
  const { t } = useTranslation()
  const me = useSession((state) => state.profile)
  const organization: Column<User> = {
    key: 'organization',
    header: t('users.organization'),
    value: (user) => user.organization?.name,
  }
  return [
    {
      key: 'name',
      header: t('users.name'),
      value: nameOf,
      render: (user) => (user.id === me?.id ? `${nameOf(user)} (${t('users.you')})` : nameOf(user)),
    },
    { key: 'email', header: t('users.email'), value: ({ email }) => email },
    {
      key: 'role',
      header: t('users.role'),
      value: ({ role, customRole, scope }) =>
        [customRole?.name ?? t(`users.roles.${role}`), scope && t('scope.some')].filter(Boolean).join(' · '),
    },
    {
      key: 'secondFactor',
      header: t('users.secondFactor'),
      unsorted: true,
      render: ({ secondFactor }) => (secondFactor ? <StatusChip status="active" /> : '–'),
    },
    ...(me?.role === ROLES.superAdmin ? [organization] : []),
  ]
}

const useUsersDeletion = (isOther: (user: User) => boolean) =>
  useBulkDeletion({
    selection: useSelection(isOther),
    write: (ids) => api.users.removeMany({ body: { ids } }),
    kind: 'user',
    invalidates: [usersKey],
  })
