import type { Icon } from '@phosphor-icons/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  /** A list before its first use or without a match, one missing thing, failure, or no permission. */
  variant?: 'first' | 'no-match' | 'missing' | 'error' | 'forbidden'
  icon?: Icon
  title: string
  text?: string
  /** The primary action. */
  action?: ReactNode
}

export function EmptyState({ variant = 'first', icon: Sign, title, text, action }: EmptyStateProps) {
  const { t } = useTranslation()
  const isList = variant === 'first' || variant === 'no-match'
  return (
    <div className={styles.state} data-variant={variant} role={variant === 'error' ? 'alert' : undefined}>
      {Sign && <Sign size={40} weight="duotone" aria-hidden="true" className={styles.sign} />}
      {isList && <span className={styles.caption}>{t('table.empty')}</span>}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
