import type { Icon } from '@phosphor-icons/react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  /** First use, no match, failure, or no permission. */
  variant?: 'first' | 'no-match' | 'error' | 'forbidden'
  icon?: Icon
  /** Shown above the title. */
  caption?: string
  title: string
  text?: string
  /** The primary action. */
  action?: ReactNode
}

export function EmptyState({ variant = 'first', icon: Sign, caption, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.state} data-variant={variant} role={variant === 'error' ? 'alert' : undefined}>
      {Sign && <Sign size={40} weight="duotone" aria-hidden="true" className={styles.sign} />}
      {caption && <span className={styles.caption}>{caption}</span>}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
