import { FolderIcon } from '@phosphor-icons/react/dist/csr/Folder'
import { PlayIcon } from '@phosphor-icons/react/dist/csr/Play'
import { useQuery } from '@tanstack/react-query'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { playOn } from '#lib/play-on.ts'
import { useTagging } from '#pickers/tags/tags-picker.tsx'
import { bulkEffects } from '#queries/deletion-effects.ts'
import { configurationsKey, configurationsQuery } from '#queries/device-configurations.ts'
import { deviceGroupsKey } from '#queries/device-groups.ts'
import { devicesKey } from '#queries/devices.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { useBulkDeletion } from '#ui/list/use-bulk-deletion.tsx'
import { useSelection } from '#ui/list/use-selection.ts'
import { useBulk, writeGrouped } from '#ui/work/use-bulk.ts'
import { useMoveAddress } from './move-address.tsx'
import { MoveScreens, type ScreensTarget } from './move-screens.tsx'

const CHANGED = [devicesKey, deviceGroupsKey, configurationsKey]

/** Bulk actions for screens: move, play on, and delete. Render `dialogs` in the page. */
export function useScreensBulk() {
  const { t } = useTranslation()
  const selection = useSelection<Device>()
  const [moving, setMoving] = useState(false)
  const { items } = selection
  const address = useMoveAddress(items)
  const configurationOf = useConfigurationOf(items.length > 0)
  const move = useBulk<Device, ScreensTarget & { before: ReadonlyMap<string, string> }>({
    selection,
    write: (ids, { before: _, ...target }) => api.devices.updateMany({ body: { ids, ...target } }),
    undo: (moved, { before, ...target }) => moveBack(moved, target, before),
    invalidates: CHANGED,
  })
  const tagging = useTagging('devices', selection)
  const removal = useBulkDeletion({
    selection,
    write: (ids) => api.devices.removeMany({ body: { ids } }),
    find: bulkEffects.device,
    invalidates: CHANGED,
  })
  const dialogs = (
    <>
      <FormDialog
        opened={moving}
        onClose={() => setMoving(false)}
        title={t('devices.moveTitle', { count: items.length })}
      >
        <MoveScreens
          screens={items}
          onMove={(target) => {
            setMoving(false)
            void move.run(items, { ...target, before: configurationOf })
          }}
        />
      </FormDialog>
      {tagging.dialog}
      {address.dialog}
      {removal.dialog}
    </>
  )
  return {
    bulk: {
      selection,
      failed: [...move.failed, ...tagging.failed, ...removal.failed],
      actions: [
        { id: 'move', label: t('bulk.move'), icon: FolderIcon, run: () => setMoving(true) },
        tagging.action,
        {
          id: 'play',
          label: t('playOn.title'),
          icon: PlayIcon,
          run: () => playOn({ deviceIds: items.map(({ id }) => id) }),
        },
        ...address.actions,
        removal.action,
      ],
    },
    dialogs,
  }
}

/** Each screen's own configuration, by the screen's id; group configurations don't count. */
function useConfigurationOf(enabled: boolean): ReadonlyMap<string, string> {
  const { data = [] } = useQuery({ ...configurationsQuery(), enabled })
  return new Map(data.flatMap(({ id, devices }) => devices.map((deviceId) => [deviceId, id] as const)))
}

/** Undoes a move, with one request per previous place. */
async function moveBack(
  moved: readonly Device[],
  target: ScreensTarget,
  configurationOf: ReadonlyMap<string, string>,
): Promise<void> {
  const placeOf = ({ id, deviceGroupId, floorId }: Device): ScreensTarget => ({
    ...(target.deviceGroupId !== undefined && { deviceGroupId }),
    ...(target.floorId !== undefined && { floorId }),
    ...(target.configurationId !== undefined && { configurationId: configurationOf.get(id) ?? null }),
  })
  await writeGrouped(moved, placeOf, (ids, place) => api.devices.updateMany({ body: { ids, ...place } }))
}
