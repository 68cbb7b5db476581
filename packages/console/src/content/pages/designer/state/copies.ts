import { copyWidgets, type ReadWidget } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { hangsOver, intoReach, type Reach } from '#content/pages/designer/geometry/reach.ts'
import { boundsOf, intoPage, moved, type Point, type Rect } from '#content/pages/designer/geometry/rect.ts'
import { copiedGroups } from './groups.ts'
import { freeName, namesOf, type Page } from './page.ts'

/** Where copies came from, to repeat it. */
export interface Copied {
  ids: readonly string[]
  from: Rect
}

/**
 * Copies with new ids and names, from the back, offset by `by`, in separate groups. They stay inside the page, or in reach
 * if their originals hang over its edge.
 */
export function copiesOf(
  page: Page,
  widgets: readonly ReadWidget[],
  bounds: Rect,
  by: Point,
  entered: string | null,
  makeId: () => string,
  reach: Reach,
): ReadWidget[] {
  const wanted = moved(bounds, by)
  const inside = reach.clips && hangsOver(bounds, page) ? intoReach(wanted, reach) : intoPage(wanted, page)
  const way = { x: by.x + inside.x, y: by.y + inside.y }
  const names = namesOf(page)
  const back = [...widgets].sort((a, b) => a.zIndex - b.zIndex)
  const regrouped = copiedGroups(page, widgets, entered)
  return copyWidgets(back, WIDGET_FIELDS, makeId).map((widget) => {
    const name = freeName(names, widget.name)
    names.add(name)
    // Comparing documents as JSON: an undefined key would disappear.
    const { locked: _, ...copy } = regrouped(widget)
    return { ...moved(copy, way), name }
  })
}

/** The offset from what was copied to its copies, where these are now; `undefined` if others are selected. */
export function repeated(
  page: Page,
  selection: readonly string[],
  copied: Copied | undefined,
): Point | undefined {
  const isSame = copied?.ids.length === selection.length && copied.ids.every((id) => selection.includes(id))
  const now = isSame && boundsOf(page.widgets.filter(({ id }) => selection.includes(id)))
  return copied && now ? { x: now.x - copied.from.x, y: now.y - copied.from.y } : undefined
}
