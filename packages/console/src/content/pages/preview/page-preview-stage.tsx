import { LayoutView } from '@vitrine/widgets/layout-view'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { usePageHost } from '#pictures/pages/page-host.ts'
import { useExpanded } from '#pictures/pages/use-expanded.ts'
import styles from './page-preview.module.css'
import type { usePreviewRun } from './page-preview-run.ts'
import type { PreviewPage } from './preview-page.ts'

/** Debounce of the window size before the page is rescaled. */
const RESIZE_DEBOUNCE_MS = 200

interface PreviewStageProps {
  run: ReturnType<typeof usePreviewRun>
  /** Renders one layout pixel as one pixel instead of fitting the page. */
  trueSize: boolean
  /** Names the screen if there are two. */
  caption?: string
}

/** One simulated screen. */
export function PreviewStage({ run, trueSize, caption }: PreviewStageProps) {
  const { page, visit } = run
  if (!page) return null
  return (
    <figure className={styles.screen}>
      {/* Keyed by visit, so that a page that follows itself restarts. */}
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
  const { step } = run
  // A single page doesn't loop.
  const seconds = run.count > 1 ? page.seconds : undefined
  useEffect(() => {
    if (!seconds) return
    const timer = setTimeout(() => step(1), seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds, step])
  const measure = useEffectEvent(() => {
    const box = room.current?.getBoundingClientRect()
    if (box) setScale(Math.min(box.width / width, box.height / height))
  })
  useEffect(() => {
    measure()
    let timer: ReturnType<typeof setTimeout>
    const observer = new ResizeObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(measure, RESIZE_DEBOUNCE_MS)
    })
    if (room.current) observer.observe(room.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [])
  const { document } = useExpanded(page.document)
  const host = usePageHost({
    document,
    mode: 'preview',
    motion: true,
    run: run.perform,
    answer: run.answer,
    onCommand: run.onCommand,
    since: run.since,
    asScreen: true,
  })
  return (
    <div ref={room} className={styles.stage} data-true-size={trueSize}>
      {scale > 0 && <LayoutView document={document} host={host} scale={trueSize ? 1 : scale} />}
    </div>
  )
}
