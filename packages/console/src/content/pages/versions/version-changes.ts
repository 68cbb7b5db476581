import type { ReadDocument, ReadWidget } from '@vitrine/contract/document/layout-document'

export const WIDGET_CHANGES = ['added', 'removed', 'changed', 'moved'] as const
/** `moved`: only its place, size, or order is another one. */
export type WidgetChange = (typeof WIDGET_CHANGES)[number]

export interface PageChanges {
  /** By widget, in the order of the newer page, then what it no longer has. */
  widgets: readonly { id: string; name: string; change: WidgetChange }[]
  /** Whether anything beside widgets is different: size, background, languages. */
  page: boolean
}

/** What a newer version of a page has that an older one hasn't, and the other way around. */
export function changesBetween(older: ReadDocument, newer: ReadDocument): PageChanges {
  const before = new Map(older.widgets.map((widget) => [widget.id, widget]))
  const after = new Set(newer.widgets.map(({ id }) => id))
  return {
    widgets: [
      ...newer.widgets.flatMap((widget) => {
        const change = changeOf(before.get(widget.id), widget)
        return change ? [{ id: widget.id, name: widget.name, change }] : []
      }),
      ...older.widgets
        .filter(({ id }) => !after.has(id))
        .map(({ id, name }) => ({ id, name, change: 'removed' as const })),
    ],
    page: textOf({ ...older, widgets: [] }) !== textOf({ ...newer, widgets: [] }),
  }
}

function changeOf(older: ReadWidget | undefined, newer: ReadWidget): WidgetChange | undefined {
  if (!older) return 'added'
  const [before, after] = [apart(older), apart(newer)]
  if (textOf(before.content) !== textOf(after.content)) return 'changed'
  return textOf(before.place) === textOf(after.place) ? undefined : 'moved'
}

function apart({ x, y, width, height, zIndex, pins, group, ...content }: ReadWidget) {
  return { place: { x, y, width, height, zIndex, pins, group }, content }
}

/** Documents are read with their keys in one order. */
const textOf = (value: unknown) => JSON.stringify(value)
