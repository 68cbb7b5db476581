import { useInViewport, useMergedRef } from '@mantine/hooks'
import type { ReadDocument } from '@vitrine/contract/layout-document'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { useEffect, useRef, useState } from 'react'
import { ScreenTile } from '#ui/screen-tile.tsx'
import { usePageHost } from './page-host.ts'

interface PageThumbProps {
  document: ReadDocument
  label: string
  /** Shows where widgets are that have nothing to show yet. */
  outlines?: boolean
}

/**
 * A page as a little screen in its true ratio, drawn for real but at rest; only once it has come into view. An empty
 * label says that its name stands beside it.
 */
export function PageThumb({ document, label, outlines = false }: PageThumbProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { ref: seenRef, inViewport } = useInViewport<HTMLDivElement>()
  const ref = useMergedRef(frame, seenRef)
  const [width, setWidth] = useState(0)
  const [seen, setSeen] = useState(false)
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  useEffect(() => {
    if (inViewport) setSeen(true)
  }, [inViewport])
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <ScreenTile width={document.width} height={document.height}>
      <div ref={ref} {...spoken} style={{ inlineSize: '100%', blockSize: '100%' }}>
        {seen && width > 0 && (
          <StillPage document={document} scale={width / document.width} outlines={outlines} />
        )}
      </div>
    </ScreenTile>
  )
}

function StillPage({
  document,
  scale,
  outlines,
}: {
  document: ReadDocument
  scale: number
  outlines: boolean
}) {
  const host = usePageHost({ document, mode: outlines ? 'design' : 'preview', motion: false })
  return (
    <div inert>
      <LayoutView document={document} host={host} scale={scale} />
    </div>
  )
}
