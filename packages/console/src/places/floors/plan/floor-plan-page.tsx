import { Button } from '@mantine/core'
import { DotsThreeIcon } from '@phosphor-icons/react/dist/csr/DotsThree'
import { StairsIcon } from '@phosphor-icons/react/dist/csr/Stairs'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { BuildingWithDevices, FloorWithDevices } from '@vitrine/contract/api/places/floors'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLookAt } from '#pictures/screens/use-look-at.ts'
import { AssignDevices } from '#places/floors/assign-devices.tsx'
import { useMayAssign } from '#places/floors/use-may-assign.ts'
import { floorsQuery } from '#queries/floors.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { StaleBanner } from '#ui/page/stale-banner.tsx'
import { MoreMenu } from '#ui/work/more-menu.tsx'
import { useCan } from '#ui/work/use-can.ts'
import styles from './plan.module.css'
import { PlanSide } from './plan-side.tsx'
import { type Arranging, PlanView } from './plan-view.tsx'
import { usePlaces } from './use-places.ts'
import { usePlanChoice } from './use-plan-choice.tsx'

/** The limit of one screenshot request. */
const LOOKED_AT = 60

interface Place {
  building: BuildingWithDevices
  floor: FloorWithDevices
}

/** A floor plan with its screens. */
export function FloorPlanPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/app/floors/$id' })
  const query = useQuery(floorsQuery())
  return (
    <>
      {query.isError && query.data && (
        <StaleBanner at={query.dataUpdatedAt} retry={() => void query.refetch()} />
      )}
      <RecordView query={query}>
        {(buildings) => {
          const building = buildings.find(({ floors }) => floors.some((floor) => floor.id === id))
          const floor = building?.floors.find((each) => each.id === id)
          if (building && floor) return <Plan key={id} building={building} floor={floor} />
          return (
            <Page title={t('floors.title')} breadcrumbs={[{ label: t('floors.title'), to: '/app/floors' }]}>
              <EmptyState variant="missing" icon={StairsIcon} title={t('floors.plan.gone')} />
            </Page>
          )
        }}
      </RecordView>
    </>
  )
}

const placeOf = (building: Pick<Place['building'], 'id'>, floor: Pick<Place['floor'], 'id'>) => ({
  buildingId: building.id,
  floorId: floor.id,
})

function Plan({ building, floor }: Place) {
  const { t } = useTranslation()
  const mayMove = useCan('write', 'devices', placeOf(building, floor))
  const { devices, isArranged, setArranged, arranging, onPlaced } = useArranging(floor, mayMove)
  const choice = usePlanChoice(floor, building.organizationId)
  useLookAt(
    devices
      .filter(({ connection }) => connection !== 'never')
      .slice(0, LOOKED_AT)
      .map(({ id }) => id),
  )
  const arrange = (
    <Button variant={isArranged ? 'filled' : 'default'} onClick={() => setArranged(!isArranged)}>
      {t(isArranged ? 'floors.plan.done' : 'floors.plan.arrange')}
    </Button>
  )
  return (
    <Page
      title={floor.name}
      history={floor.id}
      breadcrumbs={[
        { label: t('floors.title'), to: '/app/floors' },
        { label: building.name, to: '/app/floors', search: { q: building.name } },
      ]}
      actions={
        <>
          <Actions building={building} floor={floor} choice={choice} />
          {mayMove && floor.plan && arrange}
        </>
      }
    >
      {building.floors.length > 1 && <OtherFloors building={building} floor={floor} />}
      <div className={styles.split}>
        {floor.plan ? (
          <PlanView
            plan={floor.plan}
            label={t('floors.plan.of', { floor: `${building.name} · ${floor.name}` })}
            devices={devices}
            arranging={arranging}
          />
        ) : (
          <NoPlan building={building} floor={floor} choice={choice} />
        )}
        <PlanSide devices={devices} hasPlan={floor.plan !== null} arranging={arranging} onPlaced={onPlaced} />
      </div>
      {choice.parts}
    </Page>
  )
}

/** The screens of the floor, and the functions to move them in edit mode. */
function useArranging(floor: FloorWithDevices, mayMove: boolean) {
  const { devices, put } = usePlaces(floor)
  const [isArranged, setArranged] = useState(false)
  const [selected, select] = useState<string>()
  const [fresh, setFresh] = useState<string>()
  const arranging: Arranging | undefined =
    isArranged && mayMove && floor.plan ? { selected, fresh, select, put } : undefined
  const onPlaced = (id: string) => {
    select(id)
    setFresh(id)
  }
  return { devices, isArranged, setArranged, arranging, onPlaced }
}

type Choice = ReturnType<typeof usePlanChoice>

function NoPlan({ building, floor, choice }: Place & { choice: Choice }) {
  const { t } = useTranslation()
  const mayChange = useCan('write', 'buildings', placeOf(building, floor))
  const mayUpload = useCan('write', 'media')
  return (
    <EmptyState
      variant="missing"
      icon={StairsIcon}
      title={t('floors.plan.emptyTitle')}
      text={t('floors.plan.emptyText')}
      action={
        mayChange && (
          <div className={styles.buttons}>
            {mayUpload && <Button onClick={choice.upload}>{t('floors.plan.upload')}</Button>}
            <Button variant="default" onClick={() => void choice.choose()}>
              {t('floors.plan.choose')}
            </Button>
          </div>
        )
      }
    />
  )
}

function Actions({ building, floor, choice }: Place & { choice: Choice }) {
  const { t } = useTranslation()
  const mayChange = useCan('write', 'buildings', placeOf(building, floor))
  const mayUpload = useCan('write', 'media')
  const mayAssign = useMayAssign()(placeOf(building, floor))
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const entries = [
    ...(mayUpload ? [{ id: 'upload', label: t('floors.plan.upload'), run: choice.upload }] : []),
    { id: 'choose', label: t('floors.plan.choose'), run: () => void choice.choose() },
    { id: 'remove', label: t('floors.plan.remove'), bad: true, run: choice.remove },
  ]
  return (
    <>
      {mayChange && floor.plan && (
        <MoreMenu label={t('floors.plan.change')} entries={entries}>
          <DotsThreeIcon size={20} weight="bold" aria-hidden="true" />
        </MoreMenu>
      )}
      {mayAssign && (
        <Button variant="default" onClick={() => setOpened(true)}>
          {t('floors.assign')}
        </Button>
      )}
      <FormDialog
        opened={opened}
        onClose={close}
        title={t('floors.assignTo', { floor: `${building.name} · ${floor.name}` })}
      >
        <AssignDevices building={building} floor={floor} onSaved={close} />
      </FormDialog>
    </>
  )
}

function OtherFloors({ building, floor }: Place) {
  const { t } = useTranslation()
  return (
    <nav className={styles.tabs} aria-label={t('floors.plan.otherFloors', { building: building.name })}>
      {building.floors.map(({ id, name }) => (
        <Link
          key={id}
          to="/app/floors/$id"
          params={{ id }}
          aria-current={id === floor.id ? 'page' : undefined}
        >
          <bdi>{name}</bdi>
        </Link>
      ))}
    </nav>
  )
}
