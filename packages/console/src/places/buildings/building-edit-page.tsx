import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { buildingQuery, buildingsKey } from '#queries/buildings.ts'
import { Page } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { useWrite } from '#ui/work/use-write.ts'
import { BuildingForm, emptyFloor } from './building-form.tsx'

// Create and edit share one chunk, because both consist of the form.

export function BuildingCreatePage() {
  const { t } = useTranslation()
  const create = useWrite({
    write: api.buildings.create,
    failed: 'errors.createBuilding',
    invalidates: [buildingsKey],
  })
  return (
    <Page
      title={t('buildings.add')}
      breadcrumbs={[{ label: t('buildings.title'), to: '/app/buildings' }]}
      width="form"
    >
      <BuildingForm
        values={{ name: '', location: '', coordinates: '', floors: [emptyFloor()] }}
        onSubmit={(body) => create({ body })}
      />
    </Page>
  )
}

export function BuildingEditPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/app/buildings/edit/$id' })
  const update = useWrite({
    write: api.buildings.update,
    failed: 'errors.updateBuilding',
    invalidates: [buildingsKey],
  })
  return (
    <RecordView query={useQuery(buildingQuery(id))}>
      {({ name, location, coordinates, floors, version }, reload) => (
        <Page title={name} breadcrumbs={[{ label: t('buildings.title'), to: '/app/buildings' }]} width="form">
          <BuildingForm
            values={{ name, location, coordinates, floors, version }}
            onSubmit={(body) => update({ params: { id }, body })}
            onReload={reload}
          />
        </Page>
      )}
    </RecordView>
  )
}
