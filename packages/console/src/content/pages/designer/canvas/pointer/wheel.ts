import type { Designer } from '#content/pages/designer/state/store.ts'
import type { InViewport } from './pointer-events.ts'

/** The zoom exponent (base 2) per wheel pixel. */
const WHEEL_ZOOM = 1 / 300
const LINE_PIXELS = 16

/** The wheel scrolls; with Ctrl or Command it zooms, with Shift it scrolls sideways. */
export function turnWheel(designer: Designer, event: WheelEvent, inViewport: InViewport): void {
  event.preventDefault()
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1
  const by = { x: -event.deltaX * unit, y: -event.deltaY * unit }
  if (event.ctrlKey || event.metaKey)
    designer.zoomTo(designer.state.view.zoom * 2 ** (by.y * WHEEL_ZOOM), inViewport(event))
  else designer.panBy(event.shiftKey && by.x === 0 ? { x: by.y, y: 0 } : by)
}
