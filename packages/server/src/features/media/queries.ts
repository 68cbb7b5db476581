import type { ListQuery } from '@vitrine/contract/entity'
import type { Media } from '@vitrine/contract/media'
import { rule } from '@vitrine/contract/rules'
import { lockRow } from '#db/database.ts'
import type { Db, MediaTable } from '#db/schema.ts'
import { listRows } from '#features/list.ts'
import { deleteThumbnails } from '#features/thumbnails/queries.ts'
import { conflict, inUse, invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { searchKey } from '#lib/search-key.ts'

/** As answered: `url` is where the bytes are, for a package the base below which its files are. */
const answered = ({ sha256, duration, nameKey: _, ...row }: MediaTable): Media => ({
  ...row,
  src: sha256,
  url: isPackage(row) ? `/media/preview/${row.organizationId}/${row.id}/` : `/media/file/${row.id}`,
  duration: duration === null ? null : duration / 1000,
})

const isPackage = ({ mimetype }: { mimetype: string }): boolean => mimetype === 'application/zip'

const LISTING = {
  search: ['nameKey'],
  sort: {
    createdAt: 'createdAt',
    name: 'nameKey',
    size: 'size',
    mimetype: 'mimetype',
    updatedAt: 'updatedAt',
  },
}

/** `in`: one folder (null is Root), everywhere, or the items that stand for cards. Newest first unless asked. */
export async function listMedia(
  db: Db,
  where: { folderId: string | null } | 'everywhere' | 'cards',
  query: ListQuery,
): Promise<{ media: Media[]; total?: number }> {
  const all = db.selectFrom('media').selectAll('media')
  const select =
    where === 'cards'
      ? all.where('cardId', 'is not', null)
      : where === 'everywhere'
        ? all.where('cardId', 'is', null)
        : all
            .where('cardId', 'is', null)
            .where('folderId', where.folderId === null ? 'is' : '=', where.folderId)
  const { rows, total } = await listRows(
    select,
    'media',
    { ...query, sort: query.sort ?? '-createdAt' },
    LISTING,
  )
  return { media: rows.map(answered), total }
}

export async function getMedia(db: Db, id: string): Promise<Media> {
  const row = await db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('There is no such media item')
  return answered(row)
}

export type NewMedia = Omit<MediaTable, 'id' | 'nameKey' | 'cardId' | 'version' | 'createdAt' | 'updatedAt'>

export async function createMedia(db: Db, items: readonly NewMedia[], now: string): Promise<Media[]> {
  const rows = items.map((item) => ({
    ...item,
    id: newId(),
    nameKey: searchKey(item.name),
    cardId: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }))
  await db.insertInto('media').values(rows).execute()
  return rows.map(answered)
}

export async function updateMedia(
  db: Db,
  id: string,
  { name, folderId, version }: { name: string; folderId?: string | null; version?: number },
  now: string,
): Promise<void> {
  if (folderId) {
    const folder = await db.selectFrom('folders').select('id').where('id', '=', folderId).executeTakeFirst()
    if (!folder) throw invalid({ folderId: rule('unknown') })
  }
  const updated = await db
    .updateTable('media')
    .set((row) => ({
      name,
      nameKey: searchKey(name),
      version: row('version', '+', 1),
      updatedAt: now,
      ...(folderId !== undefined && { folderId }),
    }))
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) throw conflict()
}

/** The bytes stay in the store: a screen may still be fetching them. */
export async function deleteMedia(
  db: Db,
  media: Pick<Media, 'id' | 'cardId' | 'thumbnailId'>,
): Promise<void> {
  await lockRow(db, 'media', media.id)
  const use = await db
    .selectFrom('media_uses')
    .select('id')
    .where('mediaId', '=', media.id)
    .executeTakeFirst()
  if (use || media.cardId) throw mediaInUse()
  await db.deleteFrom('media').where('id', '=', media.id).execute()
  await deleteThumbnails(db, [media.thumbnailId])
}

export const mediaInUse = () =>
  inUse('USED_IN_CARD', 'this media in use, please delete all related items before delete')

/** What can show media: its documents keep what they show from being deleted. */
export interface MediaOwner {
  kind: 'card' | 'layout' | 'template' | 'package'
  id: string
}

/**
 * Records which media a document shows, in the transaction that saves or deletes it (then with an empty list). `db` is
 * bound to the document's organization; an id that is not a media item there is answered 400 under `field`.
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
  const found = await db.selectFrom('media').select('id').where('id', 'in', added).execute()
  if (found.length < added.length) throw invalid({ [field]: rule('unknown') })
  const use = { organizationId, ownerKind: owner.kind, ownerId: owner.id }
  await db
    .insertInto('media_uses')
    .values(added.map((mediaId) => ({ id: newId(), ...use, mediaId })))
    .execute()
}
