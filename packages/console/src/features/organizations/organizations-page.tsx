import { BuildingsIcon } from '@phosphor-icons/react/dist/csr/Buildings'
import { useQueryClient } from '@tanstack/react-query'
import type { Organization } from '@vitrine/contract/api/accounts/organizations'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { viewAs, viewedOrganization } from '#lib/session/view-as.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { Page } from '#ui/page/page.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { OrganizationCreateForm, OrganizationEditForm } from './organization-form.tsx'
import { organizationsKey, organizationsSource } from './queries.ts'

export function OrganizationsPage() {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'organizations')
  const mayRename = useCan('write', 'own-organization')
  const client = useQueryClient()
  const [creating, setCreating] = useState(false)
  const [editing, setEditing] = useState<Organization>()
  const deletion = useDeletion<Organization>({
    remove: ({ id }) => api.organizations.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'errors.deleteOrganization',
    invalidates: [organizationsKey],
    onDeleted: ({ id }) => {
      if (viewedOrganization()?.id !== id) return
      // There is nothing left to look at.
      viewAs(null)
      void client.resetQueries()
    },
  })
  const columns: Column<Organization>[] = [
    { key: 'name', header: t('organizations.name'), value: ({ name }) => name },
    {
      key: 'admin',
      header: t('organizations.admin'),
      value: ({ admin }) => admin && `${admin.firstName} ${admin.lastName}`,
    },
    { key: 'email', header: t('organizations.email'), value: ({ admin }) => admin?.email },
    { key: 'users', header: t('organizations.users'), value: ({ usersCount }) => usersCount, align: 'end' },
    {
      key: 'devices',
      header: t('organizations.devices'),
      value: ({ devicesCount }) => devicesCount,
      align: 'end',
    },
  ]
  return (
    <Page title={t('organizations.title')} intro={t('organizations.intro')}>
      <DataTable
        label={t('organizations.title')}
        source={organizationsSource}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onEdit={mayRename ? setEditing : undefined}
        onDelete={mayWrite ? deletion.ask : undefined}
        mayDelete={({ isHome }) => !isHome}
        create={mayWrite ? { label: t('organizations.add'), onClick: () => setCreating(true) } : undefined}
        empty={{
          icon: BuildingsIcon,
          title: t('organizations.emptyTitle'),
          text: t('organizations.emptyText'),
        }}
      />
      <FormDialog opened={creating} onClose={() => setCreating(false)} title={t('organizations.add')} drawer>
        <OrganizationCreateForm onSaved={() => setCreating(false)} />
      </FormDialog>
      <FormDialog
        opened={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={t('organizations.edit')}
      >
        {editing && <OrganizationEditForm organization={editing} onSaved={() => setEditing(undefined)} />}
      </FormDialog>
      {deletion.dialog}
    </Page>
  )
}
