// Keeps deleted items for some time as their deleted rows, separate from the product's own tables.
import { TRASH_KEPT_DAYS, type TrashKind } from '@vitrine/contract/api/content/trash/kinds'
import { searchKey } from '@vitrine/contract/search-key'
import { authorName } from '#accounts/authors/queries.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import { notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { noteDeleted } from '#playback/waiting.ts'
import {
  AT_ONCE,
  filesOf,
  folderRows,
  groupRows,
  mediaRows,
  type Part,
  pageRows,
  storyboardRows,
} from './rows.ts'

const DAY = 24 * 60 * 60_000

/** Maximum trash items of an organization, and bytes of their rows; the oldest are deleted. */
const ITEMS_MAX = 5000
const BYTES_MAX = 256 * 2 ** 20

/** Author and time of a deletion. */
export interface Deletion {
  userId: string
  /** The person behind it, and whether they may approve it. */
  personId: string
  mayApprove: boolean
  now: number
}

/** Screens may play copies of their rows. */
const APPROVED_TABLES: readonly string[] = ['media', 'pages', 'storyboards']

interface Deleted {
  id: string
  organizationId: string
  name: string
  thumbnailId?: string | null
  /** Of media and folders. */
  folderId?: string | null
}

/** Each must be called in the deletion's transaction, before the rows are deleted. */
export const moveMediaToTrash = (db: Db, media: Deleted, by: Deletion): Promise<void> =>
  keep(db, 'media', media, by, (all) => mediaRows(all, [media]))

export const moveFolderToTrash = (db: Db, folder: Deleted, by: Deletion): Promise<void> =>
  keep(db, 'folder', folder, by, (all) => folderRows(all, folder.id))

export const movePageToTrash = (
  db: Db,
  kind: 'card' | 'layout' | 'part' | 'template',
  page: Deleted,
  by: Deletion,
): Promise<void> => keep(db, kind, page, by, (all) => pageRows(all, page.id))

export const moveStoryboardToTrash = (db: Db, storyboard: Deleted, by: Deletion): Promise<void> =>
  keep(db, 'storyboard', storyboard, by, (all) => storyboardRows(all, storyboard.id))

export const moveGroupToTrash = (db: Db, group: Deleted, by: Deletion): Promise<void> =>
  keep(db, 'device-group', group, by, (all) => groupRows(all, group.id))

async function keep(
  part: Db,
  kind: TrashKind,
  { id, organizationId, name, thumbnailId = null, folderId = null }: Deleted,
  by: Deletion,
  rowsIn: (db: Db) => AsyncIterable<Part>,
): Promise<void> {
  // Rows that the caller doesn't reach may belong to the deleted one, and the limits are those of all.
  const db = whole(part)
  const { userId, now } = by
  const picture = thumbnailId === null ? undefined : await pictureOf(db, thumbnailId)
  const { numInsertedOrUpdatedRows: kept } = await db
    .insertInto('trash')
    .values({
      id,
      organizationId,
      kind,
      folderId,
      name,
      nameKey: searchKey(name),
      sha256: picture?.sha256 ?? '',
      mimetype: picture?.mimetype ?? '',
      files: 0,
      size: 0,
      bytes: 0,
      deletedBy: await authorName(db, userId),
      deletedAt: now,
      expiresAt: now + TRASH_KEPT_DAYS * DAY,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  // Another call deleted it just before.
  if (Number(kept) === 0) throw notFound()
  const sums = { files: 0, size: 0, bytes: 0 }
  let position = 0
  for await (const rows of rowsIn(db)) {
    const { size, bytes } = await keepPart(db, { organizationId, trashId: id }, position, rows)
    position += 1
    sums.size += size
    sums.bytes += bytes
    if (APPROVED_TABLES.includes(rows.table)) await noteDeleted(db, organizationId, rows.rows, by)
    if (kind === 'folder' && rows.table === 'media') sums.files += rows.rows.length
  }
  await db.updateTable('trash').set(sums).where('id', '=', id).execute()
  await forgetBeyond(db, organizationId)
}

const pictureOf = (db: Db, id: string) =>
  db.selectFrom('thumbnails').select(['sha256', 'mimetype']).where('id', '=', id).executeTakeFirst()

/** How the trash names the rows of a table. */
export const keptAs = ({ table, isMade }: Pick<Part, 'table' | 'isMade'>): string =>
  isMade ? `made ${table}` : table

async function keepPart(
  db: Db,
  owner: { organizationId: string; trashId: string },
  position: number,
  part: Part,
): Promise<{ size: number; bytes: number }> {
  if (part.rows.length === 0) return { size: 0, bytes: 0 }
  const rows = JSON.stringify(part.rows)
  await db
    .insertInto('trash_rows')
    .values({ id: newId(), ...owner, position, tableName: keptAs(part), rows })
    .execute()
  const files = filesOf(part)
  const names = [...new Set(files.map(({ sha256 }) => sha256))]
  for (let start = 0; start < names.length; start += AT_ONCE)
    await db
      .insertInto('trash_files')
      .values(names.slice(start, start + AT_ONCE).map((sha256) => ({ id: newId(), ...owner, sha256 })))
      .execute()
  return { size: files.reduce((sum, { size }) => sum + size, 0), bytes: Buffer.byteLength(rows) }
}

/** Keeps the trash of one organization from filling the database. */
async function forgetBeyond(db: Db, organizationId: string): Promise<void> {
  const { count, bytes: all } = await db
    .selectFrom('trash')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('bytes').as('bytes')])
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (Number(count) <= ITEMS_MAX && Number(all ?? 0) <= BYTES_MAX) return
  const rows = await db
    .selectFrom('trash')
    .select(['id', 'bytes'])
    .where('organizationId', '=', organizationId)
    .orderBy('deletedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  let bytes = 0
  const beyond = rows.filter((row, index) => {
    bytes += row.bytes
    return index >= ITEMS_MAX || bytes > BYTES_MAX
  })
  if (beyond.length > 0) await db.deleteFrom('trash').where('id', 'in', anyOf(db, beyond)).execute()
}
