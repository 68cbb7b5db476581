import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import styles from './navigation-progress.module.css'

/** A line at the top while the next screen is on its way; the one before stays until then. */
export function NavigationProgress() {
  const { t } = useTranslation()
  const going = useRouterState({ select: ({ isLoading }) => isLoading })
  return going && <div className={styles.going} role="progressbar" aria-label={t('overlay.loading')} />
}
