import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerAway } from '#lib/server/server-away.ts'
import styles from './away-banner.module.css'

/** A status bar below every screen while the server doesn't respond; requests retry automatically. */
export function AwayBanner() {
  const { t } = useTranslation()
  const away = useServerAway()
  useEffect(() => {
    document.documentElement.toggleAttribute('data-away', away)
  }, [away])
  return (
    <div role="status" className={away ? styles.banner : undefined}>
      {away && (
        <>
          <span className={styles.sign} aria-hidden="true" />
          <span>
            <strong>{t(navigator.onLine === false ? 'away.offline' : 'away.title')}</strong> {t('away.text')}
          </span>
        </>
      )}
    </div>
  )
}
