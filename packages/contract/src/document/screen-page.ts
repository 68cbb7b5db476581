import type { MediaZoneEntry } from '#fields/kinds/media-zone.ts'
import { type FieldsByType, NO_DOCUMENT, newWidget, type ReadDocument } from './layout-document.ts'

interface Size {
  width: number
  height: number
}

/**
 * A page that shows media over the whole screen, whatever its shape. Media of another shape show whole, over a blurred
 * copy. `size`: what players and editors without screen-shaped pages draw.
 */
export function screenPage(
  zone: { id: string; name: string },
  media: readonly MediaZoneEntry[],
  types: FieldsByType,
  { width, height }: Size = NO_DOCUMENT,
): ReadDocument {
  const widget = newWidget({ ...zone, type: 'media-looper', zIndex: 1, x: 0, y: 0, width, height }, types)
  const settings = { ...widget.settings, fit: 'blur', media: [...media] }
  return { width, height, shape: 'screen', widgets: [{ ...widget, settings }] }
}
