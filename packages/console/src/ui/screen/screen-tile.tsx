import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './screen-tile.module.css'
import { STATUS_TONES, type Status } from './status-tones.ts'

interface ScreenTileProps {
  /** The real screen's size in pixels; only the ratio counts. */
  width?: number
  height?: number
  /** A picture of its content, and its alternative text. */
  src?: string
  alt?: string
  /** A colored light along the lower edge. Show the status as text nearby, too. */
  status?: Status
  children?: ReactNode
}

/** A little screen in its real aspect ratio. It fills the available width, and is never taller than wide. */
export function ScreenTile({
  width = 1920,
  height = 1080,
  src,
  alt = '',
  status,
  children,
}: ScreenTileProps) {
  const { t } = useTranslation()
  const ratio = width / height
  return (
    <div className={styles.frame}>
      <div
        className={styles.screen}
        style={{
          aspectRatio: `${width} / ${height}`,
          inlineSize: `min(100%, ${ratio * 100}% * var(--tall, 1))`,
        }}
        data-tone={status && STATUS_TONES[status]}
        dir="ltr"
      >
        {src ? <img src={src} alt={alt} loading="lazy" draggable={false} /> : children}
        {!src && !children && <span className={styles.blank}>{alt || t('screen.blank')}</span>}
      </div>
    </div>
  )
}
