import { SCREEN_SIZES } from '@vitrine/contract/api/layouts'
import type { Device } from '@vitrine/contract/api/screens/devices'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFileUrl } from '#lib/files.ts'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import type { Status } from '#ui/screen/status-tones.ts'
import styles from './screen-picture.module.css'

interface ScreenPictureProps {
  device: Device
  status?: Status
  /** A CSS length that it may be high at most; without it as high as its width makes it. */
  height?: string
  /** Shown while the screen has not sent a picture yet. */
  children?: ReactNode
}

/**
 * The latest picture that a screen took of itself, in its true shape. One that fell silent keeps its last picture, and
 * it loses its color.
 */
export function ScreenPicture({ device, status, height, children }: ScreenPictureProps) {
  const { t } = useTranslation()
  const fileUrl = useFileUrl()
  const { id, name, screen, screenSize, pictureAt, connection } = device
  const size = screen && screen.width > 0 && screen.height > 0 ? screen : SCREEN_SIZES[screenSize]
  // The little screen fits itself into a square that is as wide as the higher of its sides.
  const across =
    height === undefined ? undefined : `calc(${height} * ${Math.max(1, size.width / size.height)})`
  return (
    <div
      className={styles.picture}
      data-silent={connection === 'offline'}
      style={{ inlineSize: across === undefined ? '100%' : `min(100%, ${across})` }}
    >
      <ScreenTile
        width={size.width}
        height={size.height}
        status={status}
        src={pictureAt === null ? undefined : fileUrl(`/devices/screenshot/${id}?at=${pictureAt}`)}
        alt={pictureAt === null ? t('devices.noPicture') : t('devices.pictureOf', { name })}
      >
        {children}
      </ScreenTile>
    </div>
  )
}
