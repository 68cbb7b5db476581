import type { ReactNode } from 'react'
import styles from '#content/pages/designer/panels/panels.module.css'

/** A collapsible section of the inspector. */
export function Section({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  return (
    <details className={styles.section} data-section={name} open>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
