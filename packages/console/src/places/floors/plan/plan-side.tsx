import { ActionIcon, Button } from '@mantine/core'
import { ArrowClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowClockwise'
import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowCounterClockwise'
import { Link } from '@tanstack/react-router'
import type { FloorDevice } from '@vitrine/contract/api/places/floors'
import { useTranslation } from 'react-i18next'
import { stateOf } from '#pictures/screens/device-states.ts'
import { CutName } from '#ui/cut-name.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { freePlace, namedFacing, TURN, turned } from './place.ts'
import styles from './plan.module.css'
import type { Placed } from './plan-marker.tsx'
import { type Arranging, DRAGGED, isPlaced } from './plan-view.tsx'

interface PlanSideProps {
  devices: readonly FloorDevice[]
  /** Without a plan, screens can't be placed. */
  hasPlan: boolean
  arranging: Arranging | undefined
  onPlaced: (id: string) => void
}

/** The sidebar: the selected screen in edit mode, and the screens that are not on the plan. */
export function PlanSide({ devices, hasPlan, arranging, onPlaced }: PlanSideProps) {
  const { t } = useTranslation()
  const left = devices.filter((device) => !isPlaced(device))
  const chosen = devices.filter(isPlaced).find(({ id }) => id === arranging?.selected)
  const words = devices.length === 0 ? 'floors.plan.noScreens' : 'floors.plan.allPlaced'
  const place = (id: string) => {
    const taken = devices.flatMap((device) => device.place ?? [])
    arranging?.put(id, freePlace(taken))
    onPlaced(id)
  }
  return (
    <aside className={styles.side}>
      {arranging && chosen && <Chosen device={chosen} arranging={arranging} />}
      <section>
        <h2>{t(hasPlan ? 'floors.plan.unplaced' : 'floors.plan.here')}</h2>
        {left.length === 0 && <p className={styles.quiet}>{t(words)}</p>}
        {left.length > 0 && arranging && <p className={styles.quiet}>{t('floors.plan.drag')}</p>}
        <ul className={styles.left}>
          {left.map((device) => (
            <li
              key={device.id}
              className={styles.entry}
              draggable={arranging !== undefined}
              onDragStart={(event) => event.dataTransfer.setData(DRAGGED, device.id)}
            >
              <Link to="/app/devices/$id" params={{ id: device.id }} draggable={false}>
                <CutName text={device.name} />
              </Link>
              <StatusChip status={stateOf(device)} />
              {arranging && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('floors.plan.placeNamed', { name: device.name })}
                  onClick={() => place(device.id)}
                >
                  {t('floors.plan.place')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </section>
    </aside>
  )
}

function Chosen({ device, arranging }: { device: Placed; arranging: Arranging }) {
  const { t } = useTranslation()
  const { id, name, place } = device
  const at = {
    x: Math.round(place.x / 10),
    y: Math.round(place.y / 10),
    facing: t(`floors.plan.facings.${namedFacing(place.facing)}`),
  }
  return (
    <section className={styles.chosen}>
      <h2>
        <CutName text={name} />
      </h2>
      <p className={styles.quiet} role="status">
        {t('floors.plan.at', at)}
      </p>
      <div className={styles.buttons}>
        <ActionIcon
          variant="default"
          aria-label={t('floors.plan.turnLeft')}
          title={t('floors.plan.turnLeft')}
          onClick={() => arranging.put(id, turned(place, -TURN))}
        >
          <ArrowCounterClockwiseIcon size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('floors.plan.turnRight')}
          title={t('floors.plan.turnRight')}
          onClick={() => arranging.put(id, turned(place, TURN))}
        >
          <ArrowClockwiseIcon size={18} aria-hidden="true" />
        </ActionIcon>
        <Button size="compact-sm" variant="default" onClick={() => arranging.put(id, null)}>
          {t('floors.plan.takeOff')}
        </Button>
      </div>
    </section>
  )
}
