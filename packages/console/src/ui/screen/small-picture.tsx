import type { ReactNode } from 'react'
import styles from './pictured.module.css'

/** A thumbnail beside the name of its content: the same width in all rows, with the height of portrait ones limited. */
export function SmallPicture({ children }: { children: ReactNode }) {
  return <span className={styles.small}>{children}</span>
}

/** A name preceded by its thumbnail. */
export function Pictured({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.named}>
      <SmallPicture>{picture}</SmallPicture>
      {children}
    </span>
  )
}
