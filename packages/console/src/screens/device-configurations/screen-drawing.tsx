import type { DeviceConfiguration } from '@vitrine/contract/api/screens/device-configurations'
import { DEVICE_TYPES } from '@vitrine/contract/api/screens/devices'
import { sizeOfDevice } from '@vitrine/contract/api/screens/screen-size'
import styles from './configurations.module.css'

/** The longer side of the drawn screen, in a 100 × 100 viewBox. */
const LONG = 76
/** A ribbon's shorter side stays visible. */
const THIN = 6

type Drawn = Pick<DeviceConfiguration, 'type' | 'screenSize' | 'otherSize' | 'orientation'>

/** The screen as mounted: its shape, the direction of its picture, and a finger for touch screens. */
export function ScreenDrawing({ type, screenSize, otherSize, orientation, size }: Drawn & { size: number }) {
  const { width, height } = sizeOfDevice({ screen: null, screenSize, otherSize })
  const scale = LONG / Math.max(width, height)
  const [w, h] = [width, height].map((side) => Math.max(THIN, side * scale)) as [number, number]
  const arrow = Math.min(w, h) * 0.28
  return (
    <svg viewBox="0 0 100 100" width={size} height={size} className={styles.drawing} aria-hidden="true">
      <g transform={`rotate(${orientation} 50 50)`}>
        <rect
          x={50 - w / 2}
          y={50 - h / 2}
          width={w}
          height={h}
          rx={type === DEVICE_TYPES.mobile ? 8 : 2.5}
          className={styles.glass}
        />
        <path
          d={`M50 ${50 + arrow} V${50 - arrow} m${-arrow * 0.6} ${arrow * 0.6} l${arrow * 0.6} ${-arrow * 0.6} l${arrow * 0.6} ${arrow * 0.6}`}
          className={styles.arrow}
        />
      </g>
      {type === DEVICE_TYPES.touch && (
        <g className={styles.finger}>
          <circle cx="76" cy="76" r="10" />
          <circle cx="76" cy="76" r="4" />
        </g>
      )}
    </svg>
  )
}
