// The storyboards that actions of pages load, on any screen.
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { readDocument } from '@vitrine/contract/document/layout-document'
import type { UsedBy } from '@vitrine/contract/errors'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { storyboardsIn } from '#content/pages/document.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { USES_LISTED_MAX } from '#lib/errors.ts'
import { newBreaks } from '#lib/work/breaks.ts'
import { slices } from '#lib/work/slices.ts'

/** Documents per query. */
const AT_ONCE = 20

interface Owned {
  id: string
  organizationId: string
}

/**
 * Records the storyboards that a page's actions load, for `pagesLoading`. Call after every write of a document, in the
 * same transaction.
 */
export async function saveActionUses(
  tx: Db,
  { id, organizationId }: Owned,
  storyboards: readonly string[],
): Promise<void> {
  await tx.deleteFrom('action_uses').where('pageId', '=', id).execute()
  const uses = storyboards.map((storyboardId) => ({
    id: `${id}.${storyboardId}`,
    organizationId,
    pageId: id,
    storyboardId,
  }))
  if (uses.length) await tx.insertInto('action_uses').values(uses).execute()
  await tx
    .updateTable('pages')
    .set(({ ref }) => ({ listedVersion: ref('version') }))
    .where('id', '=', id)
    .execute()
}

/** The same for stored pages. */
export async function saveActionUsesOf(
  tx: Db,
  pages: readonly (Owned & { document: string })[],
): Promise<void> {
  for (const page of pages) await saveActionUses(tx, page, storyboardsOf(page.document))
}

/**
 * Cards, layouts and templates with an action that loads a storyboard, as many as are listed. Pages that a server of an
 * older version saved during an update aren't recorded, so all of them are searched.
 */
export async function pagesLoading(db: Db, storyboardId: string): Promise<UsedBy[]> {
  const naming = db
    .selectFrom('action_uses')
    .select('pageId as id')
    .where('storyboardId', '=', storyboardId)
    .union(
      db
        .selectFrom('pages')
        .select('id')
        .whereRef('listedVersion', '<>', 'version')
        // A prefilter: ids contain nothing that LIKE or JSON treats specially, and the actions below decide.
        .where('document', 'like', `%"${storyboardId}"%`),
    )
  const pages = await db
    .selectFrom('pages')
    .select('id')
    .where('id', 'in', naming)
    .orderBy('nameKey')
    .orderBy('id')
    .execute()
  const loading: UsedBy[] = []
  const takeBreak = newBreaks()
  for (const some of slices(pages, AT_ONCE)) {
    const rows = await db
      .selectFrom('pages')
      .select(['id', 'name', 'kind', 'isTemplate', 'document'])
      .where('id', 'in', anyOf(db, some))
      .orderBy('nameKey')
      .orderBy('id')
      .execute()
    for (const { id, name, kind, isTemplate, document } of rows)
      if (storyboardsOf(document).includes(storyboardId))
        loading.push({ kind: isTemplate === 1 ? 'template' : kind, id, name })
    if (loading.length >= USES_LISTED_MAX) break
    await takeBreak()
  }
  return loading
}

const storyboardsOf = (document: string): string[] =>
  storyboardsIn(readDocument(JSON.parse(document) as LayoutDocument, WIDGET_FIELDS))
