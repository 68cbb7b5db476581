// The rows that a deletion removes, and the files that they reference.

import type { TagKind } from '@vitrine/contract/api/base/tags'
import { sql } from 'kysely'
import { keptTags } from '#base/tags/api.ts'
import { madeFor } from '#content/made/queries.ts'
import { anyOf, isPostgres } from '#db/database.ts'
import { sha256Inside } from '#db/file-references.ts'
import type { Db, TableName } from '#db/schema.ts'
import { slices } from '#lib/work/slices.ts'

export type Row = Record<string, string | number | null>

/** Rows of one table. */
export interface Part {
  table: TableName
  rows: Row[]
  /** Made for an item of the others: can be inserted after all of them. */
  isMade?: true
}

/**
 * The tables whose rows are kept, in an order in which they can be inserted again. `devices`: the ids of a group's
 * screens, which a deletion keeps. `decks` of a storyboard and `deck_pages` of a layout are likewise the rows that
 * reference it.
 */
export const KEPT_TABLES = [
  'thumbnails',
  'folders',
  'pages',
  'media',
  'web_photos',
  'packages',
  'package_files',
  'package_versions',
  'media_versions',
  'page_versions',
  'comments',
  'comment_replies',
  'comment_mentions',
  'storyboards',
  'decks',
  'deck_versions',
  'deck_pages',
  'device_groups',
  'saved_versions',
  'devices',
  'configuration_uses',
  'references',
  'tag_uses',
] as const satisfies readonly TableName[]

const OF_COMMENTS = ['comments', 'comment_replies', 'comment_mentions'] as const

/** Media items per part, and rows per insert. */
export const AT_ONCE = 500

/** Tags by name: a restored thing gets them back even if they have vanished in the meantime. */
async function* tagRows(db: Db, kind: TagKind, ids: readonly Id[]): AsyncGenerator<Part> {
  for (const rows of slices(await keptTags(db, kind, ids), AT_ONCE))
    yield { table: 'tag_uses', rows: rows as unknown as Row[] }
}

interface Id {
  id: string
}

/** The rows of a table whose column references one of the ids, in parts. */
async function* rowsBy(
  db: Db,
  table: (typeof KEPT_TABLES)[number],
  column: string,
  ids: readonly Id[],
): AsyncGenerator<Part> {
  // In the order of the ids alone, SQLite would read all rows to find these.
  const id = isPostgres(db) ? sql<string>`"id"` : sql<string>`+"id"`
  for (const some of slices(ids, AT_ONCE))
    for (let after = ''; ; ) {
      const rows = (await db
        // Kysely can't type the columns of a table that is chosen at run time; every one has an id.
        .selectFrom(table as 'references')
        .selectAll()
        .where(column as 'fromId', 'in', anyOf(db, some))
        .where(id, '>', after)
        .orderBy(id)
        .limit(AT_ONCE)
        .execute()) as unknown as Row[]
      if (rows.length > 0) yield { table, rows }
      if (rows.length < AT_ONCE) break
      after = String(rows.at(-1)?.id)
    }
}

/** Thumbnails, each after its full-size image. */
async function* thumbnailRows(db: Db, ids: readonly (string | null)[]): AsyncGenerator<Part> {
  const small = ids.flatMap((id) => (id === null ? [] : [{ id }]))
  if (small.length === 0) return
  const rows = await db.selectFrom('thumbnails').selectAll().where('id', 'in', anyOf(db, small)).execute()
  const larger = rows.flatMap(({ screenshotId }) => (screenshotId === null ? [] : [{ id: screenshotId }]))
  yield* rowsBy(db, 'thumbnails', 'id', larger)
  yield { table: 'thumbnails', rows: rows as unknown as Row[] }
}

/** Media items with their earlier files, and with the contents and uses of packages among them. */
export async function* mediaRows(db: Db, ids: readonly Id[]): AsyncGenerator<Part> {
  for (const some of slices(ids, AT_ONCE)) {
    const rows = await db
      .selectFrom('media')
      .selectAll()
      .where('id', 'in', anyOf(db, some))
      .orderBy('id')
      .$if(isPostgres(db), (query) => query.forUpdate())
      .execute()
    const versions: Part[] = []
    for await (const part of rowsBy(db, 'media_versions', 'mediaId', some)) versions.push(part)
    const pictures = [...rows, ...versions.flatMap((part) => part.rows)].map(({ thumbnailId }) =>
      typeof thumbnailId === 'string' ? thumbnailId : null,
    )
    yield* thumbnailRows(db, pictures)
    yield { table: 'media', rows: rows as unknown as Row[] }
    yield* rowsBy(db, 'web_photos', 'id', some)
    yield* versions
    yield* rowsBy(db, 'packages', 'id', some)
    yield* rowsBy(db, 'package_files', 'packageId', some)
    yield* rowsBy(db, 'package_versions', 'packageId', some)
    yield* rowsBy(db, 'references', 'fromId', some)
    yield* rowsBy(db, 'deck_pages', 'mediaId', some)
    yield* tagRows(db, 'media', some)
    yield* madeRows(db, some)
  }
}

/** The pages and storyboards that play some items alone. */
async function* madeRows(db: Db, items: readonly Id[]): AsyncGenerator<Part> {
  const { pages, storyboards } = await madeFor(db, items)
  for (const { id } of pages) yield* made(pageRows(db, id))
  for (const { id } of storyboards) yield* made(storyboardRows(db, id))
}

async function* made(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  for await (const part of parts) yield { ...part, isMade: true }
}

/** A folder with everything in it, parents first, and the PDFs and slides whose pages it has. */
export async function* folderRows(db: Db, id: string): AsyncGenerator<Part> {
  let level = [{ id }]
  const all = [...level]
  yield* rowsBy(db, 'folders', 'id', level)
  while (level.length > 0) {
    const below: Id[] = []
    for (const some of slices(level, AT_ONCE)) {
      const inside = await db
        .selectFrom('folders')
        .selectAll()
        .where('folderId', 'in', anyOf(db, some))
        .orderBy('id')
        // Blocks concurrent uploads into them.
        .$if(isPostgres(db), (query) => query.forUpdate())
        .execute()
      for (const rows of slices(inside, AT_ONCE)) yield { table: 'folders', rows: rows as unknown as Row[] }
      below.push(...inside.map((folder) => ({ id: folder.id })))
    }
    level = below
    all.push(...level)
  }
  const decks = await inFolders(db, 'decks', all)
  yield* rowsBy(db, 'decks', 'id', decks)
  yield* rowsBy(db, 'deck_versions', 'deckId', decks)
  // Includes pages that were moved to another folder.
  yield* rowsBy(db, 'deck_pages', 'deckId', decks)
  yield* mediaRows(db, await inFolders(db, 'media', all))
}

async function inFolders(db: Db, table: 'media' | 'decks', folders: readonly Id[]): Promise<Id[]> {
  const found: Id[][] = []
  for (const some of slices(folders, AT_ONCE))
    found.push(
      await db
        .selectFrom(table as 'media')
        .select('id')
        .where('folderId', 'in', anyOf(db, some))
        .orderBy('id')
        .execute(),
    )
  return found.flat()
}

/** A page with its earlier versions, its references, and the media item of a card. */
export async function* pageRows(db: Db, id: string): AsyncGenerator<Part> {
  const page = [{ id }]
  const rows = await db.selectFrom('pages').selectAll().where('id', '=', id).execute()
  const items = await db.selectFrom('media').select('id').where('cardId', '=', id).execute()
  yield* thumbnailRows(
    db,
    rows.map(({ thumbnailId }) => thumbnailId),
  )
  yield { table: 'pages', rows: rows as unknown as Row[] }
  yield* mediaRows(db, items)
  yield* linksOf(db, 'deck_pages', 'layoutId', id)
  yield* rowsBy(db, 'page_versions', 'pageId', page)
  for (const table of OF_COMMENTS) yield* rowsBy(db, table, 'pageId', page)
  yield* tagRows(db, 'page', page)
  yield* rowsBy(db, 'references', 'fromId', page)
  yield* madeRows(db, page)
}

export async function* storyboardRows(db: Db, id: string): AsyncGenerator<Part> {
  yield* rowsBy(db, 'storyboards', 'id', [{ id }])
  yield* rowsBy(db, 'references', 'fromId', [{ id }])
  yield* rowsBy(db, 'saved_versions', 'storyboardId', [{ id }])
  yield* linksOf(db, 'decks', 'storyboardId', id)
  yield* tagRows(db, 'storyboard', [{ id }])
  yield* madeRows(db, [{ id }])
}

/** Ids of the rows that reference a deleted item and stay without it. */
async function* linksOf(
  db: Db,
  table: 'decks' | 'deck_pages',
  column: 'storyboardId' | 'layoutId',
  id: string,
): AsyncGenerator<Part> {
  for await (const { rows } of rowsBy(db, table, column, [{ id }]))
    yield { table, rows: rows.map((row) => ({ id: row.id ?? null })) }
}

/** A group with its schedule, its configuration, and the ids of its screens. */
export async function* groupRows(db: Db, id: string): AsyncGenerator<Part> {
  yield* rowsBy(db, 'device_groups', 'id', [{ id }])
  yield* rowsBy(db, 'saved_versions', 'deviceGroupId', [{ id }])
  yield* rowsBy(db, 'configuration_uses', 'deviceGroupId', [{ id }])
  yield* tagRows(db, 'device-group', [{ id }])
  const devices = await db
    .selectFrom('devices')
    .select('id')
    .where('deviceGroupId', '=', id)
    .orderBy('id')
    .execute()
  for (let start = 0; start < devices.length; start += AT_ONCE)
    yield { table: 'devices', rows: devices.slice(start, start + AT_ONCE).map((row) => ({ id: row.id })) }
}

interface NamedFile {
  sha256: string
  size: number
}

/** The files that rows reference, with their stored bytes. */
export const filesOf = ({ table, rows }: Part): NamedFile[] => rows.flatMap((row) => filesOfRow(table, row))

function filesOfRow(table: TableName, row: Row): NamedFile[] {
  if (table === 'package_versions') {
    const shown = sha256Inside(String(row.media)).map((sha256) => ({ sha256, size: 0 }))
    return row.modelSha256 === null ? shown : [...shown, file(row.modelSha256, row.modelSize)]
  }
  const captions = row.captionsSha256 ? [file(row.captionsSha256, row.captionsSize)] : []
  if (!row.sha256) return captions
  // A card's item counts no bytes, because the card's thumbnail does.
  return [file(row.sha256, table === 'media' && row.cardId !== null ? 0 : row.size), ...captions]
}

const file = (sha256: unknown, size: unknown): NamedFile => ({
  sha256: String(sha256),
  size: Number(size ?? 0),
})
