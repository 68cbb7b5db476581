import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import type { WidgetType } from '@vitrine/widgets/definitions'
import { isFilled } from '@vitrine/widgets/filled-row'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { enterGroup } from './groups.ts'

/** The field that is typed on the canvas, of types that draw it as text. */
const TYPED: Partial<Record<string, string>> = {
  text: 'text',
  'sticky-note': 'text',
  button: 'label',
  tag: 'label',
  link: 'label',
} satisfies Partial<Record<WidgetType, string>>

/** The field that is typed on the canvas; `undefined` for other widgets, and for lists, which have many texts. */
export function typedField({ type, settings, locked, known }: ReadWidget): string | undefined {
  const rows = settings.rows
  const isList = settings.source || (Array.isArray(rows) && rows.some(isFilled))
  return known && !locked && !isList ? TYPED[type] : undefined
}

/**
 * Opens what is selected: enters a group, types in a text, or goes to the widget's content. `id`: the one that was
 * pointed at.
 */
export function openSelection(designer: Designer, id?: string): void {
  if (enterGroup(designer, id)) return
  const selected = designer.selected()
  const [only] = selected
  const field = only && selected.length === 1 ? typedField(only) : undefined
  if (!only || field === undefined) designer.request('content')
  else {
    designer.seal()
    designer.set({ typing: { id: only.id, field } })
  }
}
