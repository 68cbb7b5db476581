import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import { searchTables } from '#db/lists/name-search.ts'
import type { Db } from '#db/schema.ts'
import { indexNames } from './indexed-names.ts'
import type { Bare } from './table.ts'

const LISTS = ['folders', 'pages', 'storyboards', 'devices', 'device_groups']
/** Longer than what is searched at a time, less one: `indexNames`. */
const PADDING = '  '

/** Every long list that people search has an index of names, on SQLite also for one or two characters. */
export async function up(db: Bare): Promise<void> {
  const postgres = isPostgres(db as Db)
  // That of media was made without padding.
  if (!postgres) await dropIndex(db, 'media')
  for (const table of postgres ? LISTS : ['media', ...LISTS]) await indexNames(db, table, PADDING)
  if (postgres) return
  for (const table of ['media', ...LISTS]) {
    const { grams } = searchTables(table)
    await sql`create virtual table ${grams} using fts5vocab(${sql.lit(`${table}_search`)}, 'row')`.execute(db)
  }
}

async function dropIndex(db: Bare, table: string): Promise<void> {
  const { names, index } = searchTables(table)
  for (const when of ['insert', 'update', 'delete'])
    await sql`drop trigger ${sql.table(`${table}_${when}_search`)}`.execute(db)
  await sql`drop table ${index}`.execute(db)
  await sql`drop table ${names}`.execute(db)
}
