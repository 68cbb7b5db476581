import type { StoryboardType } from '@vitrine/contract/api/content/storyboards'
import { inShapeOf } from '@vitrine/contract/document/page-shape'
import { type Area, layerAreas, type PlacedLayer, type Size } from '@vitrine/contract/schedule/layer-areas'
import { useEffect, useMemo, useRef, useState } from 'react'
import { StillPage } from '#pictures/pages/page-thumb.tsx'
import { documentOf, usePagesById } from '#queries/pages.ts'
import { Waiting } from '#ui/late/lazy-part.tsx'
import styles from './layered-picture.module.css'

/** A page of a storyboard of this type. */
interface PartOf {
  type: StoryboardType
  pageId: string
}

export interface PicturedLayer extends PlacedLayer, PartOf {
  name: string
  isOpen?: boolean
}

interface LayeredPictureProps {
  /** Of the screen, whose shape the picture has. */
  screen: Size
  base: PartOf | undefined
  layers: readonly PicturedLayer[]
  label: string
}

/** A page with layers over and beside it, where a screen draws them. */
export function LayeredPicture({ screen: { width, height }, base, layers, label }: LayeredPictureProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [across, setAcross] = useState(0)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const sizes = new ResizeObserver(() => setAcross(element.clientWidth))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  const areas = layerAreas({ width: across, height: Math.round((across * height) / width) }, layers)
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <div ref={frame} {...spoken} className={styles.screen} style={{ aspectRatio: `${width} / ${height}` }}>
      {base && <Drawn {...base} area={areas.page} depth={1} />}
      {layers.map(({ type, pageId, place, isOpen }, index) => (
        <Drawn
          // biome-ignore lint/suspicious/noArrayIndexKey: layers have no ids, and names change while typing
          key={index}
          {...{ type, pageId, isOpen }}
          area={areas.layers[index] ?? areas.page}
          depth={place.kind === 'frame' ? 0 : 2}
          ground="transparent"
        />
      ))}
    </div>
  )
}

interface DrawnProps extends PartOf {
  area: Area
  depth: number
  ground?: string
  isOpen?: boolean | undefined
}

/** A page in the shape of its area, or as large as fits into it. */
function Drawn({ type, pageId, area, depth, ground, isOpen }: DrawnProps) {
  const page = usePagesById(type, pageId ? [pageId] : []).pages[pageId]
  const stored = useMemo(() => page && documentOf(page), [page])
  const { left, top, width, height } = area
  const document = useMemo(() => stored && inShapeOf(stored, { width, height }), [stored, width, height])
  const scale = document ? Math.min(width / document.width, height / document.height) : 0
  return (
    <div
      className={styles.drawn}
      data-open={isOpen || undefined}
      style={{ left, top, width, height, zIndex: depth, background: ground ?? 'black' }}
    >
      {stored && document && scale > 0 && (
        <Waiting quiet>
          <StillPage
            document={stored}
            screen={{ width, height }}
            across={document.width * scale}
            outlines={false}
            ground={ground}
            onDrawn={() => undefined}
          />
        </Waiting>
      )}
    </div>
  )
}
