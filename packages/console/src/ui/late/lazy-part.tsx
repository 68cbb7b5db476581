import { Skeleton } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { reloadIfNewer } from '#lib/server/newer-build.ts'
import styles from '#ui/page/record-view.module.css'

/** A part of a screen whose script is loaded when it is first drawn. Draw it inside `Waiting`. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => {
    try {
      return { default: await loadChunk(load) }
    } catch (error) {
      // A reload is coming; until then the screen keeps its input.
      if (await reloadIfNewer()) await new Promise(() => {})
      throw error
    }
  })
}

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
