import { BuildingOfficeIcon } from '@phosphor-icons/react/dist/csr/BuildingOffice'
import { useNavigate } from '@tanstack/react-router'
import type { Building } from '@vitrine/contract/api/places/buildings'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { buildingsKey, buildingsSource } from '#queries/buildings.ts'
import { dryRun, SheetButton } from '#ui/dialog/sheet-button.tsx'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { Page } from '#ui/page/page.tsx'
import { useCan, useReach } from '#ui/work/use-can.ts'

export function BuildingsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayWrite = useCan('write', 'buildings')
  const isReached = useReach('buildings')
  const deletion = useDeletion<Building>({
    remove: ({ id }) => api.buildings.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'errors.deleteBuilding',
    kind: 'building',
    invalidates: [buildingsKey],
  })
  const columns: Column<Building>[] = [
    { key: 'name', header: t('buildings.name'), value: ({ name }) => name },
    { key: 'location', header: t('buildings.location'), value: ({ location }) => location },
    {
      key: 'floors',
      header: t('buildings.floors'),
      value: ({ floors }) => floors.length,
      align: 'end',
    },
    {
      key: 'devices',
      header: t('buildings.devices'),
      value: ({ devicesCount }) => devicesCount,
      align: 'end',
    },
  ]
  return (
    <Page title={t('buildings.title')} intro={t('buildings.intro')} actions={<ImportBuildings />}>
      <DataTable
        label={t('buildings.title')}
        source={buildingsSource}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onEdit={({ id }) => void navigate({ to: '/app/buildings/edit/$id', params: { id } })}
        onDelete={mayWrite ? deletion.ask : undefined}
        mayDelete={({ id }) => isReached({ buildingId: id })}
        create={
          mayWrite && isReached('everywhere')
            ? { label: t('buildings.add'), onClick: () => void navigate({ to: '/app/buildings/create' }) }
            : undefined
        }
        empty={{
          icon: BuildingOfficeIcon,
          title: t('buildings.emptyTitle'),
          text: t('buildings.emptyText'),
        }}
      />
      {deletion.dialog}
    </Page>
  )
}

function ImportBuildings() {
  const mayWrite = useCan('write', 'buildings')
  const isReached = useReach('buildings')
  if (!mayWrite || !isReached('everywhere')) return null
  return (
    <SheetButton
      kind="buildings"
      send={(content, isDryRun) => api.buildings.import({ query: dryRun(isDryRun), body: { content } })}
      invalidates={[buildingsKey]}
    />
  )
}
