import type { ListQuery } from '@vitrine/contract/entity'
import { rule } from '@vitrine/contract/rules'
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { TableName, Tables } from '#db/schema.ts'
import { invalid } from '#lib/errors.ts'
import { searchKey } from '#lib/search-key.ts'

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
  select: SelectQueryBuilder<DB, T, O>,
  table: T,
  { page, pageSize = 50, search, sort }: ListQuery,
  listing: Listing,
): Promise<{ rows: O[]; total?: number }> {
  const [fallback = 'id'] = Object.keys(listing.sort)
  const field = (sort ?? fallback).replace(/^-/, '')
  const column = Object.hasOwn(listing.sort, field) ? listing.sort[field] : undefined
  if (!column) throw invalid({ sort: rule('invalid') })
  const wanted = search ? searchKey(search) : ''
  const matching = wanted
    ? select.where((where: ExpressionBuilder<DB, T>) =>
        where.or(
          listing.search.map(
            (name) => sql<boolean>`${sql.ref(`${table}.${name}`)} like ${pattern(wanted)} escape '!'`,
          ),
        ),
      )
    : select
  const direction = sort?.startsWith('-') ? 'desc' : 'asc'
  const ordered = matching
    .orderBy(sql.ref(`${table}.${column}`), direction)
    .orderBy(sql.ref(`${table}.id`), direction)
  if (!page) return { rows: await ordered.execute() }
  const counted = await matching.clearSelect().select(sql<number>`count(*)`.as('total')).executeTakeFirst()
  const rows = await ordered
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { rows, total: Number((counted as { total?: number } | undefined)?.total ?? 0) }
}

/** Contains, with the wildcards of LIKE taken literally. */
const pattern = (text: string) => `%${text.replace(/[!%_]/g, '!$&')}%`
