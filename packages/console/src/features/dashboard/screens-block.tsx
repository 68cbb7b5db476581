import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SCREEN_SIZES } from '@vitrine/contract/api/layouts'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { cardQuery } from '#features/cards/queries.ts'
import { devicesQuery } from '#features/devices/queries.ts'
import { ScreenPicture } from '#features/devices/screen-picture.tsx'
import { ManualSwitches } from '#features/devices/switches/manual-switches.tsx'
import { useLookAt } from '#features/devices/use-look-at.ts'
import { layoutQuery } from '#features/layouts/queries.ts'
import { PageThumb } from '#features/pages/thumbs/page-thumb.tsx'
import { CutName } from '#ui/cut-name.tsx'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { Block } from './block.tsx'
import styles from './dashboard-page.module.css'
import { problemsFirst, worstOf } from './screen-order.ts'

/** How many screens are drawn; the rest is one click away. */
const SHOWN = 8

/** The highest that a little screen gets. */
const GLASS = 'var(--glass)'

/** A wall of little screens, problems first. */
export function ScreensBlock() {
  const { t } = useTranslation()
  const query = useQuery(devicesQuery())
  const devices = query.data ?? []
  const shown = problemsFirst(devices).slice(0, SHOWN)
  useLookAt(shown.map(({ id }) => id))
  return (
    <Block
      title={t('dashboard.screens')}
      area="screens"
      load={query}
      has={devices.length > 0}
      empty={t('dashboard.noScreens')}
      link={{ to: '/app/devices', label: t('dashboard.allScreens', { count: devices.length }) }}
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
  const { name, playing, connection, screenSize } = device
  const status = worstOf(device)
  const { width, height } = SCREEN_SIZES[screenSize]
  const ratio = width / height
  const playingName = playing?.storyboardName
  return (
    <Link
      to="/app/devices/$id"
      params={{ id: device.id }}
      className={styles.tile}
      data-quiet={connection === 'offline'}
    >
      <span className={styles.glass}>
        <span style={{ inlineSize: `min(100%, calc(${GLASS} * ${Math.max(1, ratio)}))` }}>
          {device.pictureAt !== null ? (
            <ScreenPicture device={device} status={status} height={GLASS} />
          ) : playing?.pageId ? (
            <Expected pageId={playing.pageId} device={device} />
          ) : connection === 'never' ? (
            <span
              className={styles.waiting}
              style={{
                aspectRatio: `${width} / ${height}`,
                inlineSize: ratio < 1 ? `${ratio * 100}%` : '100%',
              }}
            >
              {t('dashboard.waiting')}
            </span>
          ) : (
            <ScreenTile width={width} height={height} status={status} alt={t('dashboard.dark')} />
          )}
        </span>
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

/** The page that a screen said it shows, drawn here: what is to be expected there, not a photograph of it. */
function Expected({ pageId, device }: { pageId: string; device: Device }) {
  const { t } = useTranslation()
  const card = useQuery(cardQuery(pageId))
  // Screens don't report which of the two it is.
  const layout = useQuery({ ...layoutQuery(pageId), enabled: card.isError })
  const page = card.data ?? layout.data
  const document = useMemo(() => page && readDocument(page, WIDGET_FIELDS), [page])
  if (!document) return <ScreenTile {...SCREEN_SIZES[device.screenSize]} status={worstOf(device)} />
  return <PageThumb document={document} label={t('dashboard.expected', { name: device.name })} />
}
