import { Skeleton } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { loadChunk } from '#lib/load-chunk.ts'
import styles from './record-view.module.css'

/** A part of a screen that comes when it is first drawn, such as a dialog's form. Draw it inside `Waiting`. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await loadChunk(load) }))

/** Holds the place of parts that are on their way. */
export function Waiting({ children }: { children: ReactNode }) {
  const shape = (
    <div className={styles.waiting} role="status">
      <Skeleton height={36} />
      <Skeleton height={36} />
    </div>
  )
  return <Suspense fallback={shape}>{children}</Suspense>
}
