import type { ListQuery } from '@vitrine/contract/api/entity'
import type { Media } from '@vitrine/contract/api/media'
import type { MediaKind } from '@vitrine/contract/api/media-kinds'
import { WebPage } from '@vitrine/contract/api/screens/web-page'
import { PACKAGE_TYPE } from '@vitrine/contract/document/package-files'
import type { UsedBy } from '@vitrine/contract/errors'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { WEB_TYPE } from '@vitrine/contract/sites/web-address'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { MediaTable } from '#db/tables/content.ts'
import { writeVersion } from '#db/versions.ts'
import { listRows } from '#features/list.ts'
import { forgetSourceUses } from '#features/sources/queries.ts'
import { deleteThumbnails, getScreenshot } from '#features/thumbnails/queries.ts'
import { type Deletion, keepMedia } from '#features/trash/queries.ts'
import { inUse, invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

/** As answered: `url` is where the bytes are, for a package the base below which its files are. */
const answered = ({ sha256, duration, web, nameKey: _, ...row }: Selectable<MediaTable>): Media => ({
  ...row,
  src: sha256,
  url: urlOf({ ...row, sha256 }),
  duration: duration === null ? null : duration / 1000,
  web: web === null ? null : WebPage.parse(JSON.parse(web)),
})

/** Names the bytes too, so browsers may cache the answer: a replaced file has another address. */
export const fileUrl = (id: string, sha256: string): string => `/media/file/${id}/${sha256}`

function urlOf({
  id,
  organizationId,
  mimetype,
  cardId,
  sha256,
}: Pick<MediaTable, 'id' | 'organizationId' | 'mimetype' | 'cardId' | 'sha256'>): string {
  if (mimetype === WEB_TYPE) return ''
  if (cardId !== null) return `/cards/card-screenshot/${cardId}`
  return mimetype === PACKAGE_TYPE ? `/media/preview/${organizationId}/${id}/` : fileUrl(id, sha256)
}

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

export type MediaQuery = ListQuery & { kinds?: readonly MediaKind[] }

const OF_KIND: Record<MediaKind, RawBuilder<boolean>> = {
  image: sql`"mimetype" like 'image/%'`,
  video: sql`"mimetype" like 'video/%'`,
  package: sql`"mimetype" = ${PACKAGE_TYPE}`,
  web: sql`"mimetype" = ${WEB_TYPE}`,
  audio: sql`"mimetype" like 'audio/%'`,
}

/** `in`: one folder (null is Root), everywhere, or the items that stand for cards. Newest first unless asked. */
export async function listMedia(
  db: Db,
  where: { folderId: string | null } | 'everywhere' | 'cards',
  { kinds, ...query }: MediaQuery,
): Promise<{ media: Media[]; total?: number }> {
  const all = db
    .selectFrom('media')
    .selectAll('media')
    .$if(kinds !== undefined, (rows) =>
      rows.where((where) => where.or((kinds ?? []).map((kind) => OF_KIND[kind]))),
    )
  const select =
    where === 'cards'
      ? all.where('cardId', 'is not', null)
      : where === 'everywhere'
        ? all.where('cardId', 'is', null)
        : all
            .where('cardId', 'is', null)
            .where('folderId', where.folderId === null ? 'is' : '=', where.folderId)
  const { rows, total } = await listRows(
    db,
    select,
    'media',
    { ...query, sort: query.sort ?? '-createdAt' },
    LISTING,
  )
  return { media: rows.map(answered), total }
}

export async function getMedia(db: Db, id: string): Promise<Media> {
  const row = await db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Media item not found')
  return answered(row)
}

/** The type of a file that a media item has, or had until it was replaced: a screen may still be fetching it. */
export async function findFile(db: Db, sha256: string): Promise<{ mimetype: string } | undefined> {
  for (const table of ['media', 'media_versions'] as const) {
    const row = await db
      .selectFrom(table)
      .select('mimetype')
      .where('sha256', '=', sha256)
      .limit(1)
      .executeTakeFirst()
    if (row) return row
  }
  return undefined
}

/** The items before and after one in its folder, newest first. */
export async function neighborsOf(db: Db, id: string) {
  const { createdAt, folderId } = await getMedia(db, id)
  const beside = async (operator: '>' | '<') => {
    const row = await db
      .selectFrom('media')
      .select(['id', 'name'])
      .where('cardId', 'is', null)
      .where('folderId', folderId === null ? 'is' : '=', folderId)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('createdAt', 'id'), operator, tuple(createdAt, id)))
      .orderBy('createdAt', operator === '>' ? 'asc' : 'desc')
      .orderBy('id', operator === '>' ? 'asc' : 'desc')
      .limit(1)
      .executeTakeFirst()
    return row ?? null
  }
  return { newer: await beside('>'), older: await beside('<') }
}

export type NewMedia = Omit<
  Selectable<MediaTable>,
  'web' | 'id' | 'nameKey' | 'cardId' | 'version' | 'createdAt' | 'updatedAt'
>

export async function createMedia(db: Db, items: readonly NewMedia[], now: string): Promise<Media[]> {
  const rows = items.map((item) => ({
    ...item,
    id: newId(),
    nameKey: searchKey(item.name),
    cardId: null,
    web: null,
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
  await refuseUnknownFolder(db, folderId)
  const columns = { name, nameKey: searchKey(name), ...(folderId !== undefined && { folderId }) }
  await writeVersion(db, 'media', { id, seen: version, now }, columns)
}

/** Throws INVALID for a folder of another organization. */
export async function moveMedia(db: Db, id: string, folderId: string | null, now: string): Promise<void> {
  await refuseUnknownFolder(db, folderId)
  await writeVersion(db, 'media', { id, seen: undefined, now }, { folderId })
}

async function refuseUnknownFolder(db: Db, id: string | null | undefined): Promise<void> {
  if (!id) return
  const folder = await db.selectFrom('folders').select('id').where('id', '=', id).executeTakeFirst()
  if (!folder) throw invalid({ folderId: rule('unknown') })
}

/** A card's item has the card's name, and no folder: deleting the folder would delete it. */
export function refuseCardsItem(
  media: Pick<Media, 'cardId' | 'name'>,
  { name, folderId }: { name: string; folderId?: string | null },
): void {
  if (media.cardId === null) return
  if (name !== media.name) throw invalid({ name: rule('card_name') })
  if (folderId) throw invalid({ folderId: rule('invalid') })
}

/** It can be restored from the trash, which keeps its files. */
export async function deleteMedia(
  db: Db,
  media: Pick<Media, 'id' | 'organizationId' | 'name' | 'cardId' | 'thumbnailId'>,
  by: Deletion,
): Promise<void> {
  await lockRow(db, 'media', media.id)
  await keepMedia(db, media, by)
  await forgetUsesOf(db, [media.id])
  const uses = await usersOf(db, media)
  if (uses.length) throw mediaInUse(uses)
  await db.deleteFrom('media').where('id', '=', media.id).execute()
  await deleteThumbnails(db, [media.thumbnailId])
}

/** What keeps a media item from being deleted. What a package or a stream itself has shown goes with it. */
export async function usersOf(db: Db, { id, cardId }: Pick<Media, 'id' | 'cardId'>): Promise<UsedBy[]> {
  const uses = (await usesOf(db, [id])).filter((use) => use.id !== id)
  return cardId ? [await asCard(db, cardId), ...uses] : uses
}

async function asCard(db: Db, id: string): Promise<UsedBy> {
  const card = await db.selectFrom('pages').select('name').where('id', '=', id).executeTakeFirst()
  return { kind: 'card', id, name: card?.name ?? '' }
}

/** Who shows one of these media items, each once, by name. */
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

/** What packages and streams that are about to be deleted have shown. */
export async function forgetUsesOf(db: Db, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += 500)
    await db
      .deleteFrom('media_uses')
      .where('ownerKind', 'in', ['package', 'stream'])
      .where('ownerId', 'in', ids.slice(start, start + 500))
      .execute()
  await forgetSourceUses(db, ids)
}

/** A card as its media item shows it. */
interface ShownCard {
  id: string
  organizationId: string
  name: string
  thumbnailId: string | null
  width: number
  height: number
}

/** Makes the media item that stands for a card, or brings it up to date. Its picture is no more than a sign of it. */
export async function saveCardMedia(db: Db, card: ShownCard, now: string): Promise<void> {
  const { id: cardId, organizationId, name, thumbnailId, width, height } = card
  const none = { sha256: '', mimetype: 'image/png', size: 0 }
  const picture = thumbnailId === null ? none : await getScreenshot(db, thumbnailId)
  const values = { name, nameKey: searchKey(name), thumbnailId, width, height, ...picture, updatedAt: now }
  const updated = await db
    .updateTable('media')
    .set((row) => ({ ...values, version: row('version', '+', 1) }))
    .where('cardId', '=', cardId)
    .executeTakeFirst()
  if (updated.numUpdatedRows > 0n) return
  await db
    .insertInto('media')
    .values({
      id: newId(),
      organizationId,
      folderId: null,
      duration: null,
      codec: null,
      cardId,
      version: 1,
      createdAt: now,
      ...values,
    })
    .execute()
}

/** The pages and packages that play a card in a media zone. */
export async function cardPlayers(db: Db, cardId: string): Promise<UsedBy[]> {
  const item = await db.selectFrom('media').select('id').where('cardId', '=', cardId).executeTakeFirst()
  return item ? usesOf(db, [item.id]) : []
}

/** Takes a card out of the library. Throws USED_IN_STORYBOARD while a media zone plays it. */
export async function deleteCardMedia(db: Db, cardId: string): Promise<void> {
  const uses = await cardPlayers(db, cardId)
  const [first] = uses
  if (first) throw inUse('USED_IN_STORYBOARD', `${first.name} plays this card in a media zone`, uses)
  await db.deleteFrom('media').where('cardId', '=', cardId).execute()
}

export const mediaInUse = (uses: UsedBy[]) =>
  inUse('USED_IN_CARD', 'this media in use, please delete all related items before delete', uses)

/** What can show media: its documents keep what they show from being deleted. */
export interface MediaOwner {
  kind: 'card' | 'layout' | 'template' | 'package' | 'stream' | 'organization' | 'storyboard' | 'floor'
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
  const found = await db.selectFrom('media').select(['id', 'mimetype']).where('id', 'in', added).execute()
  if (found.length < added.length) throw invalid({ [field]: rule('unknown') })
  // Pages can't show audio, and nothing else plays below a storyboard.
  const isHeard = owner.kind === 'storyboard'
  if (found.some(({ mimetype }) => mimetype.startsWith('audio/') !== isHeard))
    throw invalid({ [field]: rule('invalid') })
  const use = { organizationId, ownerKind: owner.kind, ownerId: owner.id }
  await db
    .insertInto('media_uses')
    .values(added.map((mediaId) => ({ id: newId(), ...use, mediaId })))
    .execute()
}
