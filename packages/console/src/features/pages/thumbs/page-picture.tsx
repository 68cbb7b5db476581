import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { embeddedFonts } from '@vitrine/widgets/font-files'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { type ReactNode, useCallback, useRef } from 'react'
import { usePageHost } from '#features/pages/host/page-host.ts'
import { api, upload } from '#lib/api.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { loadFile } from '#lib/server/transport.ts'

/** Pixels along the longer side: of a page's thumbnail, and of its picture in full size. */
const THUMBNAIL_SIDE = 640
const SCREENSHOT_SIDE = 1920

/**
 * Pictures of a page's current state, a small and a full one, uploaded together. `stage` must be rendered: the page
 * itself, off screen. `take` returns the thumbnail's id, or `undefined` if no picture could be made; the page is saved
 * without one.
 */
export function usePagePicture(document: ReadDocument): {
  stage: ReactNode
  take: () => Promise<string | undefined>
} {
  const frame = useRef<HTMLDivElement>(null)
  const host = usePageHost({ document, mode: 'preview', motion: false })
  const scale = THUMBNAIL_SIDE / Math.max(document.width, document.height)
  const take = useCallback(async () => {
    const page = frame.current?.querySelector<HTMLElement>('[data-page]')
    if (!page) return undefined
    try {
      const { domToBlob } = await loadChunk(() => import('modern-screenshot'))
      // The library loads no fonts; with other fonts, lines would break differently than on screens.
      const cssText = await embeddedFonts(loadFile)
      const picture = { type: 'image/jpeg', quality: 0.85, font: cssText ? { cssText } : false } as const
      const small = await domToBlob(page, picture)
      // Rendered again at full size: enlarged letters would blur.
      const full = await domToBlob(page, { ...picture, scale: SCREENSHOT_SIDE / THUMBNAIL_SIDE })
      if (!small) return undefined
      const form = new FormData()
      form.append('thumbnail', small, 'thumbnail.jpg')
      if (full) form.append('screenshot', full, 'screenshot.jpg')
      return (await upload(api.thumbnails.create.route, {}, form)).thumbnailId
    } catch {
      // A page without a picture is still a page: lists draw it instead.
      return undefined
    }
  }, [])
  const stage = (
    <div ref={frame} inert aria-hidden="true" style={{ position: 'fixed', left: -10_000, top: 0 }}>
      <LayoutView document={document} host={host} scale={scale} />
    </div>
  )
  return { stage, take }
}
