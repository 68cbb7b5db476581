import type { ListedComment } from '@vitrine/contract/api/content/comments'
import type { Place } from './comments-state.ts'

interface Box {
  id: string
  name: string
  x: number
  y: number
  width: number
  height: number
  zIndex: number
  hidden?: boolean
}

/** The page that comments are on. */
export interface Commented {
  width: number
  height: number
  widgets: readonly Box[]
}

const within = (fraction: number) => Math.min(1, Math.max(0, fraction))

/** Where a comment is, as fractions of the page: on its widget, or where that was. */
export function pointOf(
  { x, y, widget }: Pick<ListedComment, 'x' | 'y' | 'widget'>,
  page: Commented,
): { x: number; y: number } {
  const box = widget && page.widgets.find(({ id }) => id === widget.id)
  if (!box) return { x, y }
  return {
    x: within((box.x + widget.x * box.width) / page.width),
    y: within((box.y + widget.y * box.height) / page.height),
  }
}

/** The place of a comment at a point in layout pixels, on the front widget there. */
export function placeAt(page: Commented, at: { x: number; y: number }): Place {
  const hit = page.widgets
    .filter(({ hidden }) => !hidden)
    .toSorted((a, b) => b.zIndex - a.zIndex)
    .find(({ x, y, width, height }) => at.x >= x && at.y >= y && at.x <= x + width && at.y <= y + height)
  return {
    x: within(at.x / page.width),
    y: within(at.y / page.height),
    widget: hit
      ? { id: hit.id, name: hit.name, x: (at.x - hit.x) / hit.width, y: (at.y - hit.y) / hit.height }
      : null,
  }
}

/** The place of a comment on a widget, at its corner; without one in the middle of the page. */
export function placeOn(page: Commented, id: string | undefined): Place {
  const box = page.widgets.find((widget) => widget.id === id)
  if (!box) return { x: 0.5, y: 0.5, widget: null }
  const widget = { id: box.id, name: box.name, x: 1, y: 0 }
  return { ...pointOf({ x: 0, y: 0, widget }, page), widget }
}
