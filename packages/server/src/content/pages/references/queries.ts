// What pages refer to, and which pages refer to a storyboard.
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { readDocument } from '@vitrine/contract/document/layout-document'
import { partsIn } from '@vitrine/contract/document/part-use'
import type { UsedBy } from '@vitrine/contract/errors'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { partsOf, withParts } from '#base/parts/queries.ts'
import { byName, type References, saveReferences, usersOf } from '#base/references/queries.ts'
import { referencesOfPage } from '#content/pages/document.ts'
import { knownParts } from '#content/pages/uses/queries.ts'
import type { Db } from '#db/schema.ts'
import type { PagesTable } from '#db/tables/content.ts'

export const savePageReferences = (
  db: Db,
  { id, organizationId }: Pick<PagesTable, 'id' | 'organizationId'>,
  references: References,
): Promise<void> => saveReferences(db, organizationId, { kind: 'page', id }, references)

/** The same for stored pages. */
export async function saveStoredReferences(
  db: Db,
  pages: readonly Pick<PagesTable, 'id' | 'organizationId' | 'document'>[],
): Promise<void> {
  for (const page of pages) {
    const document = JSON.parse(page.document) as LayoutDocument
    const parts = (await partsOf(db, [document]))(page.organizationId)
    const part = await knownParts(db, page.organizationId, partsIn(document.widgets))
    await savePageReferences(db, page, { ...documentReferences(withParts(document, parts)), part })
  }
}

/** Everything that a document references. */
export const documentReferences = (document: LayoutDocument): References =>
  referencesOfPage(readDocument(document, WIDGET_FIELDS))

/** Cards, layouts, and templates with an action that loads a storyboard, on any screen, sorted by name. */
export const pagesLoading = async (db: Db, storyboardId: string): Promise<UsedBy[]> =>
  byName(
    (await usersOf(db, ['storyboard', 'remote-storyboard'], [{ id: storyboardId }])).filter(
      // Those that play it inside have no actions.
      ({ kind }) => kind !== 'storyboard',
    ),
  )
