import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { PreviewPage } from '#content/pages/preview/preview-page.ts'
import { DrawnPage } from './drawn-page.tsx'
import styles from './export.module.css'

/** Opens the browser's print dialog, which also saves PDF files: one sheet per page, in the page's size. */
export function PrintedPages({ pages, onDone }: { pages: readonly PreviewPage[]; onDone: () => void }) {
  const [drawn, setDrawn] = useState(0)
  const isReady = drawn >= pages.length
  useEffect(() => {
    if (!isReady) return
    window.addEventListener('afterprint', onDone)
    window.print()
    return () => window.removeEventListener('afterprint', onDone)
  }, [isReady, onDone])
  return createPortal(
    <div className={styles.printed} data-printed="" inert dir="ltr">
      <style>
        {pages.map(({ document: { width, height } }, index) => sheet(index, width, height)).join('')}
      </style>
      {pages.map((page, index) => (
        <section key={page.key ?? page.id} style={{ page: `sheet${index}` }}>
          <DrawnPage document={page.document} onDrawn={() => setDrawn((before) => before + 1)} />
        </section>
      ))}
    </div>,
    document.body,
  )
}

const sheet = (index: number, width: number, height: number) =>
  `@page sheet${index} { size: ${width}px ${height}px; margin: 0 }`
