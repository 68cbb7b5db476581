import { memo, type PointerEvent, useRef } from 'react'
import { sameRect } from '#features/pages/designer/geometry/rect.ts'
import { isInView, toPage } from '#features/pages/designer/geometry/view.ts'
import type { Page } from '#features/pages/designer/state/page.ts'
import { useDesigner, useDesignerState, useLaterPage } from '#features/pages/designer/state/use-designer.ts'
import styles from './overlay.module.css'

/** Pages longer than this are walls: one loses one's way on them. */
const WALL = 4000
const LONGEST = 220

/** A wall in small while not all of it is seen: where its widgets are, and which part is looked at. Dragging it looks elsewhere. */
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

/** Unchanged while only the view moves. */
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

/** Widgets' contents are not visible in so small a picture. */
const samePlaces = (a: Page, b: Page): boolean =>
  a === b ||
  (a.width === b.width &&
    a.height === b.height &&
    a.widgets.length === b.widgets.length &&
    a.widgets.every((widget, index) => {
      const other = b.widgets[index]
      return other?.id === widget.id && other.hidden === widget.hidden && sameRect(other, widget)
    }))
