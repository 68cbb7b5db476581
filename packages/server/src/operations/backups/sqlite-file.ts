import { closeSync, fsyncSync, openSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { REFERENCES, REFERENCES_INSIDE, sha256Inside } from '#db/file-references.ts'
import type { DatabaseFacts } from './database-task.ts'

/** Maximum lines to read from an integrity check. */
const PROBLEMS_MAX = 20

/** `vacuum into` reads a snapshot on a separate connection: writers continue, and it always finishes. */
export function snapshotOfSqlite(from: string, to: string): DatabaseFacts {
  const database = new Sqlite(from, { fileMustExist: true, timeout: 10_000 })
  try {
    database.prepare('vacuum into ?').run(to)
  } finally {
    database.close()
  }
  syncFile(to)
  return factsOf(to)
}

export function syncFile(file: string): void {
  const handle = openSync(file, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}

/** Facts about a database that is not in use. */
export function factsOf(file: string): DatabaseFacts {
  const database = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    return { schema: schemaOf(database), files: filesIn(database), rows: rowsIn(database) }
  } finally {
    database.close()
  }
}

export const tablesOf = (database: Sqlite.Database): string[] =>
  database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .pluck()
    .all() as string[]

const rowsIn = (database: Sqlite.Database): Record<string, number> =>
  Object.fromEntries(
    tablesOf(database).map((table) => [
      table,
      Number(database.prepare(`select count(*) from "${table}"`).pluck().get()),
    ]),
  )

const schemaOf = (database: Sqlite.Database): string =>
  tablesOf(database).includes('kysely_migration')
    ? String(database.prepare('select max(name) from kysely_migration').pluck().get() ?? '')
    : ''

/** Which installation and version a database is of. */
export interface Origin {
  /** How many tables there are, of any program. */
  tables: number
  /** Executed migrations; none if another program created the tables. */
  migrations: string[]
  /** The table `secrets`. */
  secrets: Map<string, string>
  /** The table `server_marks`. */
  marks: Map<string, string>
}

/** The origin of a SQLite database, which is only read. */
export function originOf(file: string): Origin {
  const database = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    const tables = tablesOf(database)
    if (!tables.includes('kysely_migration') || !tables.includes('secrets'))
      return { tables: tables.length, migrations: [], secrets: new Map(), marks: new Map() }
    const secrets = database.prepare('select name, value from secrets').raw().all() as [string, string][]
    const migrations = database.prepare('select name from kysely_migration').pluck().all() as string[]
    const marks = tables.includes('server_marks')
      ? (database.prepare("select id, coalesce(text, '') from server_marks").raw().all() as [
          string,
          string,
        ][])
      : []
    return { tables: tables.length, migrations, secrets: new Map(secrets), marks: new Map(marks) }
  } finally {
    database.close()
  }
}

/** Every file that the database references; an older version's database may lack some of the tables. */
function filesIn(database: Sqlite.Database): string[] {
  const files = new Set<string>()
  const has = (table: string, column: string) =>
    database.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column) !== undefined
  const values = (table: string, column: string) =>
    database.prepare(`select "${column}" from "${table}" where "${column}" is not null`).pluck().iterate()
  for (const [table, column] of REFERENCES)
    if (has(table, column)) for (const sha256 of values(table, column)) if (sha256) files.add(String(sha256))
  for (const [table, column] of REFERENCES_INSIDE)
    if (has(table, column))
      for (const text of values(table, column))
        for (const sha256 of sha256Inside(String(text))) files.add(sha256)
  return [...files].sort()
}

const NO_FACTS: DatabaseFacts = { schema: '', files: [], rows: {} }

/** Whether SQLite can read every page, index and reference of a file. Returns damage instead of throwing. */
export function inspect(file: string): { problems: string[] } & DatabaseFacts {
  let database: Sqlite.Database | undefined
  try {
    database = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 10_000 })
    const lines = database.pragma(`integrity_check(${PROBLEMS_MAX})`) as { integrity_check: string }[]
    const problems = lines.map((line) => line.integrity_check).filter((line) => line !== 'ok')
    const broken = problems.length ? [] : (database.pragma('foreign_key_check') as Broken[])
    for (const { table, parent } of broken.slice(0, PROBLEMS_MAX))
      problems.push(`A row of ${table} refers to a row of ${parent} that does not exist`)
    return problems.length
      ? { problems, ...NO_FACTS }
      : { problems, schema: schemaOf(database), files: filesIn(database), rows: rowsIn(database) }
  } catch (error) {
    return { problems: [(error as Error).message], ...NO_FACTS }
  } finally {
    database?.close()
  }
}

interface Broken {
  table: string
  parent: string
}
