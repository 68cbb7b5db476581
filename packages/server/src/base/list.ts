import type { ListQuery } from '@vitrine/contract/api/base/entity'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { anyOf, isPostgres } from '#db/database.ts'
import { containing, FEW, idsNamed, isSearched } from '#db/lists/name-search.ts'
import { idsOf, paged, rowsByIds, type Total } from '#db/lists/paged.ts'
import type { Db, TableName, Tables } from '#db/schema.ts'
import { isByFolder, whole } from '#db/scoped.ts'
import { invalid } from '#lib/errors.ts'
import { parsePlainJson } from '#lib/http/plain-json.ts'
import type { Context } from './handler.ts'

/** Rows of an organization above which counting, searching, or sorting them holds up other calls. */
const LONG = 2000

const MEDIA_ORDERS = ['createdAt', 'name', 'size', 'mimetype', 'updatedAt']
/** Orders of which an index has every page, however long the list is. */
const INDEXED: Partial<Record<TableName, readonly string[]>> = {
  media: MEDIA_ORDERS,
  // Listed with the media, by name.
  folders: MEDIA_ORDERS,
  pages: ['name'],
  devices: ['name', 'createdAt', 'updatedAt'],
}

/** What a query has that neither searches, filters, nor sorts rows. */
const PLAIN = ['page', 'pageSize', 'organizationId', 'sort', 'part']

/** Whether a page takes a millisecond: no row is searched, filtered, or sorted. */
function isIndexed(table: TableName, query: ListQuery): boolean {
  const { page, sort } = query
  const orders = INDEXED[table] ?? []
  const isOrdered = sort === undefined ? orders.length > 0 : orders.includes(sort.replace(/^-/, ''))
  const isPlain = Object.entries(query).every(([key, value]) => PLAIN.includes(key) || value === undefined)
  return page !== undefined && isOrdered && isPlain
}

/**
 * Where to list a table: once an organization has many rows, in the reader's threads, except for pages that an index has.
 * A call for all of them waits for a place. `isWhole`: by default, without a page.
 */
export async function listingDb(
  context: Listed,
  table: TableName,
  isWhole = context.query.page === undefined,
): Promise<Db> {
  const { db, reader } = context
  if (!isWhole && (isPostgres(db) || isIndexed(table, context.query))) return db
  // Not only those in reach: without an index for them, all would be read to count few.
  const all = whole(db).selectFrom(table).select(sql`1`.as('one'))
  if (!(await all.limit(1).offset(LONG).executeTakeFirst())) return db
  if (isWhole) await context.takePlace()
  return reader
}

type Listed = Pick<Context, 'db' | 'reader' | 'takePlace'> & {
  query: ListQuery
}

/** A column of the table, `table.column` of a joined one, or an expression. */
type Value = string | RawBuilder<unknown>

/** `ids`: of rows that match a word, by an index. `where`: conditions under which other rows match it. */
export interface Elsewhere {
  ids?: SelectQueryBuilder<Tables, TableName, { id: string }>
  where?: readonly RawBuilder<SqlBool>[]
}

interface Searching {
  /** Searched values. Columns contain searchKey() forms; expressions are lowercase. */
  search: readonly Value[]
  /** The rows are in all folders: without a search, too, those of someone who reaches few are found by their folders. */
  isEverywhere?: boolean
  /** Where else a row can match a word. */
  searchElsewhere?: (word: string) => Promise<Elsewhere>
}

export interface Listing extends Searching {
  /** Values to `sort` by, per field name; the first is the default. Rows without a value come last. */
  sort: Readonly<Record<string, Value>>
}

/**
 * Searches, sorts and pages a list. A row matches if it contains every word. Rows are counted only if the query asks
 * for a page. Every order ends in id: pages neither repeat nor skip rows. Throws INVALID for an unknown `sort`.
 */
export async function listRows<DB extends Tables, T extends TableName, O>(
  db: Db,
  select: SelectQueryBuilder<DB, T, O>,
  table: T,
  query: ListQuery,
  listing: Listing,
): Promise<{ rows: O[]; total?: number }> {
  const order = orderOf(query, listing)
  const { matching, isFew } = await matchingRows(db, select, table, searchKey(query.search ?? ''), listing)
  const ordered = orderedRows(matching, table, isFew && !isPostgres(db) ? unindexed(table, order) : order)
  return paged(query, {
    all: () => ordered.execute(),
    some: (limit, offset) => ordered.limit(limit).offset(offset).execute(),
    count: (most) => countOf(db, matching, most).execute(),
    ids: () => idsOf(db, ordered, table).execute(),
    byIds: (ids) => rowsByIds(db, select, table, ids).execute(),
  })
}

interface Order {
  value: Value
  direction: 'asc' | 'desc'
}

function orderOf({ sort }: ListQuery, listing: Listing): Order {
  const [fallback = 'id'] = Object.keys(listing.sort)
  const field = (sort ?? fallback).replace(/^-/, '')
  const value = Object.hasOwn(listing.sort, field) ? listing.sort[field] : undefined
  if (!value) throw invalid({ sort: rule('invalid') })
  return { value, direction: sort?.startsWith('-') ? 'desc' : 'asc' }
}

function orderedRows<DB extends Tables, T extends TableName, O>(
  matching: SelectQueryBuilder<DB, T, O>,
  table: T,
  { value, direction }: Order,
): SelectQueryBuilder<DB, T, O> {
  const by = reference(table, value)
  // Plain columns are never null, and a second sort term would keep the database from using their index.
  const filledFirst = typeof value === 'string' ? matching : matching.orderBy(sql`${by} is null`)
  return filledFirst.orderBy(by, direction).orderBy(sql.ref(`${table}.id`), direction)
}

/** Up to `most`. SQLite skips left joins that nothing uses, except in an aggregate: the limit keeps the rows apart. */
function countOf<DB extends Tables, T extends TableName, O>(
  db: Db,
  matching: SelectQueryBuilder<DB, T, O>,
  most: number,
) {
  const rows = matching.clearSelect().select(sql<number>`1`.as('one')).limit(most)
  return db.selectFrom(rows.as('matching')).select(sql<number>`count(*)`.as('total')).$castTo<Total>()
}

const reference = (table: string, value: Value): RawBuilder<unknown> =>
  typeof value === 'string' ? sql.ref(value.includes('.') ? value : `${table}.${value}`) : value

/** Few rows, found by their ids, are sorted: SQLite would read all rows in the order of an index to find them. */
const unindexed = (table: string, { value, ...order }: Order): Order => ({
  ...order,
  value: sql`+${reference(table, value)}`,
})

/** The rows that contain every word of a search; `isFew`: those that an index has found. */
export async function matchingRows<DB extends Tables, T extends TableName, O>(
  db: Db,
  select: SelectQueryBuilder<DB, T, O>,
  table: T,
  wanted: string,
  listing: Searching,
): Promise<{ matching: SelectQueryBuilder<DB, T, O>; isFew: boolean }> {
  if (!wanted && !listing.isEverywhere) return { matching: select, isFew: false }
  const words = await Promise.all(
    (wanted ? wanted.split(/\s+/) : []).map(async (word) => ({
      word,
      ...(await listing.searchElsewhere?.(word)),
    })),
  )
  const id = sql.ref<string>(`${table}.id`)
  const matching = words.reduce(
    (rows, { word, ids, where = [] }) =>
      rows.where(({ or }) =>
        or([
          ...listing.search.map(
            (value) => sql<boolean>`${reference(table, value)} like ${containing(word)} escape '!'`,
          ),
          ...(ids ? [sql<boolean>`${id} in ${ids}`] : []),
          ...where.map((one) => sql<boolean>`${one}`),
        ]),
      ),
    select,
  )
  const few = (await fewInReach(db, select, table)) ?? (await fewOf(db, table, words, listing))
  if (!few) return { matching, isFew: false }
  return { matching: matching.where(sql<boolean>`${id} in ${anyOf(db, few)}`), isFew: true }
}

/** All rows of someone who reaches few, by their folders: otherwise a search would cost by what others have. Undefined if there are many. */
async function fewInReach<DB extends Tables, T extends TableName, O>(
  db: Db,
  select: SelectQueryBuilder<DB, T, O>,
  table: T,
): Promise<{ id: string }[] | undefined> {
  if (!isByFolder(db, table)) return undefined
  const id = sql<string>`${sql.ref(`${table}.id`)}`.as('id')
  const rows = await select
    .clearSelect()
    .select(id)
    .limit(FEW + 1)
    .$castTo<{ id: string }>()
    .execute()
  return rows.length > FEW ? undefined : rows
}

/** The ids of a few rows, among which are all that contain every word; undefined if no index can tell. */
async function fewOf(
  db: Db,
  table: TableName,
  words: readonly ({ word: string } & Elsewhere)[],
  { search }: Searching,
): Promise<{ id: string }[] | undefined> {
  if (!isSearched(table) || search.length > 1) return undefined
  const plain = words.filter(({ ids, where }) => !ids && !where?.length).map(({ word }) => word)
  const named = plain.length > 0 ? await idsNamed(db, table, plain) : undefined
  if (named) return named
  for (const { word, ids, where } of words) {
    if (!ids || where?.length) continue
    const own = await idsNamed(db, table, [word])
    const others =
      own &&
      (await db
        .selectFrom(ids.as('found'))
        .select('found.id')
        .limit(FEW + 1)
        .execute())
    if (others && others.length <= FEW) return [...own, ...others]
  }
  return undefined
}

/** A position in a list sorted by name. */
const Position = z.tuple([z.string(), z.string()])

export const writeCursor = ({ nameOrder, id }: { nameOrder: string; id: string }): string =>
  Buffer.from(JSON.stringify([nameOrder, id] satisfies z.infer<typeof Position>)).toString('base64url')

/** Throws INVALID for a forged cursor. */
export function readCursor(cursor: string, field: string): z.infer<typeof Position> {
  try {
    return Position.parse(parsePlainJson(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalid({ [field]: rule('invalid') })
  }
}
