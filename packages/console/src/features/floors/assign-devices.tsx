import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BuildingWithDevices, FloorWithDevices } from '@vitrine/contract/api/floors'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenOf } from '#features/devices/pictures/screen-picture.tsx'
import { devicesKey, devicesQuery } from '#features/devices/queries.ts'
import { api } from '#lib/api.ts'
import { useDialogOfForm } from '#ui/dialog/dialog-of-form.ts'
import { SearchField } from '#ui/list/search-field.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { Pictured } from '#ui/screen/small-picture.tsx'
import { useMany } from '#ui/work/use-many.ts'
import styles from './floors.module.css'
import { floorsKey, floorsQuery } from './queries.ts'

interface AssignDevicesProps {
  building: BuildingWithDevices
  floor: FloorWithDevices
  onSaved: () => void
}

/** Which devices are on a floor, by ticking them off a list. */
export function AssignDevices(props: AssignDevicesProps) {
  const { organizationId } = props.building
  return (
    <RecordView query={useQuery(devicesQuery())}>
      {(devices) => (
        <PickList {...props} devices={devices.filter((each) => each.organizationId === organizationId)} />
      )}
    </RecordView>
  )
}

function PickList({ floor, devices, onSaved }: AssignDevicesProps & { devices: readonly Device[] }) {
  const { t } = useTranslation()
  const dialog = useDialogOfForm()
  const [search, setSearch] = useState('')
  const [before] = useState(
    () => new Set(devices.filter(({ floorId }) => floorId === floor.id).map(({ id }) => id)),
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(before)
  const [problem, setProblem] = useState<string>()
  const place = usePlace(floor, chosen)
  const changed = devices.filter(({ id }) => chosen.has(id) !== before.has(id))
  const dirty = changed.length > 0
  useEffect(() => {
    if (dialog) dialog.unsaved.current = () => dirty
  }, [dialog, dirty])

  const toggle = (id: string) =>
    setChosen((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const save = async () => {
    const failed = await place(changed)
    if (failed.length === 0) return onSaved()
    setProblem(t('floors.failedFor', { names: failed.map(({ item }) => item.name).join(', ') }))
  }
  if (devices.length === 0) return <p>{t('floors.noDevices')}</p>
  const shown = devices.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <form
      className={styles.pick}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p className={styles.none}>{t('floors.assignHint')}</p>
      <SearchField label={t('floors.search')} value={search} onChange={(text) => setSearch(text ?? '')} />
      <PickItems floor={floor} devices={shown} search={search} chosen={chosen} onToggle={toggle} />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <span className={styles.count} role="status">
          {t('floors.chosen', { count: chosen.size })}
        </span>
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

/** Moves devices onto the floor, or off it. */
const usePlace = (floor: FloorWithDevices, chosen: ReadonlySet<string>) =>
  useMany<Device>({
    write: ({ id, name, version }) =>
      api.devices.update({
        params: { id },
        body: { name, floorId: chosen.has(id) ? floor.id : null, version },
      }),
    undo: ({ id, name, floorId }) => api.devices.update({ params: { id }, body: { name, floorId } }),
    invalidates: [floorsKey, devicesKey, ['buildings']],
  })

interface PickItemsProps {
  floor: FloorWithDevices
  devices: readonly Device[]
  search: string
  chosen: ReadonlySet<string>
  onToggle: (id: string) => void
}

/** The devices that match, each with the floor that it is on now. */
function PickItems({ floor, devices, search, chosen, onToggle }: PickItemsProps) {
  const { t } = useTranslation()
  const places = usePlaces()
  if (devices.length === 0) return <p className={styles.none}>{t('floors.noMatch', { search })}</p>
  return (
    <ul className={styles.list}>
      {devices.map(({ id, name, floorId }) => (
        <li key={id}>
          <Checkbox
            label={
              <Pictured picture={<ScreenOf id={id} />}>
                <bdi>{name}</bdi>
              </Pictured>
            }
            description={
              floorId === floor.id ? undefined : floorId ? places.get(floorId) : t('floors.nowhere')
            }
            checked={chosen.has(id)}
            onChange={() => onToggle(id)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Floors by id, in words: where a device is now. */
function usePlaces(): ReadonlyMap<string, string> {
  const { t } = useTranslation()
  const { data = [] } = useQuery(floorsQuery())
  return new Map(
    data.flatMap(({ name, floors }) =>
      floors.map((floor) => [floor.id, t('floors.onFloor', { place: `${name} · ${floor.name}` })] as const),
    ),
  )
}
