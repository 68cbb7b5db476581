import { useDebouncedCallback } from '@mantine/hooks'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { useEffect, useRef, useState } from 'react'
import { usePageHost } from '#features/pages/host/page-host.ts'
import styles from './page-preview.module.css'
import type { usePreviewRun } from './page-preview-run.ts'
import type { PreviewPage } from './preview-page.ts'

/** How long the window must have kept its size before the page is scaled anew. */
const RESIZE_DEBOUNCE_MS = 200

interface PreviewStageProps {
  run: ReturnType<typeof usePreviewRun>
  /** A layout pixel is a pixel here; otherwise the whole page is seen. */
  trueSize: boolean
  /** Which screen this is, where there are two. */
  caption?: string
}

/** One simulated screen. */
export function PreviewStage({ run, trueSize, caption }: PreviewStageProps) {
  const { page, visit, step } = run
  // A page that is alone stays.
  const seconds = run.count > 1 ? page?.seconds : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: visit restarts the timer: the same page may follow itself
  useEffect(() => {
    if (!seconds) return
    const timer = setTimeout(() => step(1), seconds * 1000)
    return () => clearTimeout(timer)
  }, [visit, seconds, step])
  if (!page) return null
  return (
    <figure className={styles.screen}>
      <Room key={`${page.id} ${visit}`} page={page} run={run} trueSize={trueSize} />
      {caption && (
        <figcaption>
          <bdi>{caption}</bdi> · <bdi>{page.name}</bdi>
        </figcaption>
      )}
    </figure>
  )
}

function Room({ page, run, trueSize }: Pick<PreviewStageProps, 'run' | 'trueSize'> & { page: PreviewPage }) {
  const room = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0)
  const { width, height } = page.document
  const measure = () => {
    const box = room.current?.getBoundingClientRect()
    if (box) setScale(Math.min(box.width / width, box.height / height))
  }
  const later = useDebouncedCallback(measure, RESIZE_DEBOUNCE_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures immediately, then debounced; `later` changes with every render and would restart the observer
  useEffect(() => {
    measure()
    const observer = new ResizeObserver(later)
    if (room.current) observer.observe(room.current)
    return () => observer.disconnect()
  }, [width, height])
  const host = usePageHost({
    document: page.document,
    mode: 'preview',
    motion: true,
    run: run.perform,
    answer: run.answer,
    onCommand: run.onCommand,
    since: run.since,
  })
  return (
    <div ref={room} className={styles.stage} data-true-size={trueSize}>
      {scale > 0 && <LayoutView document={page.document} host={host} scale={trueSize ? 1 : scale} />}
    </div>
  )
}
