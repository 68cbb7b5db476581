import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { viewAs } from '#lib/view-as.ts'
import styles from './view-as-banner.module.css'

/** Says on every screen whose things these are. */
export function ViewAsBanner({ name }: { name: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const leave = () => {
    viewAs(null)
    void client.resetQueries()
  }
  return (
    <div className={styles.banner} role="status">
      <span>
        {t('viewAs.lookingAt')} <strong>{name}</strong>
      </span>
      <button type="button" onClick={leave}>
        {t('viewAs.leave')}
      </button>
    </div>
  )
}
