import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** Facts about something, as `dt` and `dd`: names, and values beside them. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}
