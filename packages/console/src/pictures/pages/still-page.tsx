import { BACKDROP_ID } from '@vitrine/contract/document/backdrop-id'
import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { useEffect, useMemo, useRef } from 'react'
import { usePageHost } from './page-host.ts'
import type { PageContent } from './page-media.ts'

interface StillPageProps {
  document: ReadDocument
  /** The rendered width in pixels. */
  across: number
  outlines: boolean
  /** Instead of the saved media and cards. */
  content?: PageContent | undefined
  /** Called once everything available has rendered. */
  onDrawn: () => void
}

/** Timeout for content that doesn't load, in milliseconds. */
const PATIENCE_MS = 4000

/** A page rendered without motion, for thumbnails. */
export function StillPage({ document, across, outlines, content, onDrawn }: StillPageProps) {
  const shows = useDrawn(document, onDrawn)
  const host = usePageHost({
    document,
    mode: outlines ? 'design' : 'preview',
    motion: false,
    across,
    content,
    reportProgress: shows,
    reportError: shows,
  })
  return (
    <div inert>
      <LayoutView document={document} host={host} scale={across / document.width} />
    </div>
  )
}

/** Calls `onDrawn` once every zone has shown something, which its host reports to the returned function. */
export function useDrawn(document: ReadDocument, onDrawn: () => void): (id: string) => void {
  const zones = useMemo(() => emptyZones(document), [document])
  const drawn = useRef(onDrawn)
  drawn.current = onDrawn
  useEffect(() => {
    if (zones.size === 0) return drawn.current()
    const timer = setTimeout(() => drawn.current(), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [zones])
  return useMemo(
    () => (id: string) => {
      zones.delete(id)
      if (zones.size === 0) drawn.current()
    },
    [zones],
  )
}

/** Zones whose pictures have not loaded. */
const emptyZones = ({ widgets, backdrop }: ReadDocument) =>
  new Set([
    ...(backdrop?.media ? [BACKDROP_ID] : []),
    ...widgets.flatMap(({ id, type, hidden, settings: { media } }) =>
      type === 'media-looper' && !hidden && Array.isArray(media) && media.length > 0 ? [id] : [],
    ),
  ])
