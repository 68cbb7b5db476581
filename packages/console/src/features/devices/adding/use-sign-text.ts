import type { PairingSign } from '@vitrine/contract/api/screens/screen-report'
import { useTranslation } from 'react-i18next'

/** Color and shape as words: people who don't tell colors apart compare it too. */
export function useSignText() {
  const { t } = useTranslation()
  return ({ shape, colour }: PairingSign) =>
    t('devices.sign', { colour: t(`devices.colours.${colour}`), shape: t(`devices.shapes.${shape}`) })
}
