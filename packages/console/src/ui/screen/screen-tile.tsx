import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './screen-tile.module.css'
import { STATUS_TONES, type Status } from './status-tones.ts'

interface ScreenTileProps {
  /** Pixels of the real screen; only their ratio counts. */
  width?: number
  height?: number
  /** A picture of its content, and a description. */
  src?: string
  alt?: string
  /** Light along the lower edge. Say it in words nearby too. */
  status?: Status
  children?: ReactNode
}

/** A little screen in its true ratio. It fills the width it is given, and never grows higher than it is wide. */
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
          inlineSize: ratio < 1 ? `calc(${ratio * 100}% * var(--tall, 1))` : '100%',
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
