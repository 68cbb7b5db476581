import type { Host } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { type DragEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './canvas.module.css'
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
  onMenu: (at: { x: number; y: number }) => void
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
    const place = () => {
      const { view, drag } = designer.state
      element.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.zoom})`
      carry(element, drag ? designer.movable().map(({ id }) => id) : [], drag?.by ?? { x: 0, y: 0 })
    }
    place()
    return designer.store.subscribe((state, before) => {
      if (state.view !== before.view || state.drag !== before.drag) place()
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

const carried = new WeakMap<HTMLElement, string[]>()
/** Moves widgets' boxes by transform, and puts those back that are no longer moved. */
function carry(world: HTMLElement, ids: readonly string[], by: { x: number; y: number }) {
  const find = (id: string) => world.querySelector<HTMLElement>(`[data-widget="${CSS.escape(id)}"]`)
  for (const id of carried.get(world) ?? [])
    if (!ids.includes(id)) find(id)?.style.removeProperty('transform')
  for (const id of ids) find(id)?.style.setProperty('transform', `translate(${by.x}px, ${by.y}px)`)
  carried.set(world, [...ids])
}
