import { isRecord } from '#record.ts'
import { copyWidgets, type FieldsByType, type ReadDocument, type ReadWidget } from './layout-document.ts'

/**
 * The locked widgets of `before`, in their order, that `after` changed: deleted, unlocked, moved, resized, restyled,
 * given other content, or restacked. Resizing or reshaping the page changes all of them. Changing locked widgets takes permission
 * to design the page; filling in the others does not.
 */
export function changedLockedParts(before: ReadDocument, after: ReadDocument): ReadWidget[] {
  const resized =
    before.width !== after.width || before.height !== after.height || before.shape !== after.shape
  const now = new Map(after.widgets.map((widget) => [widget.id, widget]))
  const ranks = ranksOf(before, after)
  return before.widgets.filter((widget) => {
    if (!widget.locked) return false
    const other = now.get(widget.id)
    if (resized || !other || face(widget) !== face(other) || !sameNeighbors(widget.id, ranks)) return true
    return before.languages !== after.languages && wordsIn(widget, before) !== wordsIn(widget, after)
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

/** What other languages say instead of a widget's texts, and which way they are read. */
function wordsIn({ settings }: ReadWidget, { languages }: ReadDocument): string {
  if (!languages) return ''
  const texts = new Set<string>()
  collect(settings, texts)
  const others = languages.others
    .map(({ language, texts: all }) => [
      language,
      all
        .flatMap(({ of, to }) => (texts.has(of) ? [[of, to]] : []))
        .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    ])
    .filter(([, all]) => all?.length)
  return others.length > 0 ? JSON.stringify([languages.own, languages.mirror, others]) : ''
}
function collect(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value)
  else if (Array.isArray(value)) for (const each of value) collect(each, texts)
  else if (isRecord(value)) for (const each of Object.values(value)) collect(each, texts)
}

/** Ranks in the stacking order of widgets that are in both documents. */
interface Ranks {
  before: number
  after: number
}

/** By id; added and deleted widgets are missing. */
function ranksOf(before: ReadDocument, after: ReadDocument): Map<string, Ranks> {
  const now = stacked(after)
  return new Map(
    [...stacked(before)].flatMap(([id, rank]) => {
      const other = now.get(id)
      return other === undefined ? [] : [[id, { before: rank, after: other }]]
    }),
  )
}

/** Of two widgets with the same z-index, the later one in the list is drawn above. */
function stacked({ widgets }: ReadDocument): Map<string, number> {
  const order = [...widgets].sort((a, b) => a.zIndex - b.zIndex)
  return new Map(order.map(({ id }, rank) => [id, rank]))
}

/** Whether the widget is above the same widgets in both documents. */
function sameNeighbors(id: string, ranks: ReadonlyMap<string, Ranks>): boolean {
  const own = ranks.get(id)
  if (!own) return false
  for (const other of ranks.values()) if (other.before < own.before !== other.after < own.after) return false
  return true
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
