import type { StoryboardType } from '@vitrine/contract/api/content/storyboards'
import type { WallPart } from '@vitrine/contract/api/playback/manifest'
import { inShapeOf } from '@vitrine/contract/document/page-shape'
import { stageOf } from '@vitrine/contract/player/wall-part'
import { type Area, layerAreas, type PlacedLayer } from '@vitrine/contract/schedule/layer-areas'
import { useEffect, useMemo, useRef, useState } from 'react'
import { StillPage } from '#pictures/pages/page-thumb.tsx'
import type { Seen } from '#pictures/pages/still-page.tsx'
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
  /** Whose shape the picture has, and whose entries it shows. */
  screen: Seen
  /** Of a panel of a video wall: the part that it shows. */
  part?: WallPart | undefined
  base: PartOf | undefined
  layers: readonly PicturedLayer[]
  label: string
}

/** A page with layers over and beside it, where a screen draws them. */
export function LayeredPicture({ screen, part, base, layers, label }: LayeredPictureProps) {
  const { width, height, traits } = screen
  const frame = useRef<HTMLDivElement>(null)
  const [across, setAcross] = useState(0)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const sizes = new ResizeObserver(() => setAcross(element.clientWidth))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  const { left, top, ...stage } = stageOf(
    { width: across, height: Math.round((across * height) / width) },
    part,
  )
  const areas = layerAreas(stage, layers)
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <div ref={frame} {...spoken} className={styles.screen} style={{ aspectRatio: `${width} / ${height}` }}>
      <div className={styles.stage} style={{ left, top, ...stage }}>
        {base && <Drawn {...base} traits={traits} area={areas.page} depth={1} />}
        {layers.map(({ type, pageId, place, isOpen }, index) => (
          <Drawn
            // biome-ignore lint/suspicious/noArrayIndexKey: layers have no ids, and names change while typing
            key={index}
            {...{ type, pageId, isOpen, traits }}
            area={areas.layers[index] ?? areas.page}
            depth={place.kind === 'frame' ? 0 : 2}
            ground="transparent"
          />
        ))}
      </div>
    </div>
  )
}

interface DrawnProps extends PartOf, Pick<Seen, 'traits'> {
  area: Area
  depth: number
  ground?: string
  isOpen?: boolean | undefined
}

/** A page in the shape of its area, or as large as fits into it. */
function Drawn({ type, pageId, traits, area, depth, ground, isOpen }: DrawnProps) {
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
            screen={{ width, height, traits }}
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
