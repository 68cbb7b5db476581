import type { ListQuery } from '@vitrine/contract/api/base/entity'
import { Face, type Media } from '@vitrine/contract/api/content/media'
import type { MediaKind } from '@vitrine/contract/api/content/media-kinds'
import { WebPage } from '@vitrine/contract/api/content/web-page'
import { CAPTIONS_TYPE } from '@vitrine/contract/document/captions'
import { PACKAGE_TYPE } from '@vitrine/contract/document/package-files'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { WEB_TYPE } from '@vitrine/contract/sites/web-address'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { listRows } from '#base/list.ts'
import { forgetReferences, mediaInUse, usersOfMedia } from '#base/references/queries.ts'
import { taggedWith, tagMatching, withTags } from '#base/tags/queries.ts'
import { type Deletion, moveMediaToTrash } from '#content/deletions/queries.ts'
import { deleteMade, lockMade, playersOf } from '#content/made/queries.ts'
import { deleteThumbnails } from '#content/thumbnails/queries.ts'
import { anyOf, isPostgres, lockRow } from '#db/database.ts'
import { FEW } from '#db/lists/name-search.ts'
import type { Db } from '#db/schema.ts'
import { folderCondition } from '#db/scoped.ts'
import type { MediaTable } from '#db/tables/content.ts'
import { writeVersion } from '#db/versions.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

/** As in responses: `url` is the path of the bytes; for a package, the base path of its files. */

const answered = ({
  sha256,
  duration,
  face,
  web,
  captionsSha256,
  captionsSize,
  captionsLanguage,
  nameKey: _,
  ...row
}: Selectable<MediaTable>): Media => ({
  ...row,
  captions:
    captionsSha256 === null
      ? null
      : {
          src: captionsSha256,
          language: captionsLanguage ?? '',
          size: captionsSize,
          url: `/media/${row.id}/captions/${captionsSha256}`,
        },
  src: sha256,
  url: urlOf({ ...row, sha256 }),
  duration: duration === null ? null : duration / 1000,
  face: face === null ? null : Face.parse(JSON.parse(face)),
  web: web === null ? null : WebPage.parse(JSON.parse(web)),
})

/** The hash is in the URL, so browsers may cache the response: a replaced file has another URL. */
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
    name: 'nameOrder',
    size: 'size',
    mimetype: 'mimetype',
    updatedAt: 'updatedAt',
  },
}

export type MediaQuery = ListQuery & { kinds?: readonly MediaKind[]; tag?: string }

export const OF_KIND: Record<MediaKind, RawBuilder<boolean>> = {
  image: sql`"mimetype" like 'image/%'`,
  video: sql`"mimetype" like 'video/%'`,
  package: sql`"mimetype" = ${PACKAGE_TYPE}`,
  web: sql`"mimetype" = ${WEB_TYPE}`,
  audio: sql`"mimetype" like 'audio/%'`,
  font: sql`"mimetype" like 'font/%'`,
}

/** `in`: one folder (null is Root), everywhere, or the items that represent cards. Newest first by default. */
export async function listMedia(
  db: Db,
  where: { folderId: string | null } | 'everywhere' | 'cards',
  { kinds, tag, ...query }: MediaQuery,
): Promise<{ media: Media[]; total?: number }> {
  const all = db
    .selectFrom('media')
    .selectAll('media')
    .$if(kinds !== undefined, (rows) =>
      rows.where((where) => where.or((kinds ?? []).map((kind) => OF_KIND[kind]))),
    )
    .$if(tag !== undefined, (rows) => rows.where('media.id', 'in', taggedWith(db, 'media', tag ?? '')))
  // Few rows of an index have the same card, but most have none: SQLite would read all of these to find some by id.
  const files = query.search
    ? all.where(sql<boolean>`coalesce("media"."cardId", '') = ''`)
    : all.where('cardId', 'is', null)
  const inFolders = where === 'everywhere' ? await isInFolders(db) : undefined
  const select =
    where === 'cards'
      ? all.where('cardId', 'is not', null)
      : where === 'everywhere'
        ? files.$if(inFolders !== undefined, (rows) => rows.where(sql<boolean>`${inFolders}`))
        : files.where('folderId', where.folderId === null ? 'is' : '=', where.folderId)
  const { rows, total } = await listRows(
    db,
    select,
    'media',
    { ...query, sort: query.sort ?? '-createdAt' },
    { ...LISTING, isEverywhere: where === 'everywhere', searchElsewhere: tagMatching(db, 'media') },
  )
  return { media: await withTags(db, 'media', rows.map(answered)), total }
}

/**
 * Besides the condition about reach, which also lets the items of cards through: an index has the folders. PostgreSQL gets
 * the ids of a few: it doesn't know how few there are below the chosen ones, and would read all files to find theirs.
 */
async function isInFolders(db: Db): Promise<RawBuilder<unknown> | undefined> {
  const folderId = sql.ref('media.folderId')
  const condition = folderCondition(db, folderId)
  if (!condition || !isPostgres(db)) return condition
  const folders = await db
    .selectFrom('folders')
    .select('id')
    .limit(FEW + 1)
    .execute()
  return folders.length > FEW ? condition : sql`${folderId} = any(${folders.map(({ id }) => id)})`
}

/** Those of the ids that exist, in the order of the ids. */
export async function mediaAmong(db: Db, ids: readonly { id: string }[]): Promise<Media[]> {
  const rows = await db.selectFrom('media').selectAll().where('id', 'in', anyOf(db, ids)).execute()
  const found = new Map((await withTags(db, 'media', rows.map(answered))).map((item) => [item.id, item]))
  return ids.flatMap(({ id }) => found.get(id) ?? [])
}

export async function getMedia(db: Db, id: string): Promise<Media> {
  const row = await db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Media item not found')
  return answered(row)
}

/** Without the items of cards, whose tags are the card's. */
export async function filesAmong(db: Db, ids: readonly { id: string }[]) {
  const rows = await db
    .selectFrom('media')
    .select(['id', 'organizationId', 'cardId'])
    .where('id', 'in', anyOf(db, ids))
    .execute()
  // Filtered here: in the query, SQLite would read all files to find these.
  return rows.filter(({ cardId }) => cardId === null)
}

/**
 * The type of a media item's current or replaced file, of the picture of a web page, or of captions, which a screen may
 * still be downloading.
 */
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
  const photo = await db
    .selectFrom('web_photos')
    .select('mimetype')
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst()
  if (photo) return photo
  const captioned = await db
    .selectFrom('media')
    .select('id')
    .where('captionsSha256', '=', sha256)
    .limit(1)
    .executeTakeFirst()
  return captioned && { mimetype: CAPTIONS_TYPE }
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
  | 'web'
  | 'captionsSha256'
  | 'captionsSize'
  | 'captionsLanguage'
  | 'id'
  | 'nameKey'
  | 'cardId'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
>

export async function createMedia(db: Db, items: readonly NewMedia[], now: string): Promise<Media[]> {
  const rows = items.map((item) => ({
    ...item,
    id: newId(),
    nameKey: searchKey(item.name),
    cardId: null,
    web: null,
    captionsSha256: null,
    captionsSize: 0,
    captionsLanguage: null,
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

/** A card's item has the card's name and no folder, because deleting the folder would delete it. */
export function refuseCardsItem(
  media: Pick<Media, 'cardId' | 'name'>,
  { name, folderId }: { name: string; folderId?: string | null },
): void {
  if (media.cardId === null) return
  if (name !== media.name) throw invalid({ name: rule('card_name') })
  if (folderId) throw invalid({ folderId: rule('invalid') })
}

/** Throws what deleting it would throw. */
export async function refuseMediaInUse(
  db: Db,
  media: Pick<Media, 'id' | 'cardId'>,
  now: number,
): Promise<void> {
  // What only plays it goes with it.
  const { made, uses } = await playersOf(db, [media], now)
  const users = [...(await usersOfMedia(db, media)).filter((user) => !made.has(user.id)), ...uses]
  if (users.length) throw mediaInUse(users)
}

/** It can be restored from the trash, which keeps its files. */
export async function deleteMedia(
  db: Db,
  media: Pick<Media, 'id' | 'organizationId' | 'name' | 'cardId' | 'thumbnailId' | 'folderId'>,
  by: Deletion,
): Promise<void> {
  await lockRow(db, 'media', media.id)
  const made = await lockMade(db, [media])
  await moveMediaToTrash(db, media, by)
  await forgetReferences(db, media.organizationId, [media])
  await refuseMediaInUse(db, media, by.now)
  await deleteMade(db, media.organizationId, made)
  await db.deleteFrom('media').where('id', '=', media.id).execute()
  await deleteThumbnails(db, [media.thumbnailId])
}
