import { Button } from '@mantine/core'
import { StairsIcon } from '@phosphor-icons/react/dist/csr/Stairs'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { BuildingWithDevices, FloorWithDevices } from '@vitrine/contract/api/places/floors'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stateOf } from '#pictures/screens/device-states.ts'
import { ScreenOf } from '#pictures/screens/screen-picture.tsx'
import { floorsQuery } from '#queries/floors.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { useListState } from '#ui/list/list-state.ts'
import { NoMatch } from '#ui/list/no-match.tsx'
import { SearchField } from '#ui/list/search-field.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { StaleBanner } from '#ui/page/stale-banner.tsx'
import { SmallPicture } from '#ui/screen/small-picture.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { AssignDevices } from './assign-devices.tsx'
import styles from './floors.module.css'
import { sitesOf } from './map/sites.ts'
import { matchingFloors } from './matching-floors.ts'
import { useMayAssign } from './use-may-assign.ts'

const BuildingMap = lazyPart(async () => (await import('./map/building-map.tsx')).BuildingMap)

interface Place {
  building: BuildingWithDevices
  floor: FloorWithDevices
}

/** All buildings and floors with their devices and status. */
export function FloorsPage() {
  const { t } = useTranslation()
  const query = useQuery(floorsQuery())
  const [opened, setOpened] = useState(false)
  // Keep the place while the dialog fades out, so that its title stays.
  const [place, setPlace] = useState<Place>()
  const assign = (next: Place) => {
    setPlace(next)
    setOpened(true)
  }
  return (
    <Page title={t('floors.title')} intro={t('floors.intro')}>
      {query.isError && query.data && (
        <StaleBanner at={query.dataUpdatedAt} retry={() => void query.refetch()} />
      )}
      <RecordView query={query}>
        {(buildings) => (buildings.length ? <Tree buildings={buildings} onAssign={assign} /> : <NoFloors />)}
      </RecordView>
      <FormDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('floors.assignTo', { floor: place ? `${place.building.name} · ${place.floor.name}` : '' })}
      >
        {place && <AssignDevices {...place} onSaved={() => setOpened(false)} />}
      </FormDialog>
    </Page>
  )
}

interface TreeProps {
  buildings: readonly BuildingWithDevices[]
  onAssign: (place: Place) => void
}

function Tree({ buildings, onAssign }: TreeProps) {
  const { t } = useTranslation()
  const { q, set } = useListState()
  const found = matchingFloors(buildings, q)
  const sites = sitesOf(found)
  return (
    <>
      <div className={styles.toolbar}>
        <SearchField label={t('floors.filter')} value={q} onChange={(next) => set({ q: next })} />
      </div>
      {sites.length > 0 && (
        <Waiting>
          <BuildingMap sites={sites} />
        </Waiting>
      )}
      {found.length === 0 && <NoMatch search={q} onClear={() => set({ q: undefined })} />}
      <ul className={styles.tree}>
        {found.map((building) => (
          <li key={building.id} className={styles.building}>
            <div className={styles.head}>
              <h2 id={`building-${building.id}`} tabIndex={-1}>
                <bdi>{building.name}</bdi>
              </h2>
              <p>
                <bdi>{building.location}</bdi>
              </p>
            </div>
            <ul className={styles.floors}>
              {building.floors.map((floor) => (
                <FloorRow key={floor.id} building={building} floor={floor} onAssign={onAssign} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  )
}

function FloorRow({ building, floor, onAssign }: Place & Pick<TreeProps, 'onAssign'>) {
  const { t } = useTranslation()
  const place = { floorId: floor.id, buildingId: building.id }
  const mayAssign = useMayAssign()(place)
  const mayPlan = useCan('write', 'buildings', place)
  const planText = t(floor.plan ? 'floors.plan.open' : 'floors.plan.add')
  return (
    <li className={styles.floor}>
      <h3>
        <bdi>{floor.name}</bdi>
      </h3>
      {floor.devices.length > 0 ? (
        <ul className={styles.devices}>
          {floor.devices.map((device) => (
            <li key={device.id}>
              <Link to="/app/devices/$id" params={{ id: device.id }} className={styles.device}>
                <SmallPicture>
                  <ScreenOf id={device.id} />
                </SmallPicture>
                <bdi>{device.name}</bdi>
                <StatusChip status={stateOf(device)} />
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{t('floors.none')}</p>
      )}
      <div className={styles.acts}>
        {(floor.plan || mayPlan) && (
          <Link
            to="/app/floors/$id"
            params={{ id: floor.id }}
            className={styles.plan}
            aria-label={`${planText}: ${building.name} · ${floor.name}`}
          >
            {planText}
          </Link>
        )}
        {mayAssign && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`${t('floors.assign')}: ${building.name} · ${floor.name}`}
            onClick={() => onAssign({ building, floor })}
          >
            {t('floors.assign')}
          </Button>
        )}
      </div>
    </li>
  )
}

function NoFloors() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayWrite = useCan('write', 'buildings', 'everywhere')
  return (
    <EmptyState
      icon={StairsIcon}
      title={t('floors.emptyTitle')}
      text={t('floors.emptyText')}
      action={
        mayWrite && (
          <Button onClick={() => void navigate({ to: '/app/buildings/create' })}>
            {t('floors.addBuilding')}
          </Button>
        )
      }
    />
  )
}
