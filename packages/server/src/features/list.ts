import type { ListQuery } from '@vitrine/contract/api/entity'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { anyOf } from '#db/database.ts'
import { countRows } from '#db/lists/counts.ts'
import { fewHits } from '#db/lists/name-search.ts'
import type { Db, TableName, Tables } from '#db/schema.ts'
import { invalid } from '#lib/errors.ts'

interface Listing {
  /** Columns that `search` looks in; they hold searchKey() forms. */
  search: readonly string[]
  /** Field name → column that `sort` may name; the first one sorts by default. */
  sort: Readonly<Record<string, string>>
}

/**
 * Search, order and page of a list, as asked. Rows are counted only when a page is asked for. Every order ends in id,
 * so that pages neither repeat nor skip rows.
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
  const column = Object.hasOwn(listing.sort, field) ? listing.sort[field] : undefined
  if (!column) throw invalid({ sort: rule('invalid') })
  const matching = await matchingRows(db, select, table, search ? searchKey(search) : '', listing)
  const direction = sort?.startsWith('-') ? 'desc' : 'asc'
  const ordered = matching
    .orderBy(sql.ref(`${table}.${column}`), direction)
    .orderBy(sql.ref(`${table}.id`), direction)
  if (!page) return { rows: await ordered.execute() }
  const before = (page - 1) * pageSize
  const rows = await ordered.limit(pageSize).offset(before).execute()
  // The last page says how many there are: a search with few hits compares all names once instead of twice.
  const isLast = rows.length < pageSize && (rows.length > 0 || page === 1)
  const count = () => countRows(db, matching as unknown as SelectQueryBuilder<Tables, T & keyof Tables, O>)
  return { rows, total: isLast ? before + rows.length : await count() }
}

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
  return select.where((where: ExpressionBuilder<DB, T>) =>
    where.or(
      listing.search.map(
        (name) => sql<boolean>`${sql.ref(`${table}.${name}`)} like ${pattern(wanted)} escape '!'`,
      ),
    ),
  )
}

/** Contains, with the wildcards of LIKE taken literally. */
const pattern = (text: string) => `%${text.replace(/[!%_]/g, '!$&')}%`
