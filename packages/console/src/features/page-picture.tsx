import type { ReadDocument } from '@vitrine/contract/layout-document'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { domToBlob } from 'modern-screenshot'
import { type ReactNode, useCallback, useRef } from 'react'
import { api, upload } from '#lib/api.ts'
import { usePageHost } from './page-host.ts'

/** Pixels of a page's thumbnail along its longer side. */
const LONGER_SIDE = 640

/**
 * A picture of a page as it stands, uploaded as a thumbnail. `stage` must be drawn: the page itself, out of sight.
 * `take` answers the thumbnail's id, or `undefined` where no picture could be made; a page is saved all the same.
 */
export function usePagePicture(document: ReadDocument): {
  stage: ReactNode
  take: () => Promise<string | undefined>
} {
  const frame = useRef<HTMLDivElement>(null)
  const host = usePageHost({ document, mode: 'preview', motion: false })
  const scale = LONGER_SIDE / Math.max(document.width, document.height)
  const take = useCallback(async () => {
    const page = frame.current?.querySelector<HTMLElement>('[data-page]')
    if (!page) return undefined
    try {
      const blob = await domToBlob(page, { type: 'image/jpeg', quality: 0.85 })
      if (!blob) return undefined
      const form = new FormData()
      form.append('thumbnail', blob, 'thumbnail.jpg')
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
