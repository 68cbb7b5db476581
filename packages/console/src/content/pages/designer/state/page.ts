import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import {
  type FieldsByType,
  type ReadDocument,
  type ReadWidget,
  WIDGET_MIN,
  WIDGET_NAME_MAX,
  writeDocument,
} from '@vitrine/contract/document/layout-document'
import { withoutStrayPieces, withoutUnused } from '@vitrine/contract/document/translated-page'
import { PLAIN_SHAPES } from '@vitrine/widgets/drawings/names'
import { faceOf } from '@vitrine/widgets/faces'
import { shallow as isShallowEqual } from 'zustand/shallow'
import type { Rect } from '#content/pages/designer/geometry/rect.ts'

/** The designer's immutable document with its name; versions share structure, so history needs little memory. */
export interface Page extends ReadDocument {
  name: string
}

export const rectOf = ({ x, y, width, height }: Rect): Rect => ({ x, y, width, height })
/** Where a widget's surface is drawn, in whole pixels: a stored shadow takes room from its box. */
export function seenRectOf({ type, settings, ...widget }: Seen): Rect {
  const { left, top, width, height } = faceOf(type, settings, widget)
  return {
    x: Math.round(widget.x + left),
    y: Math.round(widget.y + top),
    width: Math.round(width),
    height: Math.round(height),
  }
}
type Seen = Rect & Pick<ReadWidget, 'type' | 'settings'>

/** The smallest side of a widget: plain and free shapes can be hairlines. */
export const leastSide = ({ type, settings }: Pick<ReadWidget, 'type' | 'settings'>): number =>
  type === 'tag' && (settings.outline || PLAIN_SHAPES.includes(String(settings.drawing))) ? 1 : WIDGET_MIN

export const widgetOf = (page: Page, id: string): ReadWidget | undefined =>
  page.widgets.find((widget) => widget.id === id)

/** Widgets in list order, front first. */
export const frontFirst = ({ widgets }: Pick<Page, 'widgets'>): ReadWidget[] =>
  [...widgets].reverse().sort((a, b) => b.zIndex - a.zIndex)

/** Replaces some widgets; returns the same page if none changed. */
export function withWidgets(page: Page, changed: readonly ReadWidget[]): Page {
  const byId = new Map(changed.map((widget) => [widget.id, widget]))
  if (page.widgets.every((widget) => (byId.get(widget.id) ?? widget) === widget)) return page
  return { ...page, widgets: page.widgets.map((widget) => byId.get(widget.id) ?? widget) }
}

/** Moves and resizes widgets to whole pixels; unchanged ones keep their identity. */
export function withRects(page: Page, rects: ReadonlyMap<string, Rect>): Page {
  const changed = page.widgets.flatMap((widget) => {
    const rect = rects.get(widget.id)
    if (!rect) return []
    const { x, y, width, height } = rect
    const same = widget.x === x && widget.y === y && widget.width === width && widget.height === height
    return same ? [] : [{ ...widget, x, y, width, height }]
  })
  return withWidgets(page, changed)
}

export const without = (page: Page, ids: readonly string[]): Page =>
  page.widgets.some(({ id }) => ids.includes(id))
    ? { ...page, widgets: page.widgets.filter(({ id }) => !ids.includes(id)) }
    : page

/** Adds widgets in front of all others, in order. */
export function withAdded(page: Page, added: readonly ReadWidget[]): Page {
  const top = Math.max(0, ...page.widgets.map(({ zIndex }) => zIndex))
  return {
    ...page,
    widgets: [...page.widgets, ...added.map((widget, index) => ({ ...widget, zIndex: top + 1 + index }))],
  }
}

/** Stacks the widgets as listed (front first), numbered n…1 from the front. */
export function withOrder(page: Page, ids: readonly string[]): Page {
  const zIndexes = new Map(ids.map((id, index) => [id, ids.length - index]))
  return withWidgets(
    page,
    page.widgets.flatMap((widget) => {
      const zIndex = zIndexes.get(widget.id) ?? widget.zIndex
      return zIndex === widget.zIndex ? [] : [{ ...widget, zIndex }]
    }),
  )
}

/** Whether positions, sizes and names are equal. */
export function differInSettingsAlone(page: Page, other: Page): boolean {
  if (page === other) return true
  const { widgets, ...around } = page
  const { widgets: others, ...aroundOther } = other
  return (
    isShallowEqual(around, aroundOther) &&
    widgets.length === others.length &&
    widgets.every((widget, index) => {
      const twin = others[index]
      return widget === twin || (twin && isShallowEqual({ ...widget, settings: 0 }, { ...twin, settings: 0 }))
    })
  )
}

/** A unique widget name: `Button`, `Button 2`, … */
export function freeName(names: ReadonlySet<string>, wanted: string, most: number = WIDGET_NAME_MAX): string {
  const stem = wanted.replace(/ \d+$/, '')
  if (!names.has(wanted)) return wanted
  for (let number = 2; ; number += 1) {
    const tail = ` ${number}`
    const name = stem.slice(0, most - tail.length) + tail
    if (!names.has(name)) return name
  }
}
export const namesOf = (page: Page): Set<string> => new Set(page.widgets.map(({ name }) => name))

/**
 * The document to save: zIndex 1…n from the back, widgets written front first, rects in whole pixels, and without translations
 * of texts that it no longer has.
 */
export function documentOf(page: Page, types: FieldsByType): LayoutDocument {
  const ordered = frontFirst(page)
  return writeDocument(
    {
      ...withoutUnused(page, types),
      widgets: ordered.map((widget, index) => ({
        ...withoutStrayPieces(widget, types, page.languages),
        x: Math.round(widget.x),
        y: Math.round(widget.y),
        width: Math.round(widget.width),
        height: Math.round(widget.height),
        zIndex: ordered.length - index,
      })),
    },
    types,
  )
}
