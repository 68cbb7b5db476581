import { Skeleton } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { reloadIfNewer } from '#lib/server/newer-build.ts'
import styles from '#ui/page/record-view.module.css'

/** A component whose chunk loads when it first renders. Render it inside `Waiting`. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => {
    try {
      return { default: await loadChunk(load) }
    } catch (error) {
      // Suspend until the page reloads, which keeps the input.
      if (await reloadIfNewer()) await new Promise(() => {})
      throw error
    }
  })
}

/** A placeholder for loading components; `quiet` reserves no space, for dialogs for example. */
export function Waiting({ children, quiet = false }: { children: ReactNode; quiet?: boolean }) {
  const shape = !quiet && (
    <div className={styles.waiting} role="status">
      <Skeleton height={36} />
      <Skeleton height={36} />
    </div>
  )
  return <Suspense fallback={shape}>{children}</Suspense>
}
