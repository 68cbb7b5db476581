import type { DocumentsQuery, ListQuery } from '@vitrine/contract/api/base/entity'
import { searchKey } from '@vitrine/contract/search-key'
import { listRows, matchingRows, readCursor, writeCursor } from '#base/list.ts'
import { drawn } from '#base/styles/queries.ts'
import { taggedWith, tagMatching, withTags } from '#base/tags/queries.ts'
import type { Made } from '#content/made/queries.ts'
import { type Page, type PageKind, pageOf } from '#content/pages/queries.ts'
import { anyIn, anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { flag } from '#db/tables/column.ts'

/** A page without its document. */
export type ListedPage = Omit<Page, 'widgets' | 'config'>

const LISTED = [
  ...(['pages.id', 'pages.name', 'pages.nameKey', 'pages.width', 'pages.height', 'pages.bytes'] as const),
  ...(['pages.thumbnailId', 'pages.isTemplate', 'pages.madeFor', 'pages.organizationId'] as const),
  ...(['pages.version', 'pages.createdAt', 'pages.updatedAt'] as const),
] as const

const searching = (db: Db) => ({ search: ['nameKey'], searchElsewhere: tagMatching(db, 'page') })

export async function listPages(
  db: Db,
  kind: PageKind,
  { tag, made, ...query }: ListQuery & { tag?: string; made?: Made },
  isTemplate?: boolean,
): Promise<{ rows: ListedPage[]; total?: number }> {
  const select = db
    .selectFrom('pages')
    .select(LISTED)
    .where('kind', '=', kind)
    .$if(isTemplate !== undefined, (rows) => rows.where('isTemplate', '=', flag(isTemplate === true)))
    .$if(made !== undefined, (rows) => rows.where('madeFor', made === '1' ? 'is not' : 'is', null))
    .$if(tag !== undefined, (rows) => rows.where('pages.id', 'in', taggedWith(db, 'page', tag ?? '')))
  const { rows, total } = await listRows(db, select, 'pages', query, {
    ...searching(db),
    sort: { name: 'nameOrder', createdAt: 'createdAt', updatedAt: 'updatedAt' },
  })
  const listed = rows.map((row) => ({ ...row, isTemplate: row.isTemplate === 1 }))
  return { rows: await withTags(db, 'page', listed), total }
}

/** Maximum bytes of documents, and pages, per batch; a single page may be larger. */
const PIECE_BYTES = 2 ** 20
const PIECE_PAGES = 200

/**
 * Pages with their documents by name, in short batches that delay no other call. Throws INVALID for a forged cursor.
 */
export async function listDocuments(
  db: Db,
  kind: PageKind,
  query: Omit<DocumentsQuery, 'organizationId'> & { isTemplate?: boolean; tag?: string; made?: Made },
): Promise<{ rows: Page[]; next: string | null }> {
  const { after, ids, isTemplate, tag, made, search, width, height, pageSize = PIECE_PAGES } = query
  const [nameOrder, id] = after === undefined ? [] : readCursor(after, 'after')
  const select = db
    .selectFrom('pages')
    .select(['id', 'nameOrder', 'bytes'])
    .where('kind', '=', kind)
    .$if(isTemplate !== undefined, (rows) => rows.where('isTemplate', '=', flag(isTemplate === true)))
    .$if(ids !== undefined, (rows) => rows.where('id', 'in', anyIn(db, JSON.stringify(ids))))
    .$if(width !== undefined, (rows) => rows.where('width', '=', width ?? 0))
    .$if(height !== undefined, (rows) => rows.where('height', '=', height ?? 0))
    .$if(made !== undefined, (rows) => rows.where('madeFor', made === '1' ? 'is not' : 'is', null))
    .$if(tag !== undefined, (rows) => rows.where('pages.id', 'in', taggedWith(db, 'page', tag ?? '')))
    .$if(nameOrder !== undefined, (rows) =>
      rows.where((where) =>
        where.or([
          where('nameOrder', '>', nameOrder ?? ''),
          where.and([where('nameOrder', '=', nameOrder ?? ''), where('id', '>', id ?? '')]),
        ]),
      ),
    )
  const { matching } = await matchingRows(db, select, 'pages', searchKey(search ?? ''), searching(db))
  const found = await matching
    .orderBy('nameOrder')
    .orderBy('id')
    .limit(pageSize + 1)
    .execute()
  let bytes = 0
  const piece = found.slice(0, pageSize).filter((page, index) => {
    bytes += page.bytes
    return index === 0 || bytes <= PIECE_BYTES
  })
  const rows = piece.length
    ? await db
        .selectFrom('pages')
        .selectAll()
        .where('id', 'in', anyOf(db, piece))
        .orderBy('nameOrder')
        .orderBy('id')
        .execute()
    : []
  const last = piece.at(-1)
  const next = last && piece.length < found.length ? writeCursor(last) : null
  return { rows: await withTags(db, 'page', await drawn(db, rows.map(pageOf))), next }
}
