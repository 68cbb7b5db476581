import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { embeddedFonts } from '@vitrine/widgets/font-files'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { type ReactNode, useCallback, useRef } from 'react'
import { api, upload } from '#lib/api.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { loadFile } from '#lib/server/transport.ts'
import { usePageHost } from './page-host.ts'
import { useExpanded } from './use-expanded.ts'

/** The longer side in pixels: of a page's thumbnail, and of its full picture. */
const THUMBNAIL_SIDE = 640
const SCREENSHOT_SIDE = 1920

/** Draws pages to image files. Large: loads when it is needed, with the fonts, without which lines would break differently. */
export async function pagePainter() {
  const [{ domToBlob }, cssText] = await Promise.all([
    loadChunk(() => import('modern-screenshot')),
    embeddedFonts(loadFile),
  ])
  const font = cssText ? ({ cssText } as const) : false
  return (
    page: HTMLElement,
    options: { type: 'image/jpeg' | 'image/png'; quality?: number; scale?: number },
  ) => domToBlob(page, { ...options, font })
}

/** The page in a frame, if it can be drawn: a frame of another origin, such as a package's, can't. */
export function drawablePage(frame: HTMLElement | null): HTMLElement | undefined {
  const page = frame?.querySelector<HTMLElement>('[data-page]')
  return page && !page.querySelector('iframe') ? page : undefined
}

/**
 * Renders a page's current state as a small and a full picture, uploaded together. Render `stage`: the page, off
 * screen. `take` returns the thumbnail's id, or `undefined` if it can't be drawn; the page is then saved without one.
 * With a layout's id, the layout gets the picture. `shows`: see `useDrawn`.
 */
export function usePagePicture(
  page: ReadDocument,
  shows?: (id: string) => void,
): {
  stage: ReactNode
  take: (layoutId?: string) => Promise<string | undefined>
} {
  const { document } = useExpanded(page)
  const frame = useRef<HTMLDivElement>(null)
  const watching = shows && { reportProgress: shows, reportError: shows }
  const host = usePageHost({ document, mode: 'preview', motion: false, ...watching })
  const scale = THUMBNAIL_SIDE / Math.max(document.width, document.height)
  const take = useCallback(async (layoutId?: string) => {
    // No picture is better than one without a part of the page.
    const page = drawablePage(frame.current)
    if (!page) return undefined
    try {
      const paint = await pagePainter()
      const picture = { type: 'image/jpeg', quality: 0.85 } as const
      const small = await paint(page, picture)
      // Rendered again at full size: enlarged letters would blur.
      const full = await paint(page, { ...picture, scale: SCREENSHOT_SIDE / THUMBNAIL_SIDE })
      if (!small) return undefined
      const form = new FormData()
      form.append('thumbnail', small, 'thumbnail.jpg')
      if (full) form.append('screenshot', full, 'screenshot.jpg')
      if (layoutId) form.append('layoutId', layoutId)
      const { create, createOfLayout } = api.thumbnails
      return (await upload((layoutId ? createOfLayout : create).route, {}, form)).thumbnailId
    } catch {
      // Save the page without a thumbnail; lists render the page instead.
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
