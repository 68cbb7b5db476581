import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import { changeText } from '#lib/text/change-text.ts'
import styles from './block.module.css'
import { placeOf } from './block-look.ts'
import { type Overlay, overlaysOn } from './overlays.ts'
import type { Shared } from './row-props.ts'

interface OverlayPartsProps {
  overlays: readonly Overlay[]
  zone: string
  day: string
  shared: Shared
}

/** Manual switches and takeovers of a day, across it if they hold on all screens of the group. */
export function OverlayParts({ overlays, zone, day, shared: { nameOf } }: OverlayPartsProps) {
  const { t } = useTranslation()
  return overlaysOn(overlays, zone, day).map(({ key, kind, isAll, screens, from, to, ...overlay }) => {
    const name = overlay.title ?? nameOf(overlay.storyboardId) ?? t('devices.unnamed')
    const until = overlay.until === null ? '' : changeText(overlay.until, clock.now())
    const text = t(`calendar.overlay.${kind}`, { name, count: screens })
    const words = until ? `${text}, ${t('calendar.overlay.until', { until })}` : text
    return (
      <span
        key={key}
        role="img"
        aria-label={words}
        title={words}
        className={styles.overlay}
        data-kind={kind}
        data-all={isAll || undefined}
        style={placeOf(from, to)}
      >
        <bdi className={styles.name}>{name}</bdi>
      </span>
    )
  })
}
