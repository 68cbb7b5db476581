// Reusable parts of pages, which pages show with different values.
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { PARTS_MAX } from '@vitrine/contract/api/content/parts'
import type { UsedBy } from '@vitrine/contract/errors'
import { partsOf, withParts } from '#base/parts/queries.ts'
import { byName, forgetReferences, usersOf } from '#base/references/queries.ts'
import { type Deletion, movePageToTrash } from '#content/deletions/queries.ts'
import { refuseInUse } from '#content/pages/api.ts'
import { documentColumns, type Page } from '#content/pages/queries.ts'
import { saveStoredReferences } from '#content/pages/references/queries.ts'
import { refuseLargePage } from '#content/pages/uses/queries.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { AppError } from '#lib/errors.ts'
import { slices } from '#lib/work/slices.ts'

/** Pages in memory at a time: one may have 512 kB. */
const AT_ONCE = 10

/** The pages that show a part, by name. */
export const pagesWithPart = async (db: Db, part: { id: string }): Promise<UsedBy[]> =>
  byName(await usersOf(db, 'part', [part]))

/** After the insert. Throws STORAGE_LIMIT. */
export async function refuseMoreParts(db: Db, organizationId: string): Promise<void> {
  const { count } = await db
    .selectFrom('pages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('kind', '=', 'part')
    .executeTakeFirstOrThrow()
  if (Number(count) > PARTS_MAX)
    throw new AppError(
      'STORAGE_LIMIT',
      `This organization has reached its limit of ${PARTS_MAX} parts. Delete some first.`,
    )
}

/** After the save of a part: what pages reference through it. Throws INVALID if one would have too many elements. */
export async function renewPages(db: Db, pages: readonly UsedBy[]): Promise<void> {
  for (const some of slices(pages, AT_ONCE)) {
    for (const { id } of some) await lockRow(db, 'pages', id)
    const rows = await db
      .selectFrom('pages')
      .select(['id', 'name', 'organizationId', 'document', 'shows'])
      .where('id', 'in', anyOf(db, some))
      .execute()
    for (const row of rows) {
      const document = JSON.parse(row.document) as LayoutDocument
      const parts = (await partsOf(db, [document]))(row.organizationId)
      refuseLargePage(row, document, parts)
      const { shows } = documentColumns(document, withParts(document, parts))
      if (shows !== row.shows) await db.updateTable('pages').set({ shows }).where('id', '=', row.id).execute()
    }
    await saveStoredReferences(db, rows)
  }
}

/** Throws PART_IN_USE with the pages that show it. */
export async function refusePartInUse(db: Db, part: { id: string }): Promise<void> {
  refuseInUse('part', await pagesWithPart(db, part))
}

/** It can be restored from the trash. Throws what refusing it throws. */
export async function deletePart(db: Db, part: Page, by: Deletion): Promise<void> {
  await lockRow(db, 'pages', part.id)
  await refusePartInUse(db, part)
  await movePageToTrash(db, 'part', part, by)
  await forgetReferences(db, part.organizationId, [part])
  await db.deleteFrom('pages').where('id', '=', part.id).execute()
}
