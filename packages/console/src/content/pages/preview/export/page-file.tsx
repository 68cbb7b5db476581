import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { PreviewPage } from '#content/pages/preview/preview-page.ts'
import { saveContent } from '#lib/browser/save-content.ts'
import { notify } from '#lib/toasts.ts'
import { drawablePage, pagePainter } from '#pictures/pages/page-picture.tsx'
import { DrawnPage } from './drawn-page.tsx'
import styles from './export.module.css'

/** Saves a page as a PNG file in the page's size, or says why it can't. */
export function PageFile({ page, onDone }: { page: PreviewPage; onDone: () => void }) {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  const save = async () => {
    const drawable = drawablePage(frame.current)
    const picture = drawable && (await (await pagePainter())(drawable, { type: 'image/png' }))
    if (picture) saveContent(picture, `${page.name || t('layouts.newName')}.png`)
    else notify({ kind: 'warning', message: t('preview.export.refused') })
  }
  const draw = () =>
    void save()
      .catch(() => notify({ kind: 'negative', message: t('preview.export.failed') }))
      .finally(onDone)
  return createPortal(
    <div className={styles.aside} inert>
      <DrawnPage document={page.document} frame={frame} onDrawn={draw} />
    </div>,
    document.body,
  )
}
