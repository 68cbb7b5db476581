import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { type RefObject, useState } from 'react'
import { usePageHost } from '#pictures/pages/page-host.ts'
import { useDrawn } from '#pictures/pages/still-page.tsx'
import { useExpanded } from '#pictures/pages/use-expanded.ts'

interface DrawnPageProps {
  document: ReadDocument
  frame?: RefObject<HTMLDivElement | null>
  /** Called once everything that can be shown is. */
  onDrawn: () => void
}

/** A page in its own size, without motion, as the chosen screen shows it. */
export function DrawnPage({ document: page, ...props }: DrawnPageProps) {
  const { document, isPending } = useExpanded(page)
  return isPending ? null : <Drawn {...props} document={document} />
}

function Drawn({ document, frame, onDrawn }: DrawnPageProps) {
  // A page may be drawn before its first effects have run.
  const [draw] = useState(() => () => setTimeout(onDrawn))
  const shows = useDrawn(document, draw)
  const host = usePageHost({
    document,
    mode: 'preview',
    motion: false,
    reportProgress: shows,
    reportError: shows,
    asScreen: true,
  })
  return (
    <div ref={frame}>
      <LayoutView document={document} host={host} scale={1} />
    </div>
  )
}
