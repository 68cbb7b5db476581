import { Skeleton } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { beginAnewIfNewer } from '#lib/server/newer-build.ts'
import styles from '#ui/page/record-view.module.css'

/**
 * A part of a screen that comes when it is first drawn, such as a dialog's form, or with `ahead`. Draw it inside
 * `Waiting`.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  let there: ComponentType<P> | undefined
  const Late = lazy(async () => {
    try {
      return { default: await loadChunk(load) }
    } catch (error) {
      // Waits for the page that comes, with what is typed on this one still on screen.
      if (await beginAnewIfNewer()) await new Promise(() => {})
      throw error
    }
  })
  function Part(props: P) {
    // What React waits for, it shows a third of a second later. Another component would begin anew, so it stays.
    const [Shown] = useState(() => there ?? Late)
    return <Shown {...props} />
  }
  const ahead = () => {
    load().then(
      (part) => {
        there = part
      },
      () => {},
    )
  }
  return Object.assign(Part, { ahead })
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
