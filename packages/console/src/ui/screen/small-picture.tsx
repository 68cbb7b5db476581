import type { ReactNode } from 'react'
import styles from './pictured.module.css'

/**
 * A small screen next to the name of its content: equal widths in all rows, and tall ones no higher than wide ones.
 */
export function SmallPicture({ children }: { children: ReactNode }) {
  return <span className={styles.small}>{children}</span>
}

/** A name with its little screen in front of it. */
export function Pictured({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.named}>
      <SmallPicture>{picture}</SmallPicture>
      {children}
    </span>
  )
}
