import { sql } from 'kysely'
import { SEARCHED } from '#db/lists/name-search.ts'
import { indexNames, trigramSchema } from '#db/migrations/indexed-names.ts'
import type { Db } from '#db/schema.ts'

/** On PostgreSQL, the searched tables whose names have no index: it wasn't allowed when they were made. */
export async function tablesWithoutNameIndex(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where schemaname = current_schema()`.execute(db)
  const present = new Set(rows.map(({ name }) => name))
  return SEARCHED.filter((table) => !present.has(`${table}_search`))
}

/** Adds these indexes. Returns false if PostgreSQL's extension for them is missing and may not be created. */
export async function addNameIndexes(db: Db): Promise<boolean> {
  if ((await trigramSchema(db)) === undefined) return false
  for (const table of await tablesWithoutNameIndex(db)) await indexNames(db, table)
  return true
}
