import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Db, TableName } from '#db/schema.ts'

/** Tables with an index of `nameKey` by three characters: comparing all names takes 35 ms for 100,000. */
export const SEARCHED = [
  'media',
  'folders',
  'pages',
  'storyboards',
  'devices',
  'device_groups',
] as const satisfies readonly TableName[]
type Searched = (typeof SEARCHED)[number]

/** An index knows three characters at a time. */
const GRAM = 3
/** Above this many hits, scanning rows in their order finds a page sooner than sorting the hits. */
export const FEW = 2000
/** Above this many ways to continue one or two characters, they have many hits. */
const GRAMS_FEW = 200

export const isSearched = (table: string): table is Searched =>
  SEARCHED.some((searched) => searched === table)

/**
 * The ids of rows whose name contains every word, from an index; on SQLite of any organization, and some whose name only
 * seems to. Undefined if there are many, or if the words are too short for the index.
 */
export async function idsNamed(
  db: Db,
  table: Searched,
  words: readonly string[],
): Promise<{ id: string }[] | undefined> {
  const rows = await (isPostgres(db) ? idsInPostgres : idsInSqlite)(db, table, words)
  return rows && (rows.length > FEW ? undefined : rows)
}

async function idsInPostgres(db: Db, table: Searched, words: readonly string[]) {
  const long = words.filter((word) => [...word].length >= GRAM)
  if (long.length === 0) return undefined
  return db
    .selectFrom(table)
    .select('id')
    .where((where) => where.and(long.map((word) => nameContains(table, word))))
    .limit(FEW + 1)
    .execute()
}

async function idsInSqlite(db: Db, table: Searched, words: readonly string[]) {
  const phrases: string[] = []
  for (const word of words) {
    const grams = [...word].length >= GRAM ? [word] : await gramsWith(db, table, word)
    if (grams?.length === 0) return []
    if (grams) phrases.push(`(${grams.map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' OR ')})`)
  }
  if (phrases.length === 0) return undefined
  const { names, index } = searchTables(table)
  const { rows } = await sql<{ id: string }>`
    select id from ${names} where n in
      (select rowid from ${index} where ${index} match ${phrases.join(' AND ')} limit ${FEW + 1})`.execute(db)
  return rows
}

/** What one or two characters continue with in all names; undefined if in many ways. */
async function gramsWith(db: Db, table: Searched, start: string): Promise<string[] | undefined> {
  const { grams } = searchTables(table)
  const { rows } = await sql<{ term: string }>`
    select term from ${grams} where term >= ${start} and term < ${`${start}\u{10FFFF}`} limit ${GRAMS_FEW + 1}`.execute(
    db,
  )
  return rows.length > GRAMS_FEW ? undefined : rows.map(({ term }) => term)
}

/** A LIKE pattern for `contains`, with wildcards in the text escaped. */
export const containing = (text: string) => `%${text.replace(/[!%_]/g, '!$&')}%`

export const nameContains = (table: TableName, word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.nameKey`)} like ${containing(word)} escape '!'`

/** The index, the table that maps each row to its number in the index, and the list of what the index knows. */
export const searchTables = (table: string): Record<'names' | 'index' | 'grams', RawBuilder<unknown>> => ({
  names: sql.table(`${table}_names`),
  index: sql.table(`${table}_search`),
  grams: sql.table(`${table}_search_grams`),
})

/** Internal tables of such an index; triggers maintain them. */
export const isSearchTable = (name: string): boolean =>
  SEARCHED.some((table) => name === `${table}_names` || name.startsWith(`${table}_search`))
