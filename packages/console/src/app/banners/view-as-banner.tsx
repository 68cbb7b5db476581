import { useTranslation } from 'react-i18next'
import { useChangeOrganization } from '#app/shell/use-change-organization.ts'
import styles from './view-as-banner.module.css'

/** Names the organization a super admin is viewing, on every screen. */
export function ViewAsBanner({ name }: { name: string }) {
  const { t } = useTranslation()
  const changeOrganization = useChangeOrganization()
  return (
    <div className={styles.banner} role="status">
      <span>
        {t('viewAs.lookingAt')} <strong>{name}</strong>
      </span>
      <button type="button" onClick={() => changeOrganization(null)}>
        {t('viewAs.leave')}
      </button>
    </div>
  )
}
