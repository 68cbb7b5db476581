import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { useEffect, useRef, useState } from 'react'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import styles from './page-thumb.module.css'

/** Everything that a page may show; lists stand before it is here, as they do before their pictures. */
const StillPage = lazyPart(async () => (await import('./still-page.tsx')).StillPage)

interface PageThumbProps {
  document: ReadDocument
  label: string
  /** Shows where widgets are that have nothing to show yet. */
  outlines?: boolean
}

/**
 * A page as a little screen in its true ratio, drawn for real but at rest; only once it has come into view, and seen
 * once its pictures are loaded. An empty label means that its name is shown next to it.
 */
export function PageThumb({ document, label, outlines = false }: PageThumbProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [seen, setSeen] = useState(false)
  const [drawn, setDrawn] = useState(false)
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const sizes = new ResizeObserver(() => setWidth(element.clientWidth))
    const sight = new IntersectionObserver((looks) => {
      if (looks.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    for (const observer of [sizes, sight]) observer.observe(element)
    return () => {
      for (const observer of [sizes, sight]) observer.disconnect()
    }
  }, [])
  return (
    <ScreenTile width={document.width} height={document.height}>
      <div ref={frame} {...spoken} className={styles.ground} data-waiting={!drawn || undefined}>
        {seen && width > 0 && (
          <Waiting quiet>
            <StillPage
              document={document}
              across={width}
              outlines={outlines}
              onDrawn={() => setDrawn(true)}
            />
          </Waiting>
        )}
      </div>
    </ScreenTile>
  )
}
