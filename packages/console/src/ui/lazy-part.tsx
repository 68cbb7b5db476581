import { Skeleton } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { loadChunk } from '#lib/load-chunk.ts'
import { beginAnewIfNewer } from '#lib/newer-build.ts'
import styles from './record-view.module.css'

/** A part of a screen that comes when it is first drawn, such as a dialog's form. Draw it inside `Waiting`. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    try {
      return { default: await loadChunk(load) }
    } catch (error) {
      // Waits for the page that comes, with what is typed on this one still on screen.
      if (await beginAnewIfNewer()) await new Promise(() => {})
      throw error
    }
  })

/** Holds the place of parts that are on their way; `quiet` where nothing has a place yet, such as before a dialog. */
export function Waiting({ children, quiet = false }: { children: ReactNode; quiet?: boolean }) {
  const shape = !quiet && (
    <div className={styles.waiting} role="status">
      <Skeleton height={36} />
      <Skeleton height={36} />
    </div>
  )
  return <Suspense fallback={shape}>{children}</Suspense>
}
