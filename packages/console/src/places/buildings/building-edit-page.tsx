import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Building } from '@vitrine/contract/api/places/buildings'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { addedText, savedText } from '#lib/text/done-text.ts'
import { buildingQuery, buildingsKey } from '#queries/buildings.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { Page } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { useCan, useReach } from '#ui/work/use-can.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { BuildingForm, emptyFloor } from './building-form.tsx'

const ValuesEditor = lazyPart(async () => (await import('#pickers/values/values-editor.tsx')).ValuesEditor)
const TagsEditor = lazyPart(async () => (await import('#pickers/tags/tags-editor.tsx')).TagsEditor)

// Create and edit share one chunk, because both consist of the form.

export function BuildingCreatePage() {
  const { t } = useTranslation()
  const create = useWrite({
    write: api.buildings.create,
    done: ({ building }) => addedText(building.name),
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
    done: ({ building }) => savedText(building.name),
    failed: 'errors.updateBuilding',
    invalidates: [buildingsKey],
  })
  return (
    <RecordView query={useQuery(buildingQuery(id))}>
      {({ name, location, coordinates, floors, version, tags }, reload) => (
        <Page
          title={name}
          history={id}
          breadcrumbs={[{ label: t('buildings.title'), to: '/app/buildings' }]}
          width="form"
        >
          <BuildingForm
            id={id}
            values={{ name, location, coordinates, floors, version }}
            onSubmit={(body) => update({ params: { id }, body })}
            onReload={reload}
          />
          <TagsAndValues building={{ id, tags, floors }} />
        </Page>
      )}
    </RecordView>
  )
}

/** What the screens of a building and of its floors inherit. */
function TagsAndValues({
  building: { id, tags, floors },
}: {
  building: Pick<Building, 'id' | 'tags' | 'floors'>
}) {
  const { t } = useTranslation()
  const mayTag = useReach('buildings')
  const mayFill = useReach('devices')
  const [mayChange, mayWrite] = [useCan('write', 'buildings'), useCan('write', 'devices')]
  return (
    <Waiting>
      <Stack mt="lg">
        <TagsEditor
          of="buildings"
          item={{ id, tags }}
          mayChange={mayChange && mayTag({ buildingId: id })}
          label={t('screenRules.inherited')}
        />
        {floors.map((floor) => (
          <TagsEditor
            key={floor.id}
            of="floors"
            item={floor}
            mayChange={mayChange && mayTag({ floorId: floor.id, buildingId: id })}
            label={t('screenRules.inheritedOf', { name: floor.name })}
          />
        ))}
        <ValuesEditor
          of="building"
          id={id}
          mayChange={mayWrite && mayFill({ buildingId: id })}
          title={t('screenValues.inherited')}
        />
        {floors.map((floor) => (
          <ValuesEditor
            key={floor.id}
            of="floor"
            id={floor.id}
            mayChange={mayWrite && mayFill({ floorId: floor.id, buildingId: id })}
            title={t('screenValues.inheritedOf', { name: floor.name })}
          />
        ))}
      </Stack>
    </Waiting>
  )
}
