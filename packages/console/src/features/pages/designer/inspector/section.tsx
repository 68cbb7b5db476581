import type { ReactNode } from 'react'
import styles from '#features/pages/designer/panels/panels.module.css'

/** A part of the inspector that folds. */
export function Section({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  return (
    <details className={styles.section} data-section={name} open>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
