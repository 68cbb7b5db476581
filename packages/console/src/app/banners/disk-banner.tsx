import { useTranslation } from 'react-i18next'
import styles from './notice-banner.module.css'

/** While saving is impossible, every page shows it before people start working. */
export function DiskBanner() {
  const { t } = useTranslation()
  return (
    <div className={styles.banner} data-tone="bad" role="alert">
      {t('palette.diskFull')}
    </div>
  )
}
