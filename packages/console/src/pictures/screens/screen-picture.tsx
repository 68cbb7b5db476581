import { useQuery } from '@tanstack/react-query'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { NO_TRAITS } from '@vitrine/contract/schedule/screen-rule'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSeen } from '#lib/browser/use-seen.ts'
import { useFileUrl } from '#lib/files.ts'
import { agoText } from '#lib/text/ago.ts'
import { useNow } from '#lib/use-now.ts'
import { PageOf } from '#pictures/pages/page-thumb.tsx'
import { devicePictureQuery } from '#queries/devices.ts'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import type { Status } from '#ui/screen/status-tones.ts'
import { LayeredPicture } from './layered-picture.tsx'
import styles from './screen-picture.module.css'
import { sizeOfScreen } from './size-of-screen.ts'
import { useExpected } from './use-expected.ts'

interface ScreenPictureProps {
  device: Device
  status?: Status
  /** The maximum height as a CSS length; by default the width determines the height. */
  height?: string
  /** Hides the name and most text: the name is shown next to it. */
  small?: boolean
}

/**
 * The screen's latest screenshot in its real aspect ratio; until there is one, the page that it should show, marked
 * as expected. An offline screen's last screenshot is gray.
 */
export function ScreenPicture({ device, status, height, small = false }: ScreenPictureProps) {
  const { t } = useTranslation()
  const fileUrl = useFileUrl()
  const { id, name, pictureAt, connection } = device
  const size = sizeOfScreen(device)
  // ScreenTile fits into a square, whose side is the longer side of the screen.
  const across =
    height === undefined ? undefined : `calc(${height} * ${Math.max(1, size.width / size.height)})`
  return (
    <div
      className={styles.picture}
      data-silent={connection === 'offline'}
      data-old={isOldPicture(device) || undefined}
      style={{ inlineSize: across === undefined ? '100%' : `min(100%, ${across})` }}
    >
      {pictureAt === null ? (
        <Expected device={device} size={size} status={status} small={small} />
      ) : (
        <div className={styles.expected}>
          <ScreenTile
            width={size.width}
            height={size.height}
            status={status}
            src={fileUrl(`/devices/screenshot/${id}?at=${pictureAt}`)}
            alt={small ? '' : t('devices.pictureOf', { name })}
          />
          {isOldPicture(device) && <OldMark at={pictureAt} small={small} />}
        </div>
      )}
    </div>
  )
}

/** Whether the screen shows something else since its latest screenshot. */
export const isOldPicture = ({ pictureAt, changedAt }: Pick<Device, 'pictureAt' | 'changedAt'>): boolean =>
  pictureAt !== null && changedAt !== null && pictureAt < changedAt

/** When an old screenshot was taken; a small picture has room for a dot. */
function OldMark({ at, small }: { at: number; small: boolean }) {
  const { t } = useTranslation()
  const ago = agoText(at, useNow(10_000))
  if (small) return <span className={styles.dot} title={t('devices.pictureOld', { ago })} />
  return <span className={styles.badge}>{t('devices.old', { ago })}</span>
}

const isTakenOver = ({ playing }: Device) => playing?.reason === 'takeover'

interface ExpectedProps extends Pick<ScreenPictureProps, 'device' | 'status'> {
  size: { width: number; height: number }
  small: boolean
}

/** The page a screen should show, rendered in the console and labeled as expected. */
function Expected({ device, size: { width, height }, status, small }: ExpectedProps) {
  const { t } = useTranslation()
  const page = useExpected(device)
  const screen = { width, height, traits: device.traits ?? NO_TRAITS }
  if (!page)
    return (
      <ScreenTile width={width} height={height} status={status}>
        <span className={styles.nothing}>
          {!small && !isTakenOver(device) && t('devices.expectsNothing')}
          {/* Too long for a small portrait screen; it is below the picture too. */}
          {!small && isTakenOver(device) && width > height && t('takeovers.title')}
        </span>
      </ScreenTile>
    )
  const label = small ? '' : t('devices.expectedOn', { name: device.name, storyboard: page.storyboard })
  return (
    <div className={styles.expected}>
      {page.layers.length > 0 || page.part ? (
        <ScreenTile width={width} height={height} status={status}>
          <LayeredPicture screen={screen} part={page.part} base={page} layers={page.layers} label={label} />
        </ScreenTile>
      ) : (
        <PageOf
          type={page.type}
          id={page.pageId}
          width={page.width}
          height={page.height}
          screen={screen}
          status={status}
          label={label}
        />
      )}
      {!small && (
        <span className={styles.badge} aria-hidden="true">
          {t('devices.expected')}
        </span>
      )}
    </div>
  )
}

/** A thumbnail of a screen by its id, loaded once in view; empty while it is loading or unknown. */
export function ScreenOf({ id }: { id: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const seen = useSeen(frame)
  const { data: device } = useQuery({ ...devicePictureQuery(id), enabled: seen })
  return (
    <div ref={frame}>{device && seen ? <ScreenPicture device={device} small /> : <ScreenTile alt=" " />}</div>
  )
}

/** Picture of an option in selects of screens. */
export const screenPicture = (id: string) => <ScreenOf id={id} />
