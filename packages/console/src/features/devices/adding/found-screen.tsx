import { useTranslation } from 'react-i18next'
import styles from '#features/devices/devices.module.css'
import { clock } from '#lib/clock.ts'
import type { Found } from './code-step.tsx'
import { PairingSign, useSignWords } from './pairing-sign.tsx'

/** Enough of a found screen to know it again: its sign, size, address, and how long ago it asked. */
export function FoundScreen({ found }: { found: Found }) {
  const { t } = useTranslation()
  const signWords = useSignWords()
  const { width, height } = found.screen
  const seconds = Math.max(0, Math.round((clock.now() - found.seenAt) / 1000))
  return (
    <div className={styles.found}>
      <PairingSign {...found.sign} />
      <div>
        <p>
          <strong>{t('devices.isThisIt')}</strong>
        </p>
        <p>
          <bdi dir="ltr">{`${width}×${height}`}</bdi> · <bdi dir="ltr">{found.ip}</bdi> ·{' '}
          {t('devices.secondsAgo', { count: seconds })}
        </p>
        <p>{t('devices.compareSign', { sign: signWords(found.sign) })}</p>
      </div>
    </div>
  )
}
