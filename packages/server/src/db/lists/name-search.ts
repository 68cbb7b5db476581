import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Db, TableName } from '#db/schema.ts'

/**
 * Tables that hold so many rows that reading all names for a search is slow (10 ms of 100,000): those with an index of
 * `nameKey`. Below some ten thousand rows reading them is the faster way.
 */
const SEARCHED: readonly TableName[] = ['media']

/** The index knows every three characters in a row. */
const SHORTEST = 3
/** With more hits than this, reading the rows in their order finds a page sooner than sorting the hits. */
const FEW = 2000

/**
 * The ids of the few rows of any organization whose name contains every word of `wanted`, from the index; undefined when there are
 * many, when the text is too short, or when the table has no index of ours (PostgreSQL has its own): then
 * the rows have to be compared.
 */
export async function idsFromNameIndex(
  db: Db,
  table: TableName,
  wanted: string,
): Promise<{ id: string }[] | undefined> {
  const words = wanted.split(/\s+/)
  if (isPostgres(db) || !SEARCHED.includes(table) || words.some((word) => [...word].length < SHORTEST))
    return undefined
  const phrase = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ')
  const { names, index } = searchTables(table)
  const { rows } = await sql<{ id: string }>`
    select id from ${names} where n in
      (select rowid from ${index} where ${index} match ${phrase} limit ${FEW + 1})`.execute(db)
  return rows.length > FEW ? undefined : rows
}

/** The index, and the table that gives each row the number by which the index knows it. */
export const searchTables = (table: string): { names: RawBuilder<unknown>; index: RawBuilder<unknown> } => ({
  names: sql.table(`${table}_names`),
  index: sql.table(`${table}_search`),
})

/** Tables that only such an index consists of; triggers keep them. */
export const isSearchTable = (name: string): boolean =>
  SEARCHED.some((table) => name === `${table}_names` || name.startsWith(`${table}_search`))
