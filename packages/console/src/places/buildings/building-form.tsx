import { useNavigate } from '@tanstack/react-router'
import { BuildingInput } from '@vitrine/contract/api/places/buildings'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { GroupField } from '#ui/form/fields/group-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useCan } from '#ui/work/use-can.ts'
import { useNavigateAfterSave } from '#ui/work/use-navigate-after-save.ts'
import { FloorField } from './floor-field.tsx'

interface BuildingFormProps {
  /** Of an existing building. */
  id?: string
  values: z.input<typeof BuildingInput>
  onSubmit: (input: BuildingInput) => Promise<unknown>
  onReload?: () => void
}

export const emptyFloor = () => ({ name: '' })

/** Name, location and floors; navigates to the list after saving. */
export function BuildingForm({ id, values, onSubmit, onReload }: BuildingFormProps) {
  const { t } = useTranslation()
  const continueTo = useNavigateAfterSave()
  const state = useEntityForm(BuildingInput, values)
  const mayWrite = useCan('write', 'buildings', id === undefined ? 'everywhere' : { buildingId: id })
  const navigate = useNavigate()
  const list = { to: '/app/buildings' } as const
  return (
    <EntityForm
      state={state}
      onSubmit={async (input) => {
        await onSubmit(input)
        await continueTo(list)
      }}
      onCancel={() => void navigate(list)}
      onReload={onReload}
      readOnly={!mayWrite}
    >
      <TextField name="name" label={t('buildings.name')} required />
      <TextField name="location" label={t('buildings.location')} required />
      <TextField
        name="coordinates"
        label={t('buildings.coordinates')}
        hint={t('buildings.coordinatesHint')}
      />
      <GroupField
        name="floors"
        label={t('buildings.floors')}
        itemLabel={t('buildings.floor')}
        hint={t('buildings.floorsHint')}
        empty={emptyFloor}
        focus="name"
      >
        {(index) => <FloorField index={index} />}
      </GroupField>
    </EntityForm>
  )
}
