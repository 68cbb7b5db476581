import type { Media } from '@vitrine/contract/api/content/media'
import type { UsedBy } from '@vitrine/contract/errors'
import { rule } from '@vitrine/contract/rules'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { inUse, invalid } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { forgetSourceUses } from './source-uses.ts'

/** Users that prevent a media item's deletion. A package's or stream's own uses are deleted with it. */
export async function usersOf(db: Db, { id, cardId }: Pick<Media, 'id' | 'cardId'>): Promise<UsedBy[]> {
  const uses = (await usesOf(db, [id])).filter((use) => use.id !== id)
  return cardId ? [await asCard(db, cardId), ...uses] : uses
}

async function asCard(db: Db, id: string): Promise<UsedBy> {
  const card = await db.selectFrom('pages').select('name').where('id', '=', id).executeTakeFirst()
  return { kind: 'card', id, name: card?.name ?? '' }
}

/** Items that use any of these media, each once, sorted by name. */
export async function usesOf(db: Db, mediaIds: readonly string[]): Promise<UsedBy[]> {
  const found = new Map<string, UsedBy>()
  for (let start = 0; start < mediaIds.length; start += 500) {
    const rows = await db
      .selectFrom('media_uses')
      .leftJoin('pages', 'pages.id', 'media_uses.ownerId')
      .leftJoin('media', 'media.id', 'media_uses.ownerId')
      .leftJoin('organizations', 'organizations.id', 'media_uses.ownerId')
      .leftJoin('storyboards', 'storyboards.id', 'media_uses.ownerId')
      .leftJoin('floors', 'floors.id', 'media_uses.ownerId')
      .leftJoin('buildings', 'buildings.id', 'floors.buildingId')
      .select(['ownerId as id', 'ownerKind as kind'])
      .select(['pages.name as page', 'media.name as package', 'organizations.name as organization'])
      .select(['storyboards.name as storyboard', 'storyboards.type as type'])
      .select(['floors.name as floor', 'buildings.name as building'])
      .where('media_uses.mediaId', 'in', mediaIds.slice(start, start + 500))
      .orderBy('media_uses.id')
      .execute()
    for (const { id, kind, page, package: packed, organization, storyboard, type, floor, building } of rows) {
      const place = floor === null ? '' : `${building} · ${floor}`
      const name = page ?? packed ?? organization ?? storyboard ?? place
      found.set(id, { kind: kind as MediaOwner['kind'], id, name, ...(type && { type }) })
    }
  }
  return [...found.values()]
}

/** Storyboards with any of these pages, sorted by name. */
export async function storyboardsShowing(db: Db, pages: readonly string[]): Promise<UsedBy[]> {
  if (pages.length === 0) return []
  const wanted = pages.map((id) => ({ id }))
  const rows = await db
    .selectFrom('page_uses')
    .innerJoin('storyboards', 'storyboards.id', 'page_uses.storyboardId')
    .select(['storyboards.id', 'storyboards.name', 'storyboards.type', 'storyboards.nameKey'])
    .where('page_uses.pageId', 'in', anyOf(db, wanted))
    .distinct()
    .orderBy('storyboards.nameKey')
    .orderBy('storyboards.id')
    .execute()
  return rows.map(({ nameKey: _, ...storyboard }) => ({ kind: 'storyboard', ...storyboard }))
}

/** Deletes the uses by packages and streams that are about to be deleted. */
export async function forgetUsesOf(db: Db, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += 500)
    await db
      .deleteFrom('media_uses')
      .where('ownerKind', 'in', ['package', 'stream'])
      .where('ownerId', 'in', ids.slice(start, start + 500))
      .execute()
  await forgetSourceUses(db, ids)
}

export const mediaInUse = (uses: UsedBy[]) =>
  inUse('USED_IN_CARD', 'this media in use, please delete all related items before delete', uses)

/** Owner of a use: an item in whose document media can't be deleted. */
export interface MediaOwner {
  kind: 'card' | 'layout' | 'template' | 'package' | 'stream' | 'organization' | 'storyboard' | 'floor'
  id: string
}

/**
 * Records the media of a document, in the transaction that saves or deletes it (then with an empty list). `db` is bound
 * to the document's organization; an id without a media item there gets 400 under `field`.
 */
export async function saveMediaUses(
  db: Db,
  organizationId: string,
  owner: MediaOwner,
  mediaIds: readonly string[],
  field = 'widgets',
): Promise<void> {
  const wanted = new Set(mediaIds)
  const before = await db
    .selectFrom('media_uses')
    .select(['id', 'mediaId'])
    .where('ownerKind', '=', owner.kind)
    .where('ownerId', '=', owner.id)
    .execute()
  const gone = before.filter((use) => !wanted.delete(use.mediaId)).map((use) => use.id)
  if (gone.length) await db.deleteFrom('media_uses').where('id', 'in', gone).execute()
  const added = [...wanted]
  if (added.length === 0) return
  const found = await db.selectFrom('media').select(['id', 'mimetype']).where('id', 'in', added).execute()
  if (found.length < added.length) throw invalid({ [field]: rule('unknown') })
  // Pages can't show audio; only storyboards play it.
  const isHeard = owner.kind === 'storyboard'
  if (found.some(({ mimetype }) => mimetype.startsWith('audio/') !== isHeard))
    throw invalid({ [field]: rule('invalid') })
  const use = { organizationId, ownerKind: owner.kind, ownerId: owner.id }
  await db
    .insertInto('media_uses')
    .values(added.map((mediaId) => ({ id: newId(), ...use, mediaId })))
    .execute()
}
