import type { PairingSign as Sign } from '@vitrine/contract/api/screens/screen-report'
import { SHAPE_OUTLINES, SIGN_COLOURS } from '@vitrine/contract/player/pairing'
import { useTranslation } from 'react-i18next'
import styles from '#features/devices/devices.module.css'

/** Color and shape as words: people who don't tell colors apart compare it too. */
export function useSignWords() {
  const { t } = useTranslation()
  return ({ shape, colour }: Sign) =>
    t('devices.sign', { colour: t(`devices.colours.${colour}`), shape: t(`devices.shapes.${shape}`) })
}

/** The shape that the screen shows beside its code. */
export function PairingSign({ shape, colour }: Sign) {
  const label = useSignWords()({ shape, colour })
  return (
    <svg className={styles.sign} viewBox="0 0 100 100" width="56" height="56" role="img" aria-label={label}>
      <path d={SHAPE_OUTLINES[shape]} fill={SIGN_COLOURS[colour]} />
    </svg>
  )
}
