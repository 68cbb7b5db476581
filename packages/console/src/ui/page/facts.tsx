import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** A description list: `dt` and `dd` side by side. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}
