import { MonitorPlayIcon } from '@phosphor-icons/react/dist/csr/MonitorPlay'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './bar.module.css'

/** The number of screens that show the page; accepts a popover target's props. */
export function ScreensButton({ count, ...button }: ComponentProps<'button'> & { count: number }) {
  const { t } = useTranslation()
  return (
    <button {...button} type="button" className={styles.onScreens} title={t('designer.onScreens', { count })}>
      <MonitorPlayIcon size={16} aria-hidden="true" />
      <span>{t('designer.onScreens', { count })}</span>
    </button>
  )
}
