import type { ListQuery } from '@vitrine/contract/api/entity'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { anyOf } from '#db/database.ts'
import { countRows } from '#db/lists/counts.ts'
import { fewHits } from '#db/lists/name-search.ts'
import type { Db, TableName, Tables } from '#db/schema.ts'
import { invalid } from '#lib/errors.ts'

/** A column of the table, `table.column` of a joined one, or an expression. */
type Value = string | RawBuilder<unknown>

interface Listing {
  /** Where `search` looks. Columns hold searchKey() forms; expressions are lowercase. */
  search: readonly Value[]
  /** Further conditions that make a row match a word. */
  searchElsewhere?: (word: string) => Promise<RawBuilder<boolean>[]>
  /** Field name → what `sort` orders by; the first one is the default. Rows without a value come last. */
  sort: Readonly<Record<string, Value>>
}

/**
 * Searches, orders and pages a list. A row matches when each word is somewhere in it. Rows are counted only when a page is requested. Every order ends in id: pages
 * neither repeat nor skip rows.
 */
export async function listRows<DB extends Tables, T extends TableName, O>(
  db: Db,
  select: SelectQueryBuilder<DB, T, O>,
  table: T,
  { page, pageSize = 50, search, sort }: ListQuery,
  listing: Listing,
): Promise<{ rows: O[]; total?: number }> {
  const [fallback = 'id'] = Object.keys(listing.sort)
  const field = (sort ?? fallback).replace(/^-/, '')
  const value = Object.hasOwn(listing.sort, field) ? listing.sort[field] : undefined
  if (!value) throw invalid({ sort: rule('invalid') })
  const matching = await matchingRows(db, select, table, search ? searchKey(search) : '', listing)
  const direction = sort?.startsWith('-') ? 'desc' : 'asc'
  const by = reference(table, value)
  // Plain columns are never null, and a second term would keep the database from using their index.
  const filledFirst = typeof value === 'string' ? matching : matching.orderBy(sql`${by} is null`)
  const ordered = filledFirst.orderBy(by, direction).orderBy(sql.ref(`${table}.id`), direction)
  if (!page) return { rows: await ordered.execute() }
  const before = (page - 1) * pageSize
  const rows = await ordered.limit(pageSize).offset(before).execute()
  // A last page tells the total without counting.
  const isLast = rows.length < pageSize && (rows.length > 0 || page === 1)
  const count = () => countRows(db, matching as unknown as SelectQueryBuilder<Tables, T & keyof Tables, O>)
  return { rows, total: isLast ? before + rows.length : await count() }
}

const reference = (table: string, value: Value): RawBuilder<unknown> =>
  typeof value === 'string' ? sql.ref(value.includes('.') ? value : `${table}.${value}`) : value

async function matchingRows<DB extends Tables, T extends TableName, O>(
  db: Db,
  select: SelectQueryBuilder<DB, T, O>,
  table: T,
  wanted: string,
  listing: Listing,
): Promise<SelectQueryBuilder<DB, T, O>> {
  if (!wanted) return select
  const hits = await fewHits(db, table, wanted)
  if (hits) return select.where(sql<boolean>`${sql.ref(`${table}.id`)} in ${anyOf(db, hits)}`)
  const words = wanted.split(/\s+/)
  const others = await Promise.all(words.map((word) => listing.searchElsewhere?.(word)))
  const found = (where: ExpressionBuilder<DB, T>, word: string, index: number) =>
    where.or([
      ...listing.search.map(
        (value) => sql<boolean>`${reference(table, value)} like ${containing(word)} escape '!'`,
      ),
      ...(others[index] ?? []),
    ])
  return select.where((where: ExpressionBuilder<DB, T>) =>
    where.and(words.map((word, index) => found(where, word, index))),
  )
}

/** Contains, with the wildcards of LIKE taken literally. */
export const containing = (text: string) => `%${text.replace(/[!%_]/g, '!$&')}%`
