import type { Folder, FolderContent } from '@vitrine/contract/api/media'
import { PACKAGE_TYPE } from '@vitrine/contract/document/package-files'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { WEB_TYPE } from '@vitrine/contract/sites/web-address'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { FoldersTable } from '#db/tables/content.ts'
import { writeVersion } from '#db/versions.ts'
import { listRows } from '#features/list.ts'
import { deleteThumbnails } from '#features/thumbnails/queries.ts'
import { type Deletion, moveFolderToTrash } from '#features/trash/queries.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { newBreaks } from '#lib/work/breaks.ts'
import { listMedia, type MediaQuery } from './queries.ts'
import { forgetUsesOf, mediaInUse, usesOf } from './uses/queries.ts'

/** Files per statement: deleting thousands with one would hold the main thread. */
const AT_ONCE = 250

const answered = ({ nameKey: _, parentKey: __, ...row }: FoldersTable): Folder => row

/** Sorted by name; `folderId` null is Root. */
export async function listFolders(db: Db, folderId: string | null): Promise<Folder[]> {
  const select = db
    .selectFrom('folders')
    .selectAll()
    .where('folderId', folderId === null ? 'is' : '=', folderId)
  const rows = await select.orderBy('nameKey').orderBy('id').execute()
  return rows.map(answered)
}

export async function searchFolders(db: Db, search: string): Promise<Folder[]> {
  const listing = { search: ['nameKey'], sort: { name: 'nameKey' } }
  const { rows } = await listRows(
    db,
    db.selectFrom('folders').selectAll('folders'),
    'folders',
    { search },
    listing,
  )
  return rows.map(answered)
}

export async function getFolder(db: Db, id: string): Promise<Folder> {
  const row = await db.selectFrom('folders').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Folder not found')
  return answered(row)
}

/** The first page includes sub-folders. */
export async function openFolder(
  db: Db,
  id: string,
  query: MediaQuery = {},
): Promise<FolderContent & { total?: number }> {
  const folder = await getFolder(db, id)
  const items = await listMedia(db, { folderId: id }, query)
  const folders = query.page && query.page > 1 ? [] : await listFolders(db, id)
  return { ...folder, path: await pathOf(db, folder), folders, ...items }
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
  const columns = { name, nameKey: searchKey(name), folderId, parentKey: folderId ?? '' }
  await writeVersion(db, 'folders', { id: folder.id, seen: version, now }, columns)
}

/** Deletes it with its contents, or nothing if any of them is in use. It can be restored from the trash. */
export async function deleteFolder(db: Db, folder: Folder, by: Deletion): Promise<void> {
  await lockRow(db, 'folders', folder.id)
  await moveFolderToTrash(db, folder, by)
  const inside = db.withRecursive('tree(id, organizationId)', (query) =>
    query
      .selectFrom('folders')
      .select(['id', 'organizationId'])
      .where('id', '=', folder.id)
      .union(
        query
          .selectFrom('folders')
          .innerJoin('tree', 'tree.id', 'folders.folderId')
          .select(['folders.id', 'folders.organizationId']),
      ),
  )
  const users = await inside
    .selectFrom('tree')
    .innerJoin('media', 'media.folderId', 'tree.id')
    .select('media.id')
    .where('media.mimetype', 'in', [PACKAGE_TYPE, WEB_TYPE])
    .execute()
  await forgetUsesOf(
    db,
    users.map(({ id }) => id),
  )
  const used = await inside
    .selectFrom('tree')
    .innerJoin('media', 'media.folderId', 'tree.id')
    .innerJoin('media_uses', 'media_uses.mediaId', 'media.id')
    .select('media.id')
    .distinct()
    .orderBy('media.id')
    .execute()
  if (used.length) {
    const ids = used.map(({ id }) => id)
    throw mediaInUse(await usesOf(db, ids))
  }
  const media = await inside
    .selectFrom('tree')
    .innerJoin('media', 'media.folderId', 'tree.id')
    .select(['media.id', 'media.thumbnailId'])
    .execute()
  const takeBreak = newBreaks()
  for (let start = 0; start < media.length; start += AT_ONCE) {
    const some = media.slice(start, start + AT_ONCE)
    await db.deleteFrom('media').where('id', 'in', anyOf(db, some)).execute()
    await takeBreak()
  }
  // Cascades to sub-folders.
  await db.deleteFrom('folders').where('id', '=', folder.id).execute()
  await deleteThumbnails(
    db,
    media.map((each) => each.thumbnailId),
  )
}

/** A folder named in a body; 400 under `folderId` if it doesn't exist. */
export async function knownFolder(db: Db, id: string): Promise<Folder> {
  const row = await db.selectFrom('folders').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw invalid({ folderId: rule('unknown') })
  return answered(row)
}
