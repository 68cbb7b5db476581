import { useTranslation } from 'react-i18next'
import styles from './notice-banner.module.css'

/** Warns on every page while the disk is full, before users enter data that can't be saved. */
export function DiskBanner() {
  const { t } = useTranslation()
  return (
    <div className={styles.banner} data-tone="bad" role="alert">
      {t('palette.diskFull')}
    </div>
  )
}
