import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import styles from './navigation-progress.module.css'

/** A progress bar while the next screen loads; the previous screen stays visible. */
export function NavigationProgress() {
  const { t } = useTranslation()
  const going = useRouterState({ select: ({ isLoading }) => isLoading })
  return going && <div className={styles.going} role="progressbar" aria-label={t('overlay.loading')} />
}
