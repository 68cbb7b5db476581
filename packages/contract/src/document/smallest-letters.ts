import { isRecord } from '#record.ts'
import type { ReadWidget } from './layout-document.ts'

/**
 * The size of the smallest letters that a page sets, in layout pixels; undefined if it sets none. Texts that grow into
 * their boxes, and widgets that arrange their own lines, set none.
 */
export function smallestLetters(widgets: readonly ReadWidget[]): number | undefined {
  const sizes = widgets.flatMap(({ hidden, settings }) => {
    const { fontSettings: font } = settings
    if (hidden || !isRecord(font) || font.maxSize) return []
    return typeof font.size === 'number' && font.size > 0 ? [font.size] : []
  })
  return sizes.length > 0 ? Math.min(...sizes) : undefined
}
