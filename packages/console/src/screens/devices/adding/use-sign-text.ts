import type { PairingSign } from '@vitrine/contract/api/screens/screen-report'
import { useTranslation } from 'react-i18next'

/** A sign's color and shape as text, for people who don't distinguish colors. */
export function useSignText() {
  const { t } = useTranslation()
  return ({ shape, colour }: PairingSign) =>
    t('devices.sign', { colour: t(`devices.colours.${colour}`), shape: t(`devices.shapes.${shape}`) })
}
