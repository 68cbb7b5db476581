import { type ReadDocument, writeDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type LinkTarget, withLink } from '#content/pages/preview/board/page-links.ts'
import { documentOf, type StoryPage } from '#queries/pages.ts'

/** Changed links, by page and widget: on a page that was changed in the meantime, they are put into its newest version. */
export interface LinkEdit {
  pageId: string
  widgetId: string
  to: LinkTarget
}
export type LinkEdits = readonly LinkEdit[]

/** The edits with one more, which replaces an earlier one of the same widget. */
export const edited = (edits: LinkEdits, edit: LinkEdit): LinkEdits => [
  ...edits.filter(({ pageId, widgetId }) => pageId !== edit.pageId || widgetId !== edit.widgetId),
  edit,
]

/** A page's document with its edits. `pages`: those of the storyboard, in order. */
export function withEdits(
  page: StoryPage,
  edits: LinkEdits,
  pages: readonly { name: string }[],
): ReadDocument {
  return edits
    .filter(({ pageId }) => pageId === page.id)
    .reduce((document, { widgetId, to }) => withLink(document, widgetId, to, pages), documentOf(page))
}

/** The body of a save. */
export function savedPage(page: StoryPage, edits: LinkEdits, pages: readonly { name: string }[]) {
  const document = withEdits(page, edits, pages)
  return { name: page.name, ...writeDocument(document, WIDGET_FIELDS), version: page.version }
}
