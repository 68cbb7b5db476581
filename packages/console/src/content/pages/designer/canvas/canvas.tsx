import type { ReadDocument, ReadWidget } from '@vitrine/contract/document/layout-document'
import type { Host } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { type DragEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Point } from '#content/pages/designer/geometry/rect.ts'
import { toPage } from '#content/pages/designer/geometry/view.ts'
import { take, transferOf } from '#content/pages/designer/paste/transfer.ts'
import type { Page } from '#content/pages/designer/state/page.ts'
import {
  useDesigner,
  useDesignerState,
  useDragPreview,
  useDrawnPage,
} from '#content/pages/designer/state/use-designer.ts'
import { useExpanded } from '#pictures/pages/use-expanded.ts'
import styles from './canvas.module.css'
import { DraggedBoxes } from './dragged-boxes.ts'
import { typedPage } from './typing/typed-page.ts'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { useCanvasPointer } from './use-canvas-pointer.ts'
import { useViewportSize } from './use-viewport-size.ts'
import { useWorld } from './use-world.ts'

/** Data type of a widget dragged from the palette. */
export const WIDGET_DRAG = 'application/x-vitrine-widget'

interface CanvasProps {
  host: Host
  /** Handles, guides and frames, drawn above the page and never scaled with it. */
  children: ReactNode
  onMenu: (at: Point) => void
}

/** The page as screens show it, with the text that someone types. */
function useShown(page: Page): ReadDocument {
  const designer = useDesigner()
  const typing = useDesignerState((state) => state.typing)
  const typed = useMemo(() => typedPage(page, typing), [page, typing])
  const { document, parts } = useExpanded(typed)
  designer.parts = parts
  return document
}

/** The ids of the boxes that are drawn for some widgets: a part has several. */
const boxesOf = ({ widgets }: ReadDocument, moved: readonly ReadWidget[]): Set<string> => {
  const ids = new Set(moved.map(({ id }) => id))
  return new Set(widgets.flatMap(({ id, of = id }) => (ids.has(of) ? [id] : [])))
}

/** The page as screens show it, zoomed and panned, below the editing overlays. A single tab stop. */
export function Canvas({ host, children, onMenu }: CanvasProps) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const tool = useDesignerState((state) => (state.brush ? 'draw' : state.tool))
  const page = useDrawnPage()
  const viewport = useRef<HTMLDivElement>(null)
  const world = useRef<HTMLDivElement>(null)
  const document = useShown(page)
  const handlers = useCanvasPointer(viewport, onMenu)
  const onKeyDown = useCanvasKeys()

  useViewportSize(viewport)
  useWorld(world)
  useDragPreview(
    page,
    () => world.current && new DraggedBoxes(world.current, boxesOf(document, designer.movable())),
  )

  useEffect(() => viewport.current?.focus({ preventScroll: true }), [])

  const drawn = useMemo(() => <LayoutView document={document} host={host} />, [document, host])

  const onDrop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(WIDGET_DRAG)
    if (!viewport.current) return
    event.preventDefault()
    const { left, top } = viewport.current.getBoundingClientRect()
    const at = toPage(designer.state.view, { x: event.clientX - left, y: event.clientY - top })
    if (type) designer.add(type, event.dataTransfer.getData('text/plain') || type, at)
    else void take(designer, transferOf(event.dataTransfer), at)
    viewport.current.focus({ preventScroll: true })
  }

  return (
    <div
      ref={viewport}
      className={styles.viewport}
      data-canvas=""
      data-tool={tool}
      dir="ltr"
      role="application"
      aria-roledescription={t('designer.canvas.role')}
      aria-label={t('designer.canvas.label', { name: page.name, width: page.width, height: page.height })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas is one stop and handles its keys itself
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
      {...handlers}
    >
      <div ref={world} className={styles.world} inert>
        {drawn}
      </div>
      {/* A cover on top: hit testing stops here instead of walking the page. */}
      <div className={styles.glass} />
      {children}
    </div>
  )
}
