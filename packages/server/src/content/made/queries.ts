// Pages and storyboards that were made to play something else. They belong to it until a person edits them.
import type { UsedBy } from '@vitrine/contract/errors'
import { searchKey } from '@vitrine/contract/search-key'
import { forgetReferences, usersOf } from '#base/references/queries.ts'
import { deleteThumbnails } from '#content/thumbnails/queries.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { slices } from '#lib/work/slices.ts'
import { usesOfStoryboard } from '#playback/uses/uses-of-storyboard.ts'

/** Ids per query. */
const AT_ONCE = 250

/** Sorted like its name, which stays free for what people make. */
export const madeKey = (name: string, id: string): string => `${searchKey(name)} ${id}`

/** For lists: '0' only what people made, '1' only what was made for something else. */
export type Made = '0' | '1' | undefined

/**
 * Call when items are deleted, in the same transaction: deletes what was made to play them, unless something plays it,
 * or someone put a page of it in another storyboard. `uses`: what keeps the items from being deleted.
 */
export async function deleteMade(
  db: Db,
  organizationId: string,
  items: readonly { id: string }[],
  now: number,
): Promise<{ uses: UsedBy[] }> {
  const uses: UsedBy[] = []
  const kept = new Set<string>()
  for (const some of slices(items, AT_ONCE)) {
    const unplayed: { id: string }[] = []
    for (const storyboard of await madeStoryboards(db, some)) {
      await lockRow(db, 'storyboards', storyboard.id)
      const own = await usesOfMade(db, storyboard.id, now)
      if (own.length === 0) unplayed.push(storyboard)
      else kept.add(storyboard.id)
      uses.push(...own)
    }
    await forgetReferences(db, organizationId, unplayed)
    await db.deleteFrom('storyboards').where('id', 'in', anyOf(db, unplayed)).execute()
    const pages = []
    for (const page of await madePages(db, some)) {
      const own = await usersOf(db, 'page', [page])
      if (own.length === 0) pages.push(page)
      else kept.add(page.id)
      uses.push(...own.filter(({ id }) => !kept.has(id)))
    }
    await forgetReferences(db, organizationId, pages)
    await db.deleteFrom('pages').where('id', 'in', anyOf(db, pages)).execute()
    await deleteThumbnails(
      db,
      pages.map(({ thumbnailId }) => thumbnailId),
    )
  }
  return { uses: [...new Map(uses.map((use) => [use.id, use])).values()] }
}

const usesOfMade = async (db: Db, id: string, now: number): Promise<UsedBy[]> => [
  ...(await usesOfStoryboard(db, id, now)),
  ...(await usersOf(db, ['storyboard', 'remote-storyboard'], [{ id }])),
]

export const madePages = (db: Db, items: readonly { id: string }[]) =>
  db
    .selectFrom('pages')
    .select(['id', 'thumbnailId'])
    .where('madeFor', 'is not', null)
    .where('madeFor', 'in', anyOf(db, items))
    .orderBy('id')
    .execute()

const madeStoryboards = (db: Db, items: readonly { id: string }[]) =>
  db
    .selectFrom('storyboards')
    .select('id')
    .where('madeFor', 'is not', null)
    .where('madeFor', 'in', anyOf(db, items))
    .orderBy('id')
    .execute()

/** A person edited a page: what plays it stays behind the page instead of behind its file. */
export async function keepBehind(db: Db, madeFor: string, pageId: string): Promise<void> {
  const playing = (await usersOf(db, 'page', [{ id: pageId }])).filter(({ kind }) => kind === 'storyboard')
  await db
    .updateTable('storyboards')
    .set({ madeFor: pageId })
    .where('madeFor', '=', madeFor)
    .where('id', 'in', anyOf(db, playing))
    .execute()
}
