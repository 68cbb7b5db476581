import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { isSearchTable } from '#db/lists/name-search.ts'
import { isPlayDay } from '#db/plays/days.ts'
import type { DatabaseAddress } from '#features/backups/database-task.ts'

/** Every row of every table, as JSON in a canonical order: two databases with the same data answer the same. */
export async function everyRow(at: DatabaseAddress): Promise<Record<string, string[]>> {
  return 'file' in at ? rowsOfSqlite(at.file) : rowsOfPostgres(at.url)
}

const asText = (rows: unknown[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row as object).sort(([a], [b]) => (a < b ? -1 : 1)))).sort()

function rowsOfSqlite(file: string): Record<string, string[]> {
  const database = new Sqlite(file, { fileMustExist: true })
  try {
    const tables = database
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .pluck()
      .all() as string[]
    return Object.fromEntries(
      tables
        .filter((table) => !isSearchTable(table) && table !== 'kysely_migration_lock')
        .map((table) => [table, asText(database.prepare(`select * from "${table}"`).all())]),
    )
  } finally {
    database.close()
  }
}

async function rowsOfPostgres(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name",
    )
    const found: Record<string, string[]> = {}
    for (const { name } of rows)
      if (name !== 'kysely_migration_lock' && !isPlayDay(name))
        found[name] = asText((await client.query(`select * from ${pg.escapeIdentifier(name)}`)).rows)
    return found
  } finally {
    await client.end()
  }
}
