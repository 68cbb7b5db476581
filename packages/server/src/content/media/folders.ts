import type { Deck } from '@vitrine/contract/api/content/conversions/decks'
import { FOLDERS_MAX, type Folder, type FolderContent } from '@vitrine/contract/api/content/library/folders'
import type { UsedBy } from '@vitrine/contract/errors'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { sql } from 'kysely'
import { matchingRows, readCursor, writeCursor } from '#base/list.ts'
import { forgetReferences, mediaInUse, usersOf } from '#base/references/queries.ts'
import { type Deletion, moveFolderToTrash } from '#content/deletions/queries.ts'
import { deleteMade, lockMade, playersOf } from '#content/made/queries.ts'
import { deleteThumbnails } from '#content/thumbnails/queries.ts'
import { anyOf, isPostgres, lockRow } from '#db/database.ts'
import { allRows } from '#db/lists/paged.ts'
import type { Db } from '#db/schema.ts'
import { folderCondition, hasFolders } from '#db/scoped.ts'
import type { FoldersTable } from '#db/tables/content.ts'
import { writeVersion } from '#db/versions.ts'
import { invalid, notFound, outsideScope } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { slices } from '#lib/work/slices.ts'
import { copiedAmong } from '#playback/copies.ts'
import { listMedia, type MediaQuery } from './queries.ts'

/** With further folders. */
export const NO_MEDIA = { media: [] }
/** Files per statement: deleting thousands with one would hold the main thread. */
const AT_ONCE = 250

const answered = ({ nameKey: _, parentKey: __, ...row }: FoldersTable): Folder => row
/** For someone whose rights hold for some folders, what is above them is Root. */
const selectFolders = (db: Db) => {
  const isInside = folderCondition(db, sql.ref('folders.folderId'))
  const all = db.selectFrom('folders').selectAll('folders')
  return isInside
    ? all.select(sql<string | null>`case when ${isInside} then "folders"."folderId" end`.as('folderId'))
    : all
}
/** Folders without a parent, in the same sense. */
function isTop(db: Db) {
  const isInside = folderCondition(db, sql.ref('folders.folderId'))
  return isInside
    ? sql<boolean>`("folders"."folderId" is null or not ${isInside})`
    : sql<boolean>`"folders"."parentKey" = ''`
}

/** The first page of a list contains some folders, and the position from which a request continues. */
export interface FolderQuery {
  page?: number | undefined
  foldersAfter?: string | undefined
}
export interface FolderPage {
  folders: Folder[]
  foldersNext?: string | null
}

/**
 * Sorted by name: those in a folder (null is Root), or in all folders those whose name contains every word of a search.
 * All of them unless the query asks for a page. Throws INVALID for a forged cursor.
 */
export async function listFolders(
  db: Db,
  {
    folderId,
    search,
  }: { folderId: string | null; search?: undefined } | { folderId?: undefined; search: string },
  { page, foldersAfter }: FolderQuery,
): Promise<FolderPage> {
  if (foldersAfter === undefined && page !== undefined && page > 1) return { folders: [] }
  const all = selectFolders(db)
  const matching =
    search === undefined
      ? folderId === null
        ? all.where(isTop(db))
        : all.where('parentKey', '=', folderId)
      : (await matchingRows(db, all, 'folders', searchKey(search), { search: ['nameKey'] })).matching
  const ordered = matching.orderBy('nameOrder').orderBy('id')
  if (foldersAfter === undefined && page === undefined) {
    const queries = { select: matching, ordered }
    return { folders: await allRows(db, 'folders', queries, (rows) => rows.map(answered)) }
  }
  const [nameOrder, id] = foldersAfter === undefined ? [] : readCursor(foldersAfter, 'foldersAfter')
  const rows = await ordered
    .$if(nameOrder !== undefined, (some) =>
      some.where(sql<boolean>`("nameOrder", "id") > (${nameOrder}, ${id})`),
    )
    .limit(FOLDERS_MAX + 1)
    .execute()
  const folders = rows.slice(0, FOLDERS_MAX)
  const last = folders.at(-1)
  return {
    folders: folders.map(answered),
    foldersNext: last && rows.length > FOLDERS_MAX ? writeCursor(last) : null,
  }
}

export async function getFolder(db: Db, id: string): Promise<Folder> {
  const row = await selectFolders(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Folder not found')
  return answered(row)
}

/** The first page includes sub-folders. */
export async function openFolder(
  db: Db,
  id: string,
  { foldersAfter, ...query }: MediaQuery & FolderQuery = {},
): Promise<FolderContent & FolderPage & { total?: number }> {
  const folder = await getFolder(db, id)
  const items = foldersAfter === undefined ? await listMedia(db, { folderId: id }, query) : NO_MEDIA
  const folders = await listFolders(db, { folderId: id }, { page: query.page, foldersAfter })
  return { ...folder, path: await pathOf(db, folder), ...folders, ...items }
}

/** The folder's ancestors below Root, and the folder itself. */
async function pathOf(db: Db, folder: Folder): Promise<{ id: string; name: string }[]> {
  const rows = await db
    .withRecursive('trail(id, name, folderId, organizationId)', (query) =>
      query
        .selectFrom('folders')
        .select(['id', 'name', 'folderId', 'organizationId'])
        .where('id', '=', folder.id)
        .union(
          query
            .selectFrom('folders')
            .innerJoin('trail', 'trail.folderId', 'folders.id')
            .select(['folders.id', 'folders.name', 'folders.folderId', 'folders.organizationId']),
        ),
    )
    .selectFrom('trail')
    .select(['id', 'name', 'folderId'])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const path: { id: string; name: string }[] = []
  for (let at = byId.get(folder.id); at; at = at.folderId === null ? undefined : byId.get(at.folderId))
    path.unshift({ id: at.id, name: at.name })
  return path
}

interface FolderValues {
  name: string
  folderId?: string | null
  version?: number
}

/** The caller has checked that `folderId` exists (`knownFolder`). */
export async function createFolder(
  db: Db,
  organizationId: string,
  { name, folderId = null }: FolderValues,
  now: string,
): Promise<string> {
  const id = newId()
  const place = { folderId, parentKey: folderId ?? '' }
  await db
    .insertInto('folders')
    .values({
      id,
      organizationId,
      ...place,
      name,
      nameKey: searchKey(name),
      version: 1,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  return id
}

/** Renames, and moves if `folderId` is sent. A folder cannot be moved into itself or a folder inside it. */
export async function updateFolder(
  db: Db,
  folder: Folder,
  { name, folderId = folder.folderId, version }: FolderValues,
  now: string,
): Promise<void> {
  if (folderId !== folder.folderId && folderId !== null) {
    // Two concurrent moves could each be valid and together form a cycle.
    await lockRow(db, 'organizations', folder.organizationId)
    const parent = await knownFolder(db, folderId)
    if ((await pathOf(db, parent)).some(({ id }) => id === folder.id))
      throw invalid({ folderId: rule('invalid') })
  }
  // One whose parent is out of reach looks as if it were at Root, and stays where it is.
  const place = folderId === folder.folderId ? {} : { folderId, parentKey: folderId ?? '' }
  const columns = { name, nameKey: searchKey(name), ...place }
  await writeVersion(db, 'folders', { id: folder.id, seen: version, now }, columns)
}

/**
 * Deletes it with its contents, or nothing if any of them is in use. It can be restored from the trash. Returns the media
 * that screens may play copies of.
 */
export async function deleteFolder(db: Db, folder: Folder, by: Deletion): Promise<string[]> {
  await lockRow(db, 'folders', folder.id)
  const inside = await mediaInside(db, folder.id)
  const made = await lockMade(db, inside)
  await refuseUsed(db, inside, by.now)
  await refuseListed(db, folder.id)
  await moveFolderToTrash(db, folder, by)
  // Again, because only now no other call can add any, or start to use one.
  const media = await mediaInside(db, folder.id)
  if (isPostgres(db)) await refuseUsed(db, media, by.now)
  await deleteMade(db, folder.organizationId, made)
  const thumbnails: (string | null)[] = []
  const played: string[] = []
  for (const some of slices(media, AT_ONCE)) {
    const rows = await db
      .selectFrom('media')
      .select('thumbnailId')
      .where('id', 'in', anyOf(db, some))
      .execute()
    await forgetReferences(db, folder.organizationId, some)
    played.push(...(await copiedAmong(db, some)))
    thumbnails.push(...rows.map(({ thumbnailId }) => thumbnailId))
  }
  for (const some of slices(media, AT_ONCE)) {
    await db.deleteFrom('media').where('id', 'in', anyOf(db, some)).execute()
  }
  // Cascades to sub-folders.
  await db.deleteFrom('folders').where('id', '=', folder.id).execute()
  for (const some of slices(thumbnails, AT_ONCE)) {
    await deleteThumbnails(db, some)
  }
  return played
}

/** Throws what deleting it would throw. */
export async function refuseFolderInUse(db: Db, { id }: { id: string }, now: number): Promise<void> {
  await refuseUsed(db, await mediaInside(db, id), now)
  await refuseListed(db, id)
}

/** Throws USED_IN_CARD for a folder that a list of a page names, or one below it. */
async function refuseListed(db: Db, id: string): Promise<void> {
  const users = await usersOf(db, 'list', await foldersFrom(db, id))
  if (users.length > 0) throw mediaInUse(users)
}

/** A folder with all below. */
export async function foldersFrom(db: Db, id: string): Promise<{ id: string }[]> {
  const all = await db.selectFrom('folders').select('id').where('id', '=', id).execute()
  for (let level = all.slice(); level.length > 0; ) {
    level = await db.selectFrom('folders').select('id').where('folderId', 'in', anyOf(db, level)).execute()
    all.push(...level)
  }
  return all
}

export async function mediaInside(db: Db, id: string): Promise<{ id: string }[]> {
  const media: { id: string }[][] = []
  for (let level = [{ id }]; level.length > 0; ) {
    const below: { id: string }[] = []
    for (const some of slices(level, AT_ONCE)) {
      const of = anyOf(db, some)
      below.push(...(await db.selectFrom('folders').select('id').where('folderId', 'in', of).execute()))
      media.push(await db.selectFrom('media').select('id').where('folderId', 'in', of).execute())
    }
    level = below
  }
  return media.flat()
}

/** Enough to know that there are too many to remove together. */
const USES_COUNTED_MAX = 500

/** Uses by packages and streams of the same folder don't count. Throws USED_IN_CARD. */
async function refuseUsed(db: Db, media: readonly { id: string }[], now: number): Promise<void> {
  const inside = new Set(media.map(({ id }) => id))
  const used: UsedBy[] = []
  for (const some of slices(media, AT_ONCE)) {
    const { made, uses } = await playersOf(db, some, now)
    const users = await usersOf(db, 'media', some)
    used.push(...users.filter((user) => !inside.has(user.id) && !made.has(user.id)), ...uses)
    if (used.length >= USES_COUNTED_MAX) break
  }
  const uses = new Map(used.map((use) => [use.id, use]))
  if (uses.size > 0) throw mediaInUse([...uses.values()])
}

/**
 * Where new media go whose call names no folder: to Root (null), or for someone whose rights hold for some folders to the
 * first of these. Throws OUTSIDE_SCOPE if none is left.
 */
export async function homeFolder(db: Db): Promise<string | null> {
  if (!hasFolders(db)) return null
  const first = await selectFolders(db)
    .where(isTop(db))
    .orderBy('nameOrder')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!first) throw outsideScope()
  return first.id
}

/** A folder named in a body; 400 under `folderId` if it doesn't exist. */
export async function knownFolder(db: Db, id: string): Promise<Folder> {
  const row = await selectFolders(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw invalid({ folderId: rule('unknown') })
  return answered(row)
}

/** The deck whose pages are in a folder; the newest if someone moved another deck's pages there. */
export async function deckOfFolder(db: Db, folderId: string): Promise<Deck | null> {
  const row = await db
    .selectFrom('decks')
    .selectAll()
    .where('folderId', '=', folderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { sha256: _, duration: __, ...deck } = row
  return deck
}
