import { LayoutDocument, type ReadWidget, readDocument } from '@vitrine/contract/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import type { Look } from '#features/layouts/designer/look.ts'
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
