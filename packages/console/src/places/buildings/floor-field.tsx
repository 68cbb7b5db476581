import { Button } from '@mantine/core'
import type { FloorInput } from '@vitrine/contract/api/places/buildings'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { TextField } from '#ui/form/fields/fields.tsx'
import { floorNames } from './floor-names.ts'

type Floors = z.input<typeof FloorInput>[]

/** A floor's name. Input that lists several (`G, 1-12`) can be expanded into floors. */
export function FloorField({ index }: { index: number }) {
  const { t } = useTranslation()
  const { getValues, setValue } = useFormContext<{ floors: Floors }>()
  const name = `floors.${index}.name` as const
  const many = floorNames(useWatch({ name }) ?? '')
  const expandFloors = () => {
    const [first, ...others] = many.map((floor) => ({ name: floor }))
    // The first name goes to the existing floor, which keeps its screens.
    const floors = [{ ...getValues('floors')[index], ...first }, ...others] as Floors
    setValue('floors', getValues('floors').toSpliced(index, 1, ...floors), { shouldDirty: true })
  }
  return (
    <div>
      <TextField name={name} label={t('buildings.floorName')} hideLabel />
      {many.length > 0 && (
        <Button variant="light" size="compact-sm" mt={4} onClick={expandFloors}>
          {t('buildings.manyFloors', { count: many.length })}
        </Button>
      )}
    </div>
  )
}
