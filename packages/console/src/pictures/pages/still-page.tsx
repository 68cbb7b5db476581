import { BACKDROP_ID } from '@vitrine/contract/document/backdrop-id'
import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { inShapeOf } from '@vitrine/contract/document/page-shape'
import type { ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { useEffect, useMemo, useRef } from 'react'
import { usePageHost } from './page-host.ts'
import type { PageContent } from './page-media.ts'
import { useExpanded } from './use-expanded.ts'

interface StillPageProps {
  document: ReadDocument
  /** The rendered width in pixels. */
  across: number
  outlines: boolean
  /** Instead of the saved media and cards. */
  content?: PageContent | undefined
  /** The background of a page without one; absent: black. */
  ground?: string | undefined
  /** Called once everything available has rendered. */
  onDrawn: () => void
}

/** A screen that shows a page. Without traits, it shows all entries of media zones. */
export interface Seen {
  width: number
  height: number
  traits?: ScreenTraits | undefined
}

/** Timeout for content that doesn't load, in milliseconds. */
const PATIENCE_MS = 4000

interface Glass {
  /** The screen whose shape the page takes, and whose entries it shows. */
  screen?: Seen | undefined
}

/** A page rendered without motion, for thumbnails. */
export function StillPage({ document: page, screen, ...props }: StillPageProps & Glass) {
  const { document: whole, isPending } = useExpanded(page)
  const { width = 0, height = 0 } = screen ?? {}
  const document = useMemo(() => inShapeOf(whole, { width, height }), [whole, width, height])
  return isPending ? null : <Still {...props} document={document} traits={screen?.traits} />
}

function Still({
  document,
  across,
  outlines,
  content,
  ground,
  traits,
  onDrawn,
}: StillPageProps & Pick<Seen, 'traits'>) {
  const shows = useDrawn(document, onDrawn)
  const host = usePageHost({
    document,
    mode: outlines ? 'design' : 'preview',
    motion: false,
    across,
    traits,
    content,
    reportProgress: shows,
    reportError: shows,
  })
  return (
    <div inert>
      <LayoutView document={document} host={host} scale={across / document.width} ground={ground} />
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
