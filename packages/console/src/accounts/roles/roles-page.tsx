import { ActionIcon, Button } from '@mantine/core'
import { EyeIcon } from '@phosphor-icons/react/dist/csr/Eye'
import { IdentificationBadgeIcon } from '@phosphor-icons/react/dist/csr/IdentificationBadge'
import { PencilSimpleIcon } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { useQuery } from '@tanstack/react-query'
import type { CustomRole } from '@vitrine/contract/api/accounts/roles'
import { ROLE_AREAS } from '@vitrine/contract/permissions'
import { rightsOfRows } from '@vitrine/contract/role-levels'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { listText } from '#lib/text/format.ts'
import { useAccessDialog } from '#pickers/access/access-dialog.tsx'
import { rolesKey, rolesQuery } from '#queries/roles.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { useEntryForms } from '#ui/dialog/use-entry-forms.tsx'
import { useKeptFocus } from '#ui/list/use-kept-focus.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { RoleDeletion } from './role-deletion.tsx'
import { RoleCreateForm, RoleEditForm } from './role-form.tsx'
import styles from './roles.module.css'

/** The custom roles of an organization. */
export function RolesPage() {
  const { t } = useTranslation()
  const organizationId = useOrganizationId()
  const mayWrite = useCan('write', 'roles')
  const query = useQuery({ ...rolesQuery(organizationId), enabled: useCan('read', 'roles') })
  const forms = useEntryForms<CustomRole>({
    add: {
      title: t('roles.add'),
      drawer: true,
      form: (close) => <RoleCreateForm organizationId={organizationId} onSaved={close} />,
    },
    edit: {
      title: t('roles.edit'),
      drawer: true,
      form: (role, close) => <RoleEditForm role={role} onSaved={close} />,
    },
  })
  const deletion = useRoleDeletion(query.data ?? [])
  const access = useAccessDialog()
  const add = mayWrite && (
    <Button leftSection={<PlusIcon size={16} aria-hidden="true" />} onClick={forms.create.onClick}>
      {t('roles.add')}
    </Button>
  )
  return (
    <Page
      title={t('roles.title')}
      intro={t('roles.intro')}
      breadcrumbs={[{ label: t('users.title'), to: '/app/user' }]}
      actions={query.data?.length ? add : undefined}
      width="text"
    >
      {mayWrite ? (
        <RecordView query={query}>
          {(roles) => (
            <Roles
              roles={roles}
              empty={add}
              onEdit={forms.edit}
              onDelete={deletion.ask}
              onAccess={({ id, name }) => access.ask({ of: 'role', id, name })}
            />
          )}
        </RecordView>
      ) : (
        <EmptyState variant="forbidden" title={t('roles.forbidden')} />
      )}
      {forms.dialogs}
      {deletion.dialog}
      {access.dialog}
    </Page>
  )
}

/** Roles that people have need a replacement. */
function useRoleDeletion(roles: readonly CustomRole[]) {
  const { t } = useTranslation()
  const [replaced, setReplaced] = useState<CustomRole>()
  const close = () => setReplaced(undefined)
  const unused = useDeletion<CustomRole>({
    remove: ({ id }) => api.roles.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'errors.delete',
    kind: 'role',
    invalidates: [rolesKey],
  })
  const ask = (role: CustomRole) =>
    role.people > 0 || role.groups.length > 0 ? setReplaced(role) : unused.ask(role)
  const dialog = (
    <>
      {unused.dialog}
      <FormDialog
        opened={replaced !== undefined}
        onClose={close}
        title={t('roles.deleteName', { name: replaced?.name ?? '' })}
      >
        {replaced && (
          <RoleDeletion
            role={replaced}
            others={roles.filter(({ id }) => id !== replaced.id)}
            onClose={close}
          />
        )}
      </FormDialog>
    </>
  )
  return { ask, dialog }
}

interface RolesProps {
  roles: readonly CustomRole[]
  empty: ReactNode
  onEdit: (role: CustomRole) => void
  onDelete: (role: CustomRole) => void
  onAccess: (role: CustomRole) => void
}

function Roles({ roles, empty, onEdit, onDelete, onAccess }: RolesProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const keepsFocus = useKeptFocus(list, roles)
  if (roles.length === 0)
    return (
      <EmptyState
        icon={IdentificationBadgeIcon}
        title={t('roles.none')}
        text={t('roles.noneText')}
        action={empty}
      />
    )
  const actions = [
    { key: 'accessOf', icon: EyeIcon, act: onAccess },
    { key: 'editName', icon: PencilSimpleIcon, act: onEdit },
    { key: 'deleteName', icon: TrashIcon, act: onDelete },
  ] as const
  return (
    <ul ref={list} className={styles.roles} aria-label={t('roles.title')} {...keepsFocus}>
      {roles.map((role) => (
        <li key={role.id} data-key={role.id}>
          <Facts role={role} />
          <span className={styles.actions}>
            {actions.map(({ key, icon: Sign, act }) => (
              <ActionIcon
                key={key}
                variant="subtle"
                color="gray"
                title={t(`roles.${key}`, { name: role.name })}
                aria-label={t(`roles.${key}`, { name: role.name })}
                onClick={() => act(role)}
              >
                <Sign size={18} aria-hidden="true" />
              </ActionIcon>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Facts({ role: { name, rows, people } }: { role: CustomRole }) {
  const { t } = useTranslation()
  const { permissions, reads } = rightsOfRows(rows)
  const named = (areas: readonly (typeof ROLE_AREAS)[number][]) =>
    areas.length === ROLE_AREAS.length
      ? t('roles.all')
      : listText(areas.map((area) => t(`access.areas.${area}`))) || t('roles.nothing')
  return (
    <div className={styles.facts}>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <small>{t('roles.changes', { areas: named(permissions) })}</small>
      <small>{t('roles.sees', { areas: named(reads) })}</small>
      <small>
        {t('roles.people', { count: people })}
        {rows.some(({ scope }) => scope) && ` · ${t('scope.some')}`}
      </small>
    </div>
  )
}
