import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { Page } from '#ui/page/page.tsx'
import { useWrite } from '#ui/work/use-write.ts'
import { BuildingForm, emptyFloor } from './building-form.tsx'
import { buildingsKey } from './queries.ts'

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
