import { ActionIcon, CloseButton } from '@mantine/core'
import { useDebouncedCallback, useFocusTrap } from '@mantine/hooks'
import { CaretLeftIcon } from '@phosphor-icons/react/dist/csr/CaretLeft'
import { CaretRightIcon } from '@phosphor-icons/react/dist/csr/CaretRight'
import type { ReadDocument } from '@vitrine/contract/layout-document'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { ActionsHost } from '#fields/actions/actions-host.ts'
import { usePageHost } from './page-host.ts'
import styles from './page-preview.module.css'
import { usePreviewRun } from './page-preview-run.ts'

export interface PreviewPage {
  /** Empty for a page that was not saved yet. */
  id: string
  /** Tells the same page at two places of a storyboard apart. */
  key?: string
  name: string
  document: ReadDocument
}

interface PagePreviewProps {
  /** In the order that "next" and "previous" follow. */
  pages: readonly PreviewPage[]
  start?: number
  /** What actions may lead to besides. */
  others?: readonly PreviewPage[]
  actions: ActionsHost
  onClose: () => void
}

/** How long the window must have kept its size before the page is scaled anew. */
const RESIZE_DEBOUNCE_MS = 200

/** Pages as a screen plays them, with actions that work, over the whole window. Escape goes back. */
export function PagePreview({ pages, start = 0, others = [], actions, onClose }: PagePreviewProps) {
  const { t } = useTranslation()
  const run = usePreviewRun({ pages, others, start, actions })
  const trap = useFocusTrap()
  const { page, log } = run
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.stopPropagation()
        onClose()
      }
      if (event.key === 'ArrowRight' && pages.length > 1) run.step(1)
      if (event.key === 'ArrowLeft' && pages.length > 1) run.step(-1)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [onClose, pages.length, run.step])
  if (!page) return null
  return createPortal(
    <div
      ref={trap}
      className={styles.preview}
      role="dialog"
      aria-modal="true"
      aria-label={t('preview.title', { name: page.name })}
    >
      <header className={styles.bar}>
        <strong>{page.name}</strong>
        <bdi dir="ltr">
          {page.document.width} × {page.document.height}
        </bdi>
        <span className={styles.grow} />
        {pages.length > 1 && (
          <>
            <ActionIcon c="inherit" aria-label={t('preview.previous')} onClick={() => run.step(-1)}>
              <CaretLeftIcon size={18} aria-hidden="true" />
            </ActionIcon>
            <span>{t('preview.position', { position: run.position, count: pages.length })}</span>
            <ActionIcon c="inherit" aria-label={t('preview.next')} onClick={() => run.step(1)}>
              <CaretRightIcon size={18} aria-hidden="true" />
            </ActionIcon>
          </>
        )}
        <CloseButton c="inherit" aria-label={t('preview.close')} onClick={onClose} data-autofocus />
      </header>
      <Stage key={`${page.id} ${run.visit}`} page={page} run={run} />
      <ol className={styles.log} aria-label={t('preview.log')} aria-live="polite">
        {log.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ol>
    </div>,
    document.body,
  )
}

function Stage({ page, run }: { page: PreviewPage; run: ReturnType<typeof usePreviewRun> }) {
  const room = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0)
  const { width, height } = page.document
  const measure = () => {
    const box = room.current?.getBoundingClientRect()
    if (box) setScale(Math.min(box.width / width, box.height / height))
  }
  const later = useDebouncedCallback(measure, RESIZE_DEBOUNCE_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured at once, then after every change of size
  useEffect(() => {
    measure()
    window.addEventListener('resize', later)
    return () => window.removeEventListener('resize', later)
  }, [width, height])
  const host = usePageHost({
    document: page.document,
    mode: 'preview',
    motion: true,
    run: run.perform,
    onCommand: run.onCommand,
    since: run.since,
  })
  return (
    <div ref={room} className={styles.stage}>
      {scale > 0 && <LayoutView document={page.document} host={host} scale={scale} />}
    </div>
  )
}
