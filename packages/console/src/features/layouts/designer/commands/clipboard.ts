import type { Fields } from '@vitrine/contract/fields/field'
import type { Values } from '@vitrine/contract/fields/values'
import { LayoutDocument, type ReadWidget, readDocument } from '@vitrine/contract/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { documentOf, type Page } from '#features/layouts/designer/page.ts'

/** What was copied last in this tab; browsers do not let a page read the system's clipboard without asking. */
export const clipboard: { widgets: string; look: Look | undefined } = { widgets: '', look: undefined }

const TAG = 'widgets'

/** Widgets as text for the system's clipboard: a document of the wire form, marked as ours. */
export function writeWidgets(page: Page, widgets: readonly ReadWidget[]): string {
  return JSON.stringify({
    vitrine: TAG,
    document: documentOf({ ...page, widgets: [...widgets] }, WIDGET_FIELDS),
  })
}

/** Reads them again, from whatever text; `undefined` for any other text. */
export function readWidgets(text: string): ReadWidget[] | undefined {
  if (!text.startsWith('{"vitrine":')) return undefined
  try {
    const { vitrine, document } = JSON.parse(text) as { vitrine?: unknown; document?: unknown }
    const parsed = LayoutDocument.safeParse(document)
    return vitrine === TAG && parsed.success ? readDocument(parsed.data, WIDGET_FIELDS).widgets : undefined
  } catch {
    return undefined
  }
}

/** Settings that say how a widget looks rather than what it shows. */
const LOOK_TYPES: readonly string[] = ['colorPicker', 'font-settings', 'color-swatches']

/** Whether a field is about looks. A switch is, beside colours (shadow, outline); elsewhere it is content (mute). */
export function isLook(fields: Fields, name: string): boolean {
  const type = fields[name]?.type ?? ''
  const hasColours = Object.values(fields).some((field) => LOOK_TYPES.includes(field.type))
  return LOOK_TYPES.includes(type) || (type === 'checkbox' && hasColours)
}

export interface Look {
  settings: Values
  types: Readonly<Record<string, string>>
}

export function lookOf(widget: ReadWidget): Look {
  const fields = WIDGET_FIELDS[widget.type] ?? {}
  const names = Object.keys(fields).filter((name) => isLook(fields, name))
  return {
    settings: Object.fromEntries(names.map((name) => [name, widget.settings[name]])),
    types: Object.fromEntries(names.map((name) => [name, fields[name]?.type ?? ''])),
  }
}

/** The widget with every setting of the look that it has, too. */
export function withLook(widget: ReadWidget, look: Look): ReadWidget {
  const fields = WIDGET_FIELDS[widget.type] ?? {}
  const taken = Object.entries(look.settings).filter(([name]) => fields[name]?.type === look.types[name])
  return taken.length ? { ...widget, settings: { ...widget.settings, ...Object.fromEntries(taken) } } : widget
}
