import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { isSearchTable } from '#db/lists/name-search.ts'
import { isPlayDay } from '#db/plays/days.ts'
import type { DatabaseAddress } from '#operations/backups/database-task.ts'

/** Every row of every table, as JSON in a canonical order, to compare databases. */
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

/** Beyond 2^31, and texts with quotes, line breaks and other alphabets, which break careless copies. */
const NUMBER = 2 ** 40 + 1
const TEXT = `"it's" \\n\n\t\u2028 {"a":[1]} שלום 日本 🎬 \\u0041`

interface Column {
  name: string
  type: string
}
interface Reference {
  table: string
  from: string
  to: string | null
}

/** Columns with 64-bit integers in PostgreSQL, as `table.column`. */
export async function wideColumns(url: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "select table_name || '.' || column_name as name from information_schema.columns where table_schema = current_schema() and data_type = 'bigint'",
  )
  await client.end()
  return new Set(rows.map(({ name }) => name))
}

/**
 * Inserts one row into each table of the migrations, with every column filled and references to the other tables' rows.
 */
export function fillTables(file: string, wide: ReadonlySet<string>): string[] {
  const database = new Sqlite(file)
  const all = <T>(sql: string, ...given: string[]) => database.prepare(sql).all(...given) as T[]
  try {
    database.pragma('foreign_keys = off')
    const tables = all<{ name: string }>("select name from sqlite_schema where type = 'table'")
      .map(({ name }) => name)
      .filter((name) => !isSearchTable(name) && !/^(kysely|sqlite)_/.test(name))
    const columnsOf = (table: string) => all<Column>('select name, type from pragma_table_info(?)', table)
    const valueFor = (table: string, column: string): string | number | null => {
      const references = all<Reference>('select * from pragma_foreign_key_list(?)', table)
      const parent = references.find(({ from }) => from === column)
      if (parent) return parent.table === table ? null : valueFor(parent.table, parent.to ?? 'id')
      const type = columnsOf(table)
        .find(({ name }) => name === column)
        ?.type.toLowerCase()
      if (type === 'text') return TEXT
      return wide.has(`${table}.${column}`) ? NUMBER : 7
    }
    for (const table of tables) {
      const names = columnsOf(table).map(({ name }) => name)
      database
        .prepare(
          `insert into "${table}" (${names.map((name) => `"${name}"`)}) values (${names.map(() => '?')})`,
        )
        .run(names.map((name) => valueFor(table, name)))
    }
    return tables
  } finally {
    database.close()
  }
}
