import type { Host } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { type DragEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './canvas.module.css'
import type { Point } from './geometry/rect.ts'
import { toPage } from './geometry/view.ts'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { useCanvasPointer } from './use-canvas-pointer.ts'
import { useDesigner, useDesignerState } from './use-designer.ts'

/** What is dragged out of the palette. */
export const WIDGET_DRAG = 'application/x-vitrine-widget'

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
  const { page, tool } = useDesignerState(({ page, tool }) => ({ page, tool }))
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
      designer.set({ viewport: { width, height } })
      if (!fitted) designer.fit()
      fitted = true
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [designer])

  // The view and a drag change with every frame: written to the elements, past React.
  useLayoutEffect(() => {
    const element = world.current
    if (!element) return
    const look = () => {
      const { view } = designer.state
      element.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.zoom})`
    }
    /** The boxes of the widgets that a drag carries, found once. */
    let carried: HTMLElement[] = []
    const carry = (by: Point | undefined) => {
      if (by && carried.length === 0)
        carried = designer.movable().flatMap(({ id }) => {
          const box = element.querySelector<HTMLElement>(`[data-widget="${CSS.escape(id)}"]`)
          return box ? [box] : []
        })
      for (const { style } of carried) {
        style.transform = by ? `translate(${by.x}px, ${by.y}px)` : ''
        // Layers of their own: moving them repaints nothing.
        style.willChange = by ? 'transform' : ''
      }
      if (!by) carried = []
    }
    look()
    return designer.store.subscribe((state, before) => {
      if (state.view !== before.view) look()
      if (state.drag !== before.drag) carry(state.drag?.by)
    })
  }, [designer])

  useEffect(() => viewport.current?.focus({ preventScroll: true }), [])

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
        <LayoutView document={page} host={host} />
      </div>
      {children}
    </div>
  )
}
