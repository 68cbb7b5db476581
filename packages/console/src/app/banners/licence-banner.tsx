import { Link } from '@tanstack/react-router'
import type { Licence } from '@vitrine/contract/api/accounts/licences'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { nextToExpire } from '#accounts/licences/licence-state.ts'
import styles from './notice-banner.module.css'

interface LicenceBannerProps {
  found: NonNullable<ReturnType<typeof nextToExpire<Licence>>>
}

/** Warns admins before and after a license expires, and says that screens keep playing. */
export function LicenceBanner({ found }: LicenceBannerProps) {
  const { t } = useTranslation()
  const [hidden, setHidden] = useState<string>()
  const { licence, left, urgency } = found
  const about = `${licence.id} ${urgency}`
  if (hidden === about) return null
  const text =
    left < 0
      ? t('licences.bannerOver', { number: licence.number })
      : left === 0
        ? t('licences.bannerToday', { number: licence.number })
        : t('licences.banner', { number: licence.number, count: left })
  return (
    <div className={styles.banner} data-tone={urgency === 'last' ? 'bad' : 'warn'} role="status">
      <span>
        {text} {t('licences.bannerCalm')}
      </span>
      <Link to="/app/licence">{t('licences.bannerOpen')}</Link>
      <button type="button" onClick={() => setHidden(about)}>
        {t('licences.bannerHide')}
      </button>
    </div>
  )
}
