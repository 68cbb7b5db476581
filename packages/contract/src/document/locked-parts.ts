import { copyWidgets, type FieldsByType, type ReadDocument, type ReadWidget } from './layout-document.ts'

/**
 * The locked widgets of `before`, in their order, that `after` changed: deleted, unlocked, moved, resized, restyled,
 * given other content, or restacked. Resizing the page changes all of them. Changing locked widgets takes permission
 * to design the page; filling in the others does not.
 */
export function changedLockedParts(before: ReadDocument, after: ReadDocument): ReadWidget[] {
  const resized = before.width !== after.width || before.height !== after.height
  const now = new Map(after.widgets.map((widget) => [widget.id, widget]))
  return before.widgets.filter((widget) => {
    if (!widget.locked) return false
    const other = now.get(widget.id)
    return resized || !other || face(widget) !== face(other) || !sameNeighbors(widget, before, other, after)
  })
}

/**
 * A document whose widgets get ids from their types, names and order. A page made from a template has other ids; with
 * these, the two can be compared.
 */
export function withComparableIds(document: ReadDocument, types: FieldsByType): ReadDocument {
  const counts = new Map<string, number>()
  const widgets = [...document.widgets].sort((a, b) => a.zIndex - b.zIndex)
  const ids = widgets.map(({ type, name }) => {
    const kind = JSON.stringify([type, name])
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `${kind} ${count}`
  })
  const next = ids.values()
  return { ...document, widgets: copyWidgets(widgets, types, () => next.next().value ?? '') }
}

/** All of a widget except its stacking order, which every save renumbers. Editors save whole pixels. */
const face = ({ zIndex: _, x, y, width, height, ...widget }: ReadWidget): string =>
  JSON.stringify([...[x, y, width, height].map(Math.round), sorted(widget)])

/** Whether the widget is above the same widgets in both documents, ignoring added and deleted ones. */
function sameNeighbors(a: ReadWidget, before: ReadDocument, b: ReadWidget, after: ReadDocument): boolean {
  const below = belowOf(a, before)
  const belowNow = belowOf(b, after)
  return before.widgets.every(
    ({ id }) => !after.widgets.some((other) => other.id === id) || below.has(id) === belowNow.has(id),
  )
}

/** Of two widgets with the same z-index, the later one in the list is drawn above. */
function belowOf(widget: ReadWidget, { widgets }: ReadDocument): ReadonlySet<string> {
  const at = widgets.indexOf(widget)
  return new Set(
    widgets
      .filter(({ zIndex }, index) => zIndex < widget.zIndex || (zIndex === widget.zIndex && index < at))
      .map(({ id }) => id),
  )
}

/** Keys in one order: documents of other programs have them in another. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
