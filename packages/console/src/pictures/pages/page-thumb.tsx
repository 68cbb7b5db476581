import { useQuery } from '@tanstack/react-query'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { inShapeOf } from '@vitrine/contract/document/page-shape'
import type { UsedBy } from '@vitrine/contract/errors'
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { useSeen } from '#lib/browser/use-seen.ts'
import { useFileUrl } from '#lib/files.ts'
import { documentOf, pageIdOf, type StoryPage, usePagesById } from '#queries/pages.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import type { Status } from '#ui/screen/status-tones.ts'
import type { PageContent } from './page-media.ts'
import styles from './page-thumb.module.css'
import type { Seen } from './still-page.tsx'

/** Loads separately: lists render before a page's renderer and data have arrived. */
export const StillPage = lazyPart(async () => (await import('./still-page.tsx')).StillPage)

interface Size {
  width: number
  height: number
}

/** The frame around a page's thumbnail. */
interface Glass {
  /** The screen that shows the page: the page takes its shape, or is fitted into it, and shows its entries. */
  screen?: Seen
  status?: Status
}

interface PageThumbProps extends Glass {
  document: ReadDocument
  label: string
  /** Outlines widgets without content. */
  outlines?: boolean
  /** Draws these media and cards instead of the saved ones. */
  content?: PageContent
}

/**
 * A page's thumbnail: the real page without motion, rendered once in view and revealed when its pictures have loaded.
 * Use an empty label if the name is shown next to it.
 */
export function PageThumb(props: PageThumbProps) {
  const { document: page, label, outlines = false, content, screen, status } = props
  const { width: across = 0, height: down = 0 } = screen ?? {}
  const document = useMemo(() => inShapeOf(page, { width: across, height: down }), [page, across, down])
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [drawn, setDrawn] = useState(false)
  const seen = useSeen(frame)
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const sizes = new ResizeObserver(() => setWidth(element.clientWidth))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  return (
    <ScreenTile {...sizeOf(screen ?? document)} status={status}>
      <div
        ref={frame}
        {...spoken}
        className={styles.ground}
        style={screen && fitted(document, screen)}
        data-waiting={!drawn || undefined}
      >
        {seen && width > 0 && (
          <Waiting quiet>
            <StillPage
              document={page}
              screen={screen}
              across={width}
              outlines={outlines}
              content={content}
              onDrawn={() => setDrawn(true)}
            />
          </Waiting>
        )}
      </div>
    </ScreenTile>
  )
}

interface StoredPictureProps {
  page: StoryPage
  label: string
}

/**
 * The picture of a card or layout that was taken when it was saved; without one, or if it fails to load, the page
 * itself. Lists use it, because drawing each of their pages is slow.
 */
export function StoredPicture({ page, label }: StoredPictureProps) {
  const fileUrl = useFileUrl()
  const [broken, setBroken] = useState<string>()
  const { thumbnailId, width, height } = page
  if (!thumbnailId || broken === thumbnailId) return <PageThumb document={documentOf(page)} label={label} />
  return (
    <ScreenTile width={width} height={height}>
      <img
        src={fileUrl(`/thumbnail/download/${thumbnailId}`)}
        alt={label}
        loading="lazy"
        draggable={false}
        onError={() => setBroken(thumbnailId)}
      />
    </ScreenTile>
  )
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height })

/** Letterboxed, like a page on a screen of another shape. */
function fitted(page: Size, screen: Size): CSSProperties {
  const share = (page.width / page.height) * (screen.height / screen.width)
  return {
    inlineSize: `${Math.min(1, share) * 100}%`,
    blockSize: 'auto',
    aspectRatio: `${page.width} / ${page.height}`,
  }
}

type Drawn = Pick<Storyboard, 'type' | 'items' | 'width' | 'height' | 'plays'>

interface StoryThumbProps {
  storyboard: Drawn
  /** Shows the edit that waits for approval, instead of what screens play. */
  edited?: boolean
}

/** A storyboard's thumbnail: its first page. Unlabeled, because the name is shown next to it. */
export function StoryThumb({ storyboard, edited = false }: StoryThumbProps) {
  const { type, items, width, height, plays } = storyboard
  if (plays && !edited)
    return <PageOf type={plays.type} id={plays.pageId} width={plays.width} height={plays.height} />
  const first = items.find((item) => pageIdOf(item) !== '')
  const [inner] = items
  if (!first && inner?.storyboardId) return <StoryOf id={inner.storyboardId} type={type} />
  const id = first ? pageIdOf(first) : ''
  return <PageOf type={type} id={id} width={width} height={height} />
}

/** The thumbnail of a user of something; none for kinds without pictures. */
export function UseThumb({ use: { kind, id, type = 'standard' } }: { use: UsedBy }) {
  if (kind === 'card' || kind === 'template') return <PageOf type="standard" id={id} />
  if (kind === 'layout') return <PageOf type="designed" id={id} />
  return kind === 'storyboard' ? <StoryOf id={id} type={type} /> : null
}

/** A storyboard's thumbnail by its id. Unlabeled, because the name is shown next to it. */
export function StoryOf({ id, type = 'standard' }: { id: string; type?: Storyboard['type'] }) {
  const { data } = useQuery({ ...storyboardsQuery(), staleTime: 60_000 })
  const storyboard = data?.find((one) => one.id === id)
  return storyboard ? <StoryThumb storyboard={storyboard} /> : <PageOf type={type} id="" />
}

/** In the frame of a screen, the page itself in that screen's shape; elsewhere the picture taken when it was saved. */
function Picture({ page, label, ...glass }: Glass & { page: StoryPage; label: string }) {
  return glass.screen || glass.status ? (
    <PageThumb {...glass} document={documentOf(page)} label={label} />
  ) : (
    <StoredPicture page={page} label={label} />
  )
}

interface PageOfProps extends Partial<Size>, Glass {
  id: string
  /** The storyboard type that the page fits; absent if unknown. */
  type?: Storyboard['type']
  label?: string
}

/** A card's or layout's thumbnail by its id; loads once in view. */
export function PageOf({ type, id, width = 1920, height = 1080, label = '', ...glass }: PageOfProps) {
  const frame = useRef<HTMLDivElement>(null)
  const seen = useSeen(frame)
  const cards = usePagesById('standard', seen && type !== 'designed' ? [id] : []).pages
  const isNoCard = type === undefined && cards[id] === null
  const layouts = usePagesById('designed', seen && (type === 'designed' || isNoCard) ? [id] : []).pages
  const page = type === 'designed' || isNoCard ? layouts[id] : cards[id]
  return (
    <div ref={frame} className={styles.whole}>
      {page ? (
        <Picture page={page} label={label} {...glass} />
      ) : (
        <ScreenTile {...sizeOf(glass.screen ?? { width, height })} status={glass.status}>
          <span className={styles.ground} data-waiting={(page === undefined && id !== '') || undefined} />
        </ScreenTile>
      )}
    </div>
  )
}
