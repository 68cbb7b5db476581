import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { useEffect, useMemo, useRef } from 'react'
import { usePageHost } from './page-host.ts'

interface StillPageProps {
  document: ReadDocument
  /** The rendered width in pixels. */
  across: number
  outlines: boolean
  /** Called once everything available has rendered. */
  onDrawn: () => void
}

/** Timeout for content that doesn't load, in milliseconds. */
const PATIENCE_MS = 4000

/** A page rendered without motion, for thumbnails. */
export function StillPage({ document, across, outlines, onDrawn }: StillPageProps) {
  const zones = useMemo(() => emptyZones(document), [document])
  const drawn = useRef(onDrawn)
  drawn.current = onDrawn
  const shows = useMemo(
    () => (id: string) => {
      zones.delete(id)
      if (zones.size === 0) drawn.current()
    },
    [zones],
  )
  useEffect(() => {
    if (zones.size === 0) return drawn.current()
    const timer = setTimeout(() => drawn.current(), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [zones])
  const host = usePageHost({
    document,
    mode: outlines ? 'design' : 'preview',
    motion: false,
    across,
    reportProgress: shows,
    reportError: shows,
  })
  return (
    <div inert>
      <LayoutView document={document} host={host} scale={across / document.width} />
    </div>
  )
}

/** Zones whose pictures have not loaded. */
const emptyZones = ({ widgets }: ReadDocument) =>
  new Set(
    widgets.flatMap(({ id, type, hidden, settings: { media } }) =>
      type === 'media-looper' && !hidden && Array.isArray(media) && media.length > 0 ? [id] : [],
    ),
  )
