import { memo, type PointerEvent, useRef } from 'react'
import { sameRect } from '#content/pages/designer/geometry/rect.ts'
import { isInView, toPage } from '#content/pages/designer/geometry/view.ts'
import type { Page } from '#content/pages/designer/state/page.ts'
import { useDesigner, useDesignerState, useLaterPage } from '#content/pages/designer/state/use-designer.ts'
import styles from './overlay.module.css'

/** Longer pages are video walls, on which users get lost. */
const WALL = 4000
const LONGEST = 220

/**
 * An overview of a wall that doesn't fit the viewport: its widgets and the visible part. Dragging it scrolls the
 * canvas.
 */
export function Minimap() {
  const designer = useDesigner()
  const page = useLaterPage(samePlaces)
  const { view, viewport } = useDesignerState(({ view, viewport }) => ({ view, viewport }))
  const box = useRef<HTMLDivElement>(null)
  const scale = LONGEST / Math.max(page.width, page.height)
  const whole = { x: 0, y: 0, width: page.width, height: page.height }
  if (Math.max(page.width, page.height) <= WALL || isInView(view, whole, viewport)) return null

  const look = (event: PointerEvent) => {
    const bounds = box.current?.getBoundingClientRect()
    if (!bounds) return
    const x = (event.clientX - bounds.left) / scale
    const y = (event.clientY - bounds.top) / scale
    designer.set({
      view: { ...view, x: viewport.width / 2 - x * view.zoom, y: viewport.height / 2 - y * view.zoom },
    })
  }
  const corner = toPage(view, { x: 0, y: 0 })
  return (
    <div
      ref={box}
      className={styles.minimap}
      data-minimap=""
      style={{ width: page.width * scale, height: page.height * scale }}
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        look(event)
      }}
      onPointerMove={(event) => {
        event.stopPropagation()
        if (event.buttons) look(event)
      }}
      onPointerUp={(event) => event.stopPropagation()}
    >
      <MiniWidgets page={page} scale={scale} />
      <div
        className={styles.miniView}
        style={{
          left: corner.x * scale,
          top: corner.y * scale,
          width: (viewport.width / view.zoom) * scale,
          height: (viewport.height / view.zoom) * scale,
        }}
      />
    </div>
  )
}

/** Memoized: panning doesn't change it. */
const MiniWidgets = memo(function MiniWidgets({ page, scale }: { page: Page; scale: number }) {
  return page.widgets.map(({ id, x, y, width, height, hidden }) => (
    <div
      key={id}
      className={styles.miniWidget}
      data-hidden={hidden}
      style={{ left: x * scale, top: y * scale, width: width * scale, height: height * scale }}
    />
  ))
})

/** Compare places only: contents are invisible at this size. */
const samePlaces = (a: Page, b: Page): boolean =>
  a === b ||
  (a.width === b.width &&
    a.height === b.height &&
    a.widgets.length === b.widgets.length &&
    a.widgets.every((widget, index) => {
      const other = b.widgets[index]
      return other?.id === widget.id && other.hidden === widget.hidden && sameRect(other, widget)
    }))
