import { useTranslation } from 'react-i18next'
import styles from './notice-banner.module.css'

/** While nothing can be saved, every page says so before the work is done. */
export function DiskBanner() {
  const { t } = useTranslation()
  return (
    <div className={styles.banner} data-tone="bad" role="alert">
      {t('palette.diskFull')}
    </div>
  )
}
