import type { PairingSign } from '@vitrine/contract/api/screens/screen-report'
import { PAIRING_LENGTH, SHAPE_OUTLINES, SIGN_COLORS } from '@vitrine/contract/player/pairing'
import styles from '#screens/devices/devices.module.css'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'

interface CodePictureProps {
  label: string
  code: string
  sign: PairingSign
  /** The screen's size in pixels. */
  width?: number
  height?: number
}

/** Draws a screen with its code and sign. */
export function CodePicture({ label, code, sign, width = 1920, height = 1080 }: CodePictureProps) {
  const half = PAIRING_LENGTH / 2
  return (
    <div role="img" aria-label={label} className={styles.example}>
      <ScreenTile width={width || 1920} height={height || 1080}>
        <svg viewBox="0 0 160 90" aria-hidden="true">
          <text x="80" y="42" textAnchor="middle" className={styles.letters}>
            {`${code.slice(0, half)} ${code.slice(half)}`}
          </text>
          <path
            d={SHAPE_OUTLINES[sign.shape]}
            fill={SIGN_COLORS[sign.colour]}
            transform="translate(69 54) scale(0.22)"
          />
        </svg>
      </ScreenTile>
    </div>
  )
}
