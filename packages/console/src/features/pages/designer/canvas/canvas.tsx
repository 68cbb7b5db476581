import type { Host } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { type DragEvent, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Point, Rect } from '#features/pages/designer/geometry/rect.ts'
import { toPage } from '#features/pages/designer/geometry/view.ts'
import { widgetOf, withRects } from '#features/pages/designer/state/page.ts'
import {
  useCarried,
  useDesigner,
  useDesignerState,
  useDrawnPage,
} from '#features/pages/designer/state/use-designer.ts'
import styles from './canvas.module.css'
import { CarriedBoxes } from './carried-boxes.ts'
import { layBox } from './mover.ts'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { useCanvasPointer } from './use-canvas-pointer.ts'

/** What is dragged out of the palette. */
export const WIDGET_DRAG = 'application/x-vitrine-widget'

/** Milliseconds without a move after which a hand rests. */
const REST_MS = 150

interface CanvasProps {
  host: Host
  /** Handles, guides and frames, drawn above the page and never scaled with it. */
  children: ReactNode
  onMenu: (at: Point) => void
}

/** The page as screens show it, zoomed and moved, under everything that edits it. One stop of the Tab key. */
export function Canvas({ host, children, onMenu }: CanvasProps) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const tool = useDesignerState((state) => state.tool)
  const page = useDrawnPage()
  const viewport = useRef<HTMLDivElement>(null)
  const world = useRef<HTMLDivElement>(null)
  const handlers = useCanvasPointer(viewport, onMenu)
  const onKeyDown = useCanvasKeys()

  useLayoutEffect(() => {
    const element = viewport.current
    if (!element) return
    let fitted = false
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      if (width === 0 || height === 0) return
      const { viewport: before, view } = designer.state
      designer.set({ viewport: { width, height } })
      // Another size of the window keeps what is in the middle there.
      if (fitted)
        designer.set({
          view: {
            ...view,
            x: view.x + (width - before.width) / 2,
            y: view.y + (height - before.height) / 2,
          },
        })
      else designer.fit()
      fitted = true
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [designer])

  // The view changes with every frame: written to the elements, past React.
  useLayoutEffect(() => {
    const element = world.current
    if (!element) return
    const look = () => {
      const { view } = designer.state
      element.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.zoom})`
    }
    const boxOf = (id: string) => element.querySelector<HTMLElement>(`[data-widget="${CSS.escape(id)}"]`)
    /** The boxes of a resize of several, by id, found once. */
    const sized = new Map<string, HTMLElement>()
    let filling: ReturnType<typeof setTimeout> | undefined
    const size = (rects: ReadonlyMap<string, Rect> | null) => {
      clearTimeout(filling)
      if (rects)
        for (const { id } of designer.movable()) {
          const box = sized.get(id) ?? boxOf(id)
          if (box) sized.set(id, box)
        }
      const { page, guides } = designer.state
      for (const [id, box] of sized) {
        const rect = rects?.get(id) ?? widgetOf(page, id)
        if (rect) layBox(box, rect)
      }
      if (!rects) return sized.clear()
      // What is in them is fitted anew when the hand rests.
      filling = setTimeout(
        () => designer.show(withRects(designer.state.history.present, rects), guides),
        REST_MS,
      )
    }
    look()
    const stop = designer.store.subscribe((state, before) => {
      if (state.view !== before.view) look()
      if (state.resized !== before.resized) size(state.resized)
    })
    return () => {
      stop()
      clearTimeout(filling)
    }
  }, [designer])

  useCarried(
    page,
    () => world.current && new CarriedBoxes(world.current, new Set(designer.movable().map(({ id }) => id))),
  )

  useEffect(() => viewport.current?.focus({ preventScroll: true }), [])

  const drawn = useMemo(() => <LayoutView document={page} host={host} />, [page, host])

  const onDrop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(WIDGET_DRAG)
    if (!type || !viewport.current) return
    event.preventDefault()
    const { left, top } = viewport.current.getBoundingClientRect()
    const at = toPage(designer.state.view, { x: event.clientX - left, y: event.clientY - top })
    designer.add(type, event.dataTransfer.getData('text/plain') || type, at)
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
      onDragOver={(event) => event.dataTransfer.types.includes(WIDGET_DRAG) && event.preventDefault()}
      onDrop={onDrop}
      {...handlers}
    >
      <div ref={world} className={styles.world} inert>
        {drawn}
      </div>
      {/* Found before everything in the page is asked whether the pointer is over it. */}
      <div className={styles.glass} />
      {children}
    </div>
  )
}
