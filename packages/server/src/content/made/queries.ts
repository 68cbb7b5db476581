// Pages and storyboards that were made to play something else. They belong to it until a person edits them.
import type { UsedBy } from '@vitrine/contract/errors'
import { searchKey } from '@vitrine/contract/search-key'
import { forgetReferences, usersOf } from '#base/references/queries.ts'
import { deleteThumbnails } from '#content/thumbnails/queries.ts'
import type { Players } from '#data/sources/queries.ts'
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

/** What was made for some items. */
export interface MadeThings {
  pages: { id: string; thumbnailId: string | null }[]
  storyboards: { id: string }[]
}

/** In the order of ids. */
export async function madeFor(db: Db, items: readonly { id: string }[]): Promise<MadeThings> {
  const found: MadeThings = { pages: [], storyboards: [] }
  for (const some of slices(items, AT_ONCE)) {
    const pages = await db
      .selectFrom('pages')
      .select(['id', 'thumbnailId'])
      .where('madeFor', 'is not', null)
      .where('madeFor', 'in', anyOf(db, some))
      .orderBy('id')
      .execute()
    const storyboards = await db
      .selectFrom('storyboards')
      .select('id')
      .where('madeFor', 'is not', null)
      .where('madeFor', 'in', anyOf(db, some))
      .orderBy('id')
      .execute()
    found.pages.push(...pages)
    found.storyboards.push(...storyboards)
  }
  return found
}

/**
 * What plays some items by what was made for them, or shows a page of it: that keeps them from being deleted. `made`: ids
 * of what was made.
 */
export async function playersOf(
  db: Db,
  items: readonly { id: string }[],
  now: number,
): Promise<{ made: ReadonlySet<string>; uses: UsedBy[] }> {
  const { pages, storyboards } = await madeFor(db, items)
  const uses: UsedBy[] = []
  for (const { id } of storyboards) uses.push(...(await usesOfStoryboard(db, id, now)))
  uses.push(...(await usersOf(db, ['storyboard', 'remote-storyboard'], storyboards)))
  uses.push(...(await usersOf(db, 'page', pages)))
  const made = new Set([...pages, ...storyboards].map(({ id }) => id))
  const each = new Map(uses.map((use) => [use.id, use]))
  return { made, uses: [...each.values()].filter(({ id }) => !made.has(id)) }
}

/** No schedule can take up what was made for the items until the transaction ends. */
export async function lockMade(db: Db, items: readonly { id: string }[]): Promise<MadeThings> {
  const made = await madeFor(db, items)
  for (const { id } of made.storyboards) await lockRow(db, 'storyboards', id)
  return made
}

/** Call when its items are deleted, in the same transaction, when nothing uses it. */
export async function deleteMade(
  db: Db,
  organizationId: string,
  { pages, storyboards }: MadeThings,
): Promise<void> {
  await forgetReferences(db, organizationId, [...storyboards, ...pages])
  for (const some of slices(storyboards, AT_ONCE))
    await db.deleteFrom('storyboards').where('id', 'in', anyOf(db, some)).execute()
  for (const some of slices(pages, AT_ONCE)) {
    await db.deleteFrom('pages').where('id', 'in', anyOf(db, some)).execute()
    await deleteThumbnails(
      db,
      some.map(({ thumbnailId }) => thumbnailId),
    )
  }
}

/** For rooms that don't know pages. */
export const players: Players = {
  find: (db, thing, now) => playersOf(db, [thing], now),
  lock: (db, thing) => lockMade(db, [thing]),
  remove: async (db, thing) => deleteMade(db, thing.organizationId, await madeFor(db, [thing])),
}

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
