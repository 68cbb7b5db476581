import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Db, TableName } from '#db/schema.ts'

/**
 * Tables with so many rows that scanning all names for a search is slow (10 ms for 100,000): they have an index of
 * `nameKey`. Below some ten thousand rows a scan is faster.
 */
const SEARCHED: readonly TableName[] = ['media']

/** A trigram index needs three characters. */
const SHORTEST = 3
/** Above this many hits, scanning rows in their order finds a page sooner than sorting the hits. */
const FEW = 2000

/** Whether an index of ours can find the rows whose name contains every word of `wanted`. */
export const hasNameIndex = (db: Db, table: TableName, wanted: string): boolean =>
  !isPostgres(db) &&
  SEARCHED.includes(table) &&
  wanted.split(/\s+/).every((word) => [...word].length >= SHORTEST)

/**
 * The ids of rows, of any organization, whose name contains every word of `wanted`, from the index. Undefined if there
 * are many, if the text is too short, or if the table has no index of ours (PostgreSQL has its own): then the rows must
 * be scanned.
 */
export async function idsFromNameIndex(
  db: Db,
  table: TableName,
  wanted: string,
): Promise<{ id: string }[] | undefined> {
  if (!hasNameIndex(db, table, wanted)) return undefined
  const words = wanted.split(/\s+/)
  const phrase = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ')
  const { names, index } = searchTables(table)
  const { rows } = await sql<{ id: string }>`
    select id from ${names} where n in
      (select rowid from ${index} where ${index} match ${phrase} limit ${FEW + 1})`.execute(db)
  return rows.length > FEW ? undefined : rows
}

/** The index, and the table that maps each row to its number in the index. */
export const searchTables = (table: string): { names: RawBuilder<unknown>; index: RawBuilder<unknown> } => ({
  names: sql.table(`${table}_names`),
  index: sql.table(`${table}_search`),
})

/** Internal tables of such an index; triggers maintain them. */
export const isSearchTable = (name: string): boolean =>
  SEARCHED.some((table) => name === `${table}_names` || name.startsWith(`${table}_search`))
