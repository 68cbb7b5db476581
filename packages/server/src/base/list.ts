import type { ListQuery } from '@vitrine/contract/api/base/entity'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import { anyOf, isPostgres } from '#db/database.ts'
import { idsFromNameIndex } from '#db/lists/name-search.ts'
import { idsOf, paged, rowsByIds, type Total } from '#db/lists/paged.ts'
import type { Db, TableName, Tables } from '#db/schema.ts'
import { invalid } from '#lib/errors.ts'
import { parsePlainJson } from '#lib/http/plain-json.ts'
import type { Context } from './handler.ts'

/** Rows of an organization above which counting, searching, or sorting them holds up other calls. */
const LONG = 2000

/**
 * Where to list a table: once an organization has many rows, in the reader's threads. A call for all of them waits for a
 * place. `isWhole`: by default, without a page.
 */
export async function listingDb(
  context: Listed,
  table: TableName,
  isWhole = context.query.page === undefined,
): Promise<Db> {
  const { db, reader } = context
  if (isPostgres(db) && !isWhole) return db
  const row = await db.selectFrom(table).select(sql`1`.as('one')).limit(1).offset(LONG).executeTakeFirst()
  if (!row) return db
  if (isWhole) await context.takePlace()
  return reader
}

type Listed = Pick<Context, 'db' | 'reader' | 'takePlace'> & {
  query: Pick<ListQuery, 'organizationId' | 'page'>
}

/** A column of the table, `table.column` of a joined one, or an expression. */
type Value = string | RawBuilder<unknown>

export interface Listing {
  /** Searched values. Columns contain searchKey() forms; expressions are lowercase. */
  search: readonly Value[]
  /** Additional conditions under which a row matches a word. */
  searchElsewhere?: (word: string) => Promise<RawBuilder<boolean>[]>
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
  const ordered = orderedRows(matching, table, isFew ? unindexed(table, order) : order)
  return paged(query, {
    all: () => ordered.execute(),
    some: (limit, offset) => ordered.limit(limit).offset(offset).execute(),
    count: () => countOf(db, matching).execute(),
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

/**
 * SQLite skips left joins that nothing uses, except in an aggregate, into which it would also merge a subquery without
 * a limit.
 */
function countOf<DB extends Tables, T extends TableName, O>(db: Db, matching: SelectQueryBuilder<DB, T, O>) {
  const rows = matching.clearSelect().select(sql<number>`1`.as('one'))
  const all = isPostgres(db) ? rows : rows.limit(sql<number>`-1`)
  return db.selectFrom(all.as('matching')).select(sql<number>`count(*)`.as('total')).$castTo<Total>()
}

const reference = (table: string, value: Value): RawBuilder<unknown> =>
  typeof value === 'string' ? sql.ref(value.includes('.') ? value : `${table}.${value}`) : value

/** Few rows, found by their ids, are sorted: SQLite would read all rows in the order of an index to find them. */
const unindexed = (table: string, { value, ...order }: Order): Order => ({
  ...order,
  value: sql`+${reference(table, value)}`,
})

/** The rows that contain every word of a search; `isFew`: those that SQLite's index of names has found. */
export async function matchingRows<DB extends Tables, T extends TableName, O>(
  db: Db,
  select: SelectQueryBuilder<DB, T, O>,
  table: T,
  wanted: string,
  listing: Listing,
): Promise<{ matching: SelectQueryBuilder<DB, T, O>; isFew: boolean }> {
  if (!wanted) return { matching: select, isFew: false }
  const words = wanted.split(/\s+/)
  const others = await Promise.all(words.map((word) => listing.searchElsewhere?.(word)))
  const hits = others.some((found) => found?.length) ? undefined : await idsFromNameIndex(db, table, wanted)
  if (hits) {
    const isHit = sql<boolean>`${sql.ref(`${table}.id`)} in ${anyOf(db, hits)}`
    return { matching: select.where(isHit), isFew: true }
  }
  const found = (where: ExpressionBuilder<DB, T>, word: string, index: number) =>
    where.or([
      ...listing.search.map(
        (value) => sql<boolean>`${reference(table, value)} like ${containing(word)} escape '!'`,
      ),
      ...(others[index] ?? []),
    ])
  const matching = select.where((where: ExpressionBuilder<DB, T>) =>
    where.and(words.map((word, index) => found(where, word, index))),
  )
  return { matching, isFew: false }
}

/** A position in a list sorted by name. */
const Position = z.tuple([z.string(), z.string()])

export const writeCursor = ({ nameKey, id }: { nameKey: string; id: string }): string =>
  Buffer.from(JSON.stringify([nameKey, id] satisfies z.infer<typeof Position>)).toString('base64url')

/** Throws INVALID for a forged cursor. */
export function readCursor(cursor: string, field: string): z.infer<typeof Position> {
  try {
    return Position.parse(parsePlainJson(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalid({ [field]: rule('invalid') })
  }
}

/** A LIKE pattern for `contains`, with wildcards in the text escaped. */
export const containing = (text: string) => `%${text.replace(/[!%_]/g, '!$&')}%`
