import type { ListQuery } from '@vitrine/contract/api/base/entity'
import { countedMost } from '@vitrine/contract/api/base/totals'
import { type SelectQueryBuilder, sql } from 'kysely'
import { anyIn, isPostgres } from '#db/database.ts'
import type { Db, TableName, Tables } from '#db/schema.ts'
import { inParts } from '#lib/work/parts.ts'
import { PackedIds } from './packed-ids.ts'

/**
 * Where an answer in parts is in its list. The first part sets the ids of all rows, so that each row that exists
 * throughout is in one part, whatever others add, rename, or delete in between.
 */
export interface ListPart {
  ids?: PackedIds
  /** The first row of this part, by its place among the ids. */
  at: number
  /** Rows of this part at most. */
  limit: number
  /** The first row of the next part. */
  next: number
}

/** As handlers get them. */
export type PartQuery = ListQuery & { part?: ListPart }

export interface Total {
  total: number
}

/** Queries for the rows of a list. */
interface Reads<O> {
  all(): Promise<O[]>
  some(limit: number, offset: number): Promise<O[]>
  /** The number of rows, or `most` if there are more. */
  count(most: number): Promise<Total[]>
  /** One text with the ids of all rows: separate rows would dominate the cost. */
  ids(): Promise<{ ids: string | null }[]>
  /** `ids`: as JSON. In any order. */
  byIds(ids: string): Promise<O[]>
}

/** The rows that a list's query asks for. */
export async function paged<O>(query: PartQuery, reads: Reads<O>): Promise<{ rows: O[]; total?: number }> {
  const { page, pageSize = 50, search, part } = query
  if (part) return partOf(query, part, reads)
  if (!page) return { rows: await reads.all() }
  return pageOf({ page, pageSize, search }, reads)
}

type PageQuery = Pick<ListQuery, 'search'> & Record<'page' | 'pageSize', number>

async function pageOf<O>(
  { page, pageSize, search }: PageQuery,
  { some, count }: Reads<O>,
): Promise<{ rows: O[]; total: number }> {
  const before = (page - 1) * pageSize
  const rows = await some(pageSize, before)
  // The last page reveals the total without counting.
  const isLast = rows.length < pageSize && (rows.length > 0 || page === 1)
  if (isLast) return { rows, total: before + rows.length }
  // Beyond what is counted, there is always a next page until the last one.
  const most = Math.max(countedMost(search), page * pageSize) + 1
  return { rows, total: Number((await count(most))[0]?.total ?? 0) }
}

async function partOf<O>(
  { page, pageSize = 50, search }: PartQuery,
  part: ListPart,
  reads: Reads<O>,
): Promise<{ rows: O[]; total?: number }> {
  if (!part.ids && page) {
    const { rows, total } = await pageOf({ page, pageSize, search }, reads)
    part.ids = new PackedIds(rows.map(idOf).join(' '))
    part.next = rows.length
    return { rows, total }
  }
  if (!part.ids) {
    const rows = await reads.some(part.limit + 1, 0)
    const isWhole = rows.length <= part.limit
    part.ids = new PackedIds(isWhole ? rows.map(idOf).join(' ') : ((await reads.ids())[0]?.ids ?? ''))
    part.next = part.ids.length
    if (isWhole) return { rows }
  }
  part.next = Math.min(part.at + part.limit, part.ids.length)
  const wanted = part.ids.slice(part.at, part.next)
  return { rows: await inOrder(wanted, reads.byIds) }
}

/** Every list selects the ids of its rows. */
const idOf = (row: unknown) => (row as { id: string }).id

/** Without a limit, SQLite could merge the rows into the aggregate and lose their order. */
export function idsOf<DB extends Tables, T extends TableName, O>(
  db: Db,
  ordered: SelectQueryBuilder<DB, T, O>,
  table: T,
) {
  const ids = ordered.clearSelect().select(sql<string>`${sql.ref(`${table}.id`)}`.as('id'))
  const all = isPostgres(db) ? ids : ids.limit(sql<number>`-1`)
  return db
    .selectFrom(all.as('ordered'))
    .select(sql<string | null>`string_agg(${sql.ref('ordered.id')}, ' ')`.as('ids'))
    .$castTo<{ ids: string | null }>()
}

/** The call has already selected them: with its conditions, SQLite would read every row that meets one. */
export const rowsByIds = <DB extends Tables, T extends TableName, O>(
  db: Db,
  select: SelectQueryBuilder<DB, T, O>,
  table: T,
  ids: string,
) => select.clearWhere().where(sql<boolean>`${sql.ref(`${table}.id`)} in ${anyIn(db, ids)}`)

/** Rows that are read within some milliseconds. */
const AT_ONCE = 500

/** All rows of a query; if they are many, read while the answer is sent. `ordered`: `select` in its order. */
export async function allRows<DB extends Tables, T extends TableName, O, R>(
  db: Db,
  table: T,
  { select, ordered }: Record<'select' | 'ordered', SelectQueryBuilder<DB, T, O>>,
  answered: (rows: O[]) => R[] | Promise<R[]>,
): Promise<R[]> {
  const few = await ordered.limit(AT_ONCE + 1).execute()
  if (few.length <= AT_ONCE) return answered(few)
  const ids = new PackedIds((await idsOf(db, ordered, table).execute())[0]?.ids ?? '')
  return inParts(async function* () {
    for (let at = 0; at < ids.length; at += AT_ONCE)
      yield await answered(
        await inOrder(ids.slice(at, at + AT_ONCE), (some) => rowsByIds(db, select, table, some).execute()),
      )
  })
}

/** The rows that still exist. `read` gets the ids as JSON. */
async function inOrder<O>(ids: readonly string[], read: (ids: string) => Promise<O[]>): Promise<O[]> {
  const found = new Map((await read(JSON.stringify(ids))).map((row) => [idOf(row), row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}
