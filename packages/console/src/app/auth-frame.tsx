import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import styles from './auth-frame.module.css'

/** Around the sign-in family: the form, and beside it the thing that all this is for. */
export function AuthFrame() {
  const { t } = useTranslation()
  return (
    <div className={styles.frame}>
      <main className={styles.form}>
        <p className={styles.brand}>
          <img src="./mark.svg" alt="" width="28" height="28" />
          {t('app.name')}
        </p>
        <Outlet />
      </main>
      <aside className={styles.scene} aria-hidden="true">
        <div className={styles.screen}>
          <p>{t('app.tagline')}</p>
        </div>
      </aside>
    </div>
  )
}
