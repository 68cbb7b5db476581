import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** What is known of something, as `dt` and `dd`: the names, and beside them what they are. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}
