import { BuildingsIcon } from '@phosphor-icons/react/dist/csr/Buildings'
import { useQueryClient } from '@tanstack/react-query'
import type { Organization } from '@vitrine/contract/api/accounts/organizations'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { viewAs, viewedOrganization } from '#lib/session/view-as.ts'
import { organizationsKey, organizationsSource } from '#queries/organizations.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { useEntryForms } from '#ui/dialog/use-entry-forms.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { Page } from '#ui/page/page.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { OrganizationCreateForm, OrganizationEditForm } from './organization-form.tsx'

export function OrganizationsPage() {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'organizations')
  const mayRename = useCan('write', 'own-organization')
  const client = useQueryClient()
  const forms = useEntryForms<Organization>({
    add: {
      title: t('organizations.add'),
      drawer: true,
      form: (close) => <OrganizationCreateForm onSaved={close} />,
    },
    edit: {
      title: t('organizations.edit'),
      form: (organization, close) => <OrganizationEditForm organization={organization} onSaved={close} />,
    },
  })
  const deletion = useDeletion<Organization>({
    remove: ({ id }) => api.organizations.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'errors.deleteOrganization',
    kind: 'organization',
    invalidates: [organizationsKey],
    onDeleted: ({ id }) => {
      if (viewedOrganization()?.id !== id) return
      // The viewed organization was deleted.
      viewAs(null)
      void client.resetQueries()
    },
  })
  const columns = useColumns()
  return (
    <Page title={t('organizations.title')} intro={t('organizations.intro')}>
      <DataTable
        label={t('organizations.title')}
        source={organizationsSource}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onEdit={mayRename ? forms.edit : undefined}
        onDelete={mayWrite ? deletion.ask : undefined}
        mayDelete={({ isHome }) => !isHome}
        create={mayWrite ? forms.create : undefined}
        empty={{
          icon: BuildingsIcon,
          title: t('organizations.emptyTitle'),
          text: t('organizations.emptyText'),
        }}
      />
      {forms.dialogs}
      {deletion.dialog}
    </Page>
  )
}

function useColumns(): Column<Organization>[] {
  const { t } = useTranslation()
  return [
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
}
