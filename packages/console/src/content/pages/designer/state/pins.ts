import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import type { Pin } from '@vitrine/contract/document/pins'
import type { Axis } from '#content/pages/designer/geometry/rect.ts'

/** A widget that is pinned another way along an axis; without `pin`, it isn't. */
export function withPin(widget: ReadWidget, axis: Axis, pin: Pin | undefined): ReadWidget {
  if (widget.pins?.[axis] === pin) return widget
  const { pins, ...rest } = widget
  // In one order, and without what is unset: documents are compared as JSON.
  const [x, y] = axis === 'x' ? [pin, pins?.y] : [pins?.x, pin]
  const next = { ...(x && { x }), ...(y && { y }) }
  return Object.keys(next).length > 0 ? { ...rest, pins: next } : rest
}
