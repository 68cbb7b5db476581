import { useQuery } from '@tanstack/react-query'
import type { Storyboard } from '@vitrine/contract/api/storyboards'
import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import type { UsedBy } from '@vitrine/contract/errors'
import { useEffect, useRef, useState } from 'react'
import { documentOf, pageIdOf, usePagesById } from '#features/pages/queries.ts'
import { storyboardsQuery } from '#features/storyboards/queries.ts'
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

type Drawn = Pick<Storyboard, 'type' | 'items' | 'width' | 'height'>

/** A storyboard as its first page; its name is shown next to it. */
export function StoryThumb({ storyboard: { type, items, width, height } }: { storyboard: Drawn }) {
  const id = items[0] ? pageIdOf(items[0]) : ''
  return <Thumb type={type} id={id} width={width} height={height} />
}

/** What uses something, as a little screen; nothing for kinds that have no picture. */
export function UseThumb({ use: { kind, id, type = 'standard' } }: { use: UsedBy }) {
  if (kind === 'card' || kind === 'template') return <Thumb type="standard" id={id} />
  if (kind === 'layout') return <Thumb type="designed" id={id} />
  return kind === 'storyboard' ? <NamedStory id={id} type={type} /> : null
}

function NamedStory({ id, type }: Pick<Storyboard, 'id' | 'type'>) {
  const { data } = useQuery(storyboardsQuery())
  const storyboard = data?.find((one) => one.id === id)
  return storyboard ? <StoryThumb storyboard={storyboard} /> : <Thumb type={type} id="" />
}

interface ThumbProps extends Pick<Storyboard, 'type' | 'id'> {
  width?: number
  height?: number
}

function Thumb({ type, id, width = 1920, height = 1080 }: ThumbProps) {
  const { pages } = usePagesById(type, [id])
  const page = pages[id]
  return <PageThumb document={page ? documentOf(page) : { width, height, widgets: [] }} label="" />
}
