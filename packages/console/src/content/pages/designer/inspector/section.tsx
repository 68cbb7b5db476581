import { type ReactNode, useState } from 'react'
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

/** A section of rarely used settings: collapsed, and drawn when it is opened. */
export function LateSection({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details
      className={styles.section}
      data-section={name}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {open && children}
    </details>
  )
}
