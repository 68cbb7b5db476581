import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BuildingWithDevices, FloorWithDevices } from '@vitrine/contract/api/places/floors'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { TargetPicker } from '#pickers/screens/target-picker.tsx'
import { devicesKey, devicesQuery } from '#queries/devices.ts'
import { floorsKey, floorsQuery } from '#queries/floors.ts'
import { useDialogOfForm } from '#ui/dialog/dialog-of-form.ts'
import { RecordView } from '#ui/page/record-view.tsx'
import { useWriteEach } from '#ui/work/use-write-each.ts'
import styles from './floors.module.css'
import { useMayMove } from './use-may-assign.ts'

interface AssignDevicesProps {
  building: BuildingWithDevices
  floor: FloorWithDevices
  onSaved: () => void
}

/** Assigns devices to a floor with checkboxes. */
export function AssignDevices(props: AssignDevicesProps) {
  const { organizationId, id: buildingId } = props.building
  const mayMove = useMayMove({ floorId: props.floor.id, buildingId })
  return (
    <RecordView query={useQuery(devicesQuery())}>
      {(devices) => (
        <PickList
          {...props}
          devices={devices.filter((each) => each.organizationId === organizationId && mayMove(each))}
        />
      )}
    </RecordView>
  )
}

function PickList({ floor, devices, onSaved }: AssignDevicesProps & { devices: readonly Device[] }) {
  const { t } = useTranslation()
  const dialog = useDialogOfForm()
  const [before] = useState(
    () => new Set(devices.filter(({ floorId }) => floorId === floor.id).map(({ id }) => id)),
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(before)
  const [problem, setProblem] = useState<string>()
  const place = usePlace(floor, chosen)
  const placeOf = usePlaceNow(floor)
  const changed = devices.filter(({ id }) => chosen.has(id) !== before.has(id))
  const dirty = changed.length > 0
  useEffect(() => {
    if (dialog) dialog.unsaved.current = () => dirty
  }, [dialog, dirty])

  const save = async () => {
    const failed = await place(changed)
    if (failed.length === 0) return onSaved()
    setProblem(t('floors.failedFor', { names: failed.map(({ item }) => item.name).join(', ') }))
  }
  if (devices.length === 0) return <p>{t('floors.noDevices')}</p>
  return (
    <form
      className={styles.pick}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TargetPicker
        label={t('floors.screens')}
        hint={t('floors.assignHint')}
        devices={devices}
        chosen={chosen}
        onChange={setChosen}
        placeOf={placeOf}
      />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => dialog?.close()}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" disabled={!dirty}>
          {t('form.save')}
        </Button>
      </div>
    </form>
  )
}

/** Moves devices to the floor, or away from it. */
const usePlace = (floor: FloorWithDevices, chosen: ReadonlySet<string>) =>
  useWriteEach<Device>({
    write: ({ id, name, version }) =>
      api.devices.update({
        params: { id },
        body: { name, floorId: chosen.has(id) ? floor.id : null, version },
      }),
    undo: ({ id, name, floorId }) => api.devices.update({ params: { id }, body: { name, floorId } }),
    invalidates: [floorsKey, devicesKey, ['buildings']],
  })

/** A device's current place; empty if it is this floor. */
function usePlaceNow(floor: FloorWithDevices) {
  const { t } = useTranslation()
  const { data = [] } = useQuery(floorsQuery())
  const places = new Map(
    data.flatMap(({ name, floors }) =>
      floors.map(({ id, name: ofFloor }) => [id, t('floors.onFloor', { place: `${name} · ${ofFloor}` })]),
    ),
  )
  return ({ floorId }: Device) =>
    floorId === floor.id ? undefined : floorId ? places.get(floorId) : t('floors.nowhere')
}
