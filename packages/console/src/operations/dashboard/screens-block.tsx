import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useTranslation } from 'react-i18next'
import { StoryOf } from '#pictures/pages/page-thumb.tsx'
import { stateOf } from '#pictures/screens/device-states.ts'
import { ScreenPicture } from '#pictures/screens/screen-picture.tsx'
import { useLookAt } from '#pictures/screens/use-look-at.ts'
import { fleetQuery } from '#queries/devices.ts'
import { ManualSwitches } from '#screens/devices/switches/manual-switches.tsx'
import { CutName } from '#ui/cut-name.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { Block } from './block.tsx'
import styles from './dashboard-page.module.css'
import { worstScreens } from './loads.ts'

/** The maximum height of a little screen. */
const GLASS = 'var(--glass)'

/** Above this many screens, pictures are grouped by what they show. */
const FEW = 30

/** Pictures of the screens, problems first; of a fleet, what it shows on how many screens. */
export function ScreensBlock() {
  const { t } = useTranslation()
  const query = useQuery(worstScreens)
  const { rows = [], total = 0 } = query.data ?? {}
  const isFleet = total > FEW
  useLookAt(isFleet ? [] : rows.map(({ id }) => id))
  return (
    <Block
      title={t('dashboard.screens')}
      area="screens"
      load={query}
      has={rows.length > 0}
      empty={t('dashboard.noScreens')}
      link={{ to: '/app/devices', label: t('dashboard.allScreens', { count: total }) }}
      height={360}
    >
      <ManualSwitches />
      {isFleet ? (
        <Showing />
      ) : (
        <ul className={styles.wall}>
          {rows.map((device) => (
            <li key={device.id}>
              <Tile device={device} />
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

/** What the fleet shows, on most screens first. */
function Showing() {
  const { t } = useTranslation()
  const { data } = useQuery(fleetQuery())
  if (data?.showing.length === 0) return <p className={styles.nothing}>{t('dashboard.showsNothing')}</p>
  return (
    <ul className={styles.wall}>
      {data?.showing.map(({ storyboardId, name, screens, differs }) => (
        <li key={storyboardId}>
          <Link to="/app/devices" search={{ view: 'wall', q: name ?? '' }} className={styles.tile}>
            <span className={styles.glass}>
              <span className={styles.story}>
                <StoryOf id={storyboardId} />
              </span>
            </span>
            <span className={styles.tileName}>
              <strong>
                <CutName text={name ?? t('devices.unnamed')} />
              </strong>
            </span>
            <span className={styles.counts}>
              {t('dashboard.showing', { count: screens })}
              {differs > 0 && ` · ${t('dashboard.place.differs', { count: differs })}`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Tile({ device }: { device: Device }) {
  const { t } = useTranslation()
  const { name, playing, connection } = device
  const status = stateOf(device)
  const isTakenOver = playing?.reason === 'takeover'
  const playingName = isTakenOver ? t('takeovers.title') : playing?.storyboardName
  return (
    <Link
      to="/app/devices/$id"
      params={{ id: device.id }}
      className={styles.tile}
      data-quiet={connection === 'offline'}
    >
      <span className={styles.glass}>
        <ScreenPicture device={device} status={status} height={GLASS} />
      </span>
      <span className={styles.tileName}>
        <strong>
          <CutName text={name} />
        </strong>
        <StatusChip status={status} />
      </span>
      {connection !== 'never' && (
        <span className={styles.quiet}>{playingName ?? t('dashboard.playsNothing')}</span>
      )}
    </Link>
  )
}
