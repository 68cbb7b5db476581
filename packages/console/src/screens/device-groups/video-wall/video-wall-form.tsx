import { Version } from '@vitrine/contract/api/base/entity'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { type VideoWall, VideoWallInput, WALL_MOST } from '@vitrine/contract/api/screens/video-wall'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#lib/api.ts'
import { savedText } from '#lib/text/done-text.ts'
import { deviceGroupsKey } from '#queries/device-groups.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { NumberField } from '#ui/form/fields/choice-fields.tsx'
import { Columns } from '#ui/form/fields/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { WallDrawing } from './wall-drawing.tsx'
import { inShape } from './wall-places.ts'

const Form = z.object({ wall: VideoWallInput, version: Version })
type Values = z.input<typeof Form>

/** 55-inch panels side by side, with narrow bezels. */
const FIRST_PANEL = { panelWidth: 1210, panelHeight: 680, gapX: 4, gapY: 4 }

/** The squarest grid that fits the screens, in name order. */
function firstWall(devices: DeviceGroup['devices']): VideoWall {
  const columns = Math.min(Math.max(Math.ceil(Math.sqrt(devices.length)), 2), WALL_MOST)
  const rows = Math.min(Math.max(Math.ceil(devices.length / columns), 1), WALL_MOST)
  const screens = Array.from({ length: columns * rows }, (_, place) => devices[place] ?? null)
  return { columns, rows, ...FIRST_PANEL, screens }
}

const valuesOf = ({ wall, devices, version }: DeviceGroup): Values => ({
  wall: wall ?? firstWall(devices),
  version,
})

/** The grid, panel sizes, and the screen of each panel, with a drawing of the wall. */
export function VideoWallForm({ group, onDone }: { group: DeviceGroup; onDone: () => void }) {
  const { t } = useTranslation()
  const state = useEntityForm(Form, valuesOf(group))
  const update = useWrite({
    write: api.deviceGroups.update,
    done: ({ deviceGroup }) => savedText(deviceGroup.name),
    failed: 'videoWall.failed',
    invalidates: [deviceGroupsKey],
  })
  const save = async (wall: VideoWall | null, version: number | undefined) => {
    await update({ params: { id: group.id }, body: { name: group.name, wall, version } })
    onDone()
  }
  return (
    <EntityForm
      state={state}
      submitLabel={t('videoWall.save')}
      onSubmit={({ wall, version }) => save(wall, version)}
      also={
        group.wall
          ? { label: t('videoWall.remove'), onSubmit: ({ version }) => save(null, version) }
          : undefined
      }
      onReload={async () =>
        state.form.reset(valuesOf((await api.deviceGroups.get({ params: { id: group.id } })).deviceGroup))
      }
    >
      <p>{t('videoWall.intro')}</p>
      <Sizes />
      <WallDrawing group={group} />
    </EntityForm>
  )
}

const isCount = (n: unknown): n is number => VideoWallInput.shape.columns.safeParse(n).success

function Sizes() {
  const { t } = useTranslation()
  const { getValues, setValue } = useFormContext<Values>()
  const [columns, rows] = useWatch<Values, ['wall.columns', 'wall.rows']>({
    name: ['wall.columns', 'wall.rows'],
  })
  // Keep the last valid grid while a number is being typed.
  const last = useRef({ columns, rows })
  useEffect(() => {
    if (!isCount(columns) || !isCount(rows)) return
    const screens = getValues('wall.screens')
    if (screens.length !== columns * rows)
      setValue('wall.screens', inShape(screens, last.current, { columns, rows }), { shouldValidate: true })
    last.current = { columns, rows }
  }, [columns, rows, getValues, setValue])
  return (
    <>
      <Columns>
        <NumberField name="wall.columns" label={t('videoWall.columns')} min={1} max={WALL_MOST} required />
        <NumberField name="wall.rows" label={t('videoWall.rows')} min={1} max={WALL_MOST} required />
      </Columns>
      <Columns>
        <NumberField name="wall.panelWidth" label={t('videoWall.panelWidth')} required />
        <NumberField name="wall.panelHeight" label={t('videoWall.panelHeight')} required />
      </Columns>
      <Columns>
        <NumberField name="wall.gapX" label={t('videoWall.gapX')} min={0} required />
        <NumberField name="wall.gapY" label={t('videoWall.gapY')} min={0} required />
      </Columns>
    </>
  )
}
