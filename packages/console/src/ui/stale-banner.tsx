import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './stale-banner.module.css'

/** A refresh failed: what is shown is as of then. */
export function StaleBanner({ at, retry }: { at: number; retry: () => void }) {
  const { t, i18n } = useTranslation()
  const time = new Intl.DateTimeFormat(i18n.resolvedLanguage, { timeStyle: 'short' }).format(at)
  return (
    <div className={styles.banner} role="status">
      <span>{t('table.stale', { time })}</span>
      <Button variant="default" size="compact-sm" onClick={retry}>
        {t('failure.retry')}
      </Button>
    </div>
  )
}
