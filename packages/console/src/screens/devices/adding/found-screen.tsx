import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import { browserOf } from '#lib/text/browser-name.ts'
import styles from '#screens/devices/devices.module.css'
import { CodePicture } from './code-picture.tsx'
import type { Found } from './found.ts'
import { useSignText } from './use-sign-text.ts'

interface FoundScreenProps {
  found: Found
  code: string
  children?: ReactNode
}

/** Describes a found screen so that users recognize it: picture, size, browser, and time since its last request. */
export function FoundScreen({ found, code, children }: FoundScreenProps) {
  const { t } = useTranslation()
  const sign = useSignText()(found.sign)
  const { width, height, userAgent } = found.screen
  const { browser, system } = browserOf(userAgent)
  const seconds = Math.max(0, Math.round((clock.now() - found.seenAt) / 1000))
  return (
    <div className={styles.found}>
      <CodePicture
        label={t('devices.foundPicture', { code, sign })}
        code={code}
        sign={found.sign}
        width={width}
        height={height}
      />
      <div>
        <p>
          <strong>{t('devices.isThisIt')}</strong>
        </p>
        <p>{t('devices.compareSign', { sign })}</p>
        <p className={styles.quiet}>
          <bdi dir="ltr">{`${width}×${height}`}</bdi>
          {[browser, system].map((name) => name && <bdi key={name}>{` · ${name}`}</bdi>)} ·{' '}
          <bdi dir="ltr">{found.ip}</bdi> · {t('devices.secondsAgo', { count: seconds })}
        </p>
        {children}
      </div>
    </div>
  )
}
