import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useTranslation } from 'react-i18next'
import { ScreenPicture } from '#pictures/screens/screen-picture.tsx'
import { useLookAt } from '#pictures/screens/use-look-at.ts'
import { firstDevicesQuery } from '#queries/devices.ts'
import { ManualSwitches } from '#screens/devices/switches/manual-switches.tsx'
import { CutName } from '#ui/cut-name.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { Block } from './block.tsx'
import styles from './dashboard-page.module.css'
import { problemsFirst, worstOf } from './screen-order.ts'

/** Screens drawn here; a link shows the rest. */
const SHOWN = 8

/** Those with the worst state, to prefetch with the page. */
export const worstScreens = firstDevicesQuery({ pageSize: SHOWN, sort: 'state' })

/** The maximum height of a little screen. */
const GLASS = 'var(--glass)'

/** Pictures of the screens, problems first. */
export function ScreensBlock() {
  const { t } = useTranslation()
  const query = useQuery(worstScreens)
  const { rows = [], total = 0 } = query.data ?? {}
  const shown = problemsFirst(rows)
  useLookAt(shown.map(({ id }) => id))
  return (
    <Block
      title={t('dashboard.screens')}
      area="screens"
      load={query}
      has={shown.length > 0}
      empty={t('dashboard.noScreens')}
      link={{ to: '/app/devices', label: t('dashboard.allScreens', { count: total }) }}
      height={360}
    >
      <ManualSwitches />
      <ul className={styles.wall}>
        {shown.map((device) => (
          <li key={device.id}>
            <Tile device={device} />
          </li>
        ))}
      </ul>
    </Block>
  )
}

function Tile({ device }: { device: Device }) {
  const { t } = useTranslation()
  const { name, playing, connection } = device
  const status = worstOf(device)
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
