import type { MouseEvent } from 'react'
import { distances } from '#content/pages/designer/geometry/distances.ts'
import { boundsOf, type Point } from '#content/pages/designer/geometry/rect.ts'
import { toPage, toViewport } from '#content/pages/designer/geometry/view.ts'
import { widgetsAt } from '#content/pages/designer/gestures/press.ts'
import { rectOf, widgetOf } from '#content/pages/designer/state/page.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { RIGHT } from './pointer-events.ts'

/** Marks the widget under an idle pointer; `at` in viewport pixels. */
export function hover(designer: Designer, at: Point, alt: boolean): void {
  const hovered = widgetsAt(designer.state.page, toPage(designer.state.view, at))[0]?.id ?? null
  if (hovered !== designer.state.hovered) designer.set({ hovered })
  measure(designer, alt)
}

/** While Alt is held, shows the distances from the selection to the hovered widget, or to the page's edges. */
export function measure(designer: Designer, alt: boolean): void {
  const { page, selection, hovered, guides } = designer.state
  const from = alt && boundsOf(designer.selected().map(rectOf))
  if (!from) {
    if (guides.length > 0) designer.set({ guides: [] })
    return
  }
  const pointed = hovered !== null && !selection.includes(hovered) ? widgetOf(page, hovered) : undefined
  designer.set({ guides: distances(from, pointed ? rectOf(pointed) : { x: 0, y: 0, ...page }) })
}

/** The context menu's position in client coordinates. Selects the widget under the pointer unless it already is. */
export function menuPlace(designer: Designer, event: MouseEvent<HTMLElement>, at: Point): Point {
  const { page, selection, view } = designer.state
  // When the menu key opens it, the browser reports the middle of the canvas: use the selection instead.
  const chosen = event.button !== RIGHT && !event.ctrlKey && boundsOf(designer.selected().map(rectOf))
  if (chosen) {
    const box = event.currentTarget.getBoundingClientRect()
    const { x, y } = toViewport(view, chosen)
    return {
      x: box.left + Math.min(Math.max(x, 0), box.width),
      y: box.top + Math.min(Math.max(y, 0), box.height),
    }
  }
  const below = widgetsAt(page, toPage(view, at))
  if (!below.some(({ id }) => selection.includes(id))) designer.select(below.slice(0, 1).map(({ id }) => id))
  return { x: event.clientX, y: event.clientY }
}
