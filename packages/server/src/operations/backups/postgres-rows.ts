import { setTimeout } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { inTransaction, openPostgres } from '#db/database.ts'
import { openSqlite } from '#db/embedded/sqlite.ts'
import { isSearchTable } from '#db/lists/name-search.ts'
import { isPlayDay, makePlayDays } from '#db/plays/days.ts'
import { migrate } from '#db/start/migrate.ts'
import { StartError } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import type { DatabaseFacts } from './database-task.ts'
import { columnsOf, sumOfPostgres, sumOfSqlite } from './row-sums.ts'
import { factsOf, syncFile, tablesOf } from './sqlite-file.ts'

const ROWS_AT_ONCE = 500
/** Kysely's own lock of a running migration. */
const LOCK_TABLE = 'kysely_migration_lock'
const LOADING = 'vitrine_loading'
const LOCK_TRIES = 20
const LOCK_AGAIN = 250

/** The same migrations create both engines' tables, so a table has the same columns in both. */
const isCopied = (table: string) => table !== LOCK_TABLE && !isSearchTable(table) && !isPlayDay(table)

const quoted = pg.escapeIdentifier

/** A snapshot of all rows, in a SQLite file created by the same migrations. Needs nothing but the connection. */
export async function snapshotOfPostgres(url: string, to: string): Promise<DatabaseFacts> {
  const counted: Record<string, number> = {}
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const tables = await tablesOfSchema(client)
    const { rows } = await client.query('select max(name) as name from kysely_migration')
    await makeSqlite(to, rows[0].name)
    const database = new Sqlite(to)
    try {
      database.pragma('foreign_keys = off')
      database.pragma('synchronous = off')
      for (const table of tables.filter(isCopied)) {
        await copyTable(client, database, table)
        const { rows: found } = await client.query(`select count(*) as n from ${quoted(table)}`)
        counted[table] = Number(found[0].n)
      }
      database.pragma('journal_mode = delete')
    } finally {
      database.close()
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
  syncFile(to)
  return { ...factsOf(to), rows: counted }
}

async function makeSqlite(file: string, upTo?: string): Promise<void> {
  const database = openSqlite(file)
  try {
    await migrate(database, { upTo })
  } finally {
    await database.destroy()
  }
}

/** Brings a SQLite file that is not in use to the current schema. */
export async function updateSqlite(file: string): Promise<object> {
  await makeSqlite(file)
  return {}
}

async function tablesOfSchema(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    `select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`,
  )
  return rows.map((row) => row.name)
}

async function copyTable(client: pg.Client, database: Sqlite.Database, table: string): Promise<void> {
  database.prepare(`delete from "${table}"`).run()
  await client.query(`declare backup no scroll cursor for select * from ${quoted(table)}`)
  for (;;) {
    const { rows, fields } = await client.query(`fetch ${ROWS_AT_ONCE} from backup`)
    if (rows.length === 0) break
    const columns = fields.map(({ name }) => name)
    const insert = database.prepare(
      `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    )
    database.transaction(() => {
      for (const row of rows) insert.run(columns.map((name) => row[name]))
    })()
  }
  await client.query('close backup')
}

interface Load {
  file: string
  url: string
  /** The schema for the existing tables; null: refuses to load if there are any. */
  aside: string | null
  onTable?: ((table: string, rows: number) => void) | undefined
}

/**
 * Builds the new tables next to the existing ones, compares them with the file, and swaps them in one transaction: an
 * interruption before that changes nothing.
 */
export async function loadIntoPostgres({
  file,
  url,
  aside,
  onTable,
}: Load): Promise<{ aside: string | null }> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const database = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    const { rows } = await client.query(
      'select current_schema() as name, to_regnamespace($1) is not null as done',
      [quoted(aside ?? '')],
    )
    if (aside && rows[0].done) return { aside }
    const own: string = rows[0].name
    await lockOut(client)
    await client.query(`drop schema if exists ${LOADING} cascade`)
    await client.query(`create schema ${LOADING}`)
    await makePostgres(url, factsOf(file).schema, daysIn(database))
    await client.query('begin')
    await client.query(`set local search_path = ${LOADING}`)
    const constraints = await takeForeignKeys(client)
    for (const table of tablesOf(database).filter(isCopied)) {
      const loaded = await loadTable(client, database, table)
      onTable?.(table, loaded)
    }
    // Adding the constraints again checks every reference.
    for (const { table, name, definition } of constraints)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
    await client.query('set local search_path = pg_catalog')
    const before = await presentTables(client, own)
    const functions = await functionsIn(client, LOADING)
    if (before.length) {
      if (!aside) throw new StartError('The database in DATABASE_URL has other data. Choose an empty one.')
      await client.query(`create schema ${quoted(aside)}`)
      const present = await functionsIn(client, own)
      await move(
        client,
        { tables: before, functions: functions.filter((name) => present.includes(name)) },
        own,
        aside,
      )
    }
    await move(client, { tables: await namesIn(client, LOADING), functions }, LOADING, own)
    await client.query('commit')
    await client.query(`drop schema ${LOADING}`)
    return { aside: before.length ? aside : null }
  } finally {
    database.close()
    await client.end()
  }
}

/** A PostgreSQL schema compared with a file. */
export type Comparison = 'empty' | 'equal' | { differs: string; storage: string | null }

/** Whether PostgreSQL has the rows of a file: all of them, none, or others; then names one different table. */
export async function compareWithPostgres(file: string, url: string): Promise<Comparison> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const database = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    const { rows } = await client.query('select current_schema() as name')
    const present = await presentTables(client, rows[0].name)
    if (present.length === 0) return 'empty'
    for (const table of tablesOf(database).filter(isCopied)) {
      const columns = columnsOf(database, table)
      const there = present.includes(table) && (await sumOfPostgres(client, table, columns))
      if (!there || !sumOfSqlite(database, table).equals(there))
        return { differs: table, storage: await storageIn(client, present) }
    }
    return 'equal'
  } finally {
    database.close()
    await client.end()
  }
}

async function storageIn(client: pg.Client, present: readonly string[]): Promise<string | null> {
  if (!present.includes('secrets')) return null
  const { rows } = await client.query("select value from secrets where name = 'storage'")
  return rows[0]?.value ?? null
}

/** Tables of any version of Vitrine in a schema, which may contain other programs' tables too. */
async function presentTables(client: pg.Client, schema: string): Promise<string[]> {
  const present = await namesIn(client, schema)
  if (present.length === 0) return []
  const ours = new Set([...(await tablesOfVitrine()), ...(await namesIn(client, LOADING))])
  return present.filter((table) => ours.has(table) || isPlayDay(table))
}

/** Locks out servers, which share this lock; one that has just stopped releases it a moment later. */
async function lockOut(client: pg.Client): Promise<void> {
  for (let tries = 0; tries < LOCK_TRIES; tries++) {
    const { rows } = await client.query(
      "select pg_try_advisory_lock(hashtext('vitrine_' || current_schema())) as free",
    )
    if (rows[0].free) return
    await setTimeout(LOCK_AGAIN)
  }
  throw new StartError('Another Vitrine server is using this database. Stop it first.')
}

/** The days with plays in the file. */
function daysIn(database: Sqlite.Database): number[] {
  const isPresent = database.prepare("select 1 from sqlite_schema where name = 'play_hours'").get()
  if (!isPresent) return []
  return database
    .prepare('select distinct "startedAt" / 86400000 from plays')
    .pluck()
    .all()
    .map((day) => Number(day))
}

async function makePostgres(url: string, upTo: string, days: readonly number[]): Promise<void> {
  const empty = openPostgres(url, createLog('silent'), { patient: true, schema: LOADING })
  try {
    await migrate(empty, { upTo })
    await inTransaction(empty, (tx) => makePlayDays(tx, days))
  } finally {
    await empty.destroy()
  }
}

interface Moved {
  tables: readonly string[]
  functions: readonly string[]
}
/** Triggers, indexes, and constraints go with their tables. */
async function move(client: pg.Client, { tables, functions }: Moved, from: string, to: string) {
  for (const name of tables)
    await client.query(`alter table ${quoted(from)}.${quoted(name)} set schema ${quoted(to)}`)
  for (const name of functions)
    await client.query(`alter function ${quoted(from)}.${quoted(name)} set schema ${quoted(to)}`)
}

/** Functions of triggers. */
async function functionsIn(client: pg.Client, schema: string): Promise<string[]> {
  const { rows } = await client.query(
    `select proname as name from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
     where nspname = $1 and prorettype = 'trigger'::regtype`,
    [schema],
  )
  return rows.map((row) => row.name)
}

async function namesIn(client: pg.Client, schema: string): Promise<string[]> {
  const { rows } = await client.query(
    `select table_name as name from information_schema.tables
     where table_schema = $1 and table_type = 'BASE TABLE'`,
    [schema],
  )
  return rows.map((row) => row.name)
}

async function tablesOfVitrine(): Promise<string[]> {
  const empty = openSqlite(':memory:')
  try {
    await migrate(empty)
    return (await empty.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)
  } finally {
    await empty.destroy()
  }
}

/** Drops the foreign keys between the tables, so that these can be filled in any order. */
async function takeForeignKeys(client: pg.Client) {
  const { rows } = await client.query(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = $1::regnamespace`,
    [LOADING],
  )
  const constraints = rows as { table: string; name: string; definition: string }[]
  for (const { table, name } of constraints)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  return constraints
}

/** Returns the number of rows. Throws a StartError if PostgreSQL refuses or changes one. */
async function loadTable(client: pg.Client, database: Sqlite.Database, table: string): Promise<number> {
  await client.query(`delete from ${quoted(table)}`)
  let rows: unknown[] = []
  const send = async () => {
    if (rows.length === 0) return
    const name = quoted(table)
    await client.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1)`, [
      JSON.stringify(rows),
    ])
    rows = []
  }
  for (const row of database.prepare(`select * from "${table}"`).iterate()) {
    rows.push(row)
    if (rows.length === ROWS_AT_ONCE) await send()
  }
  await send()
  const loaded = await sumOfPostgres(client, table, columnsOf(database, table))
  if (loaded.equals(sumOfSqlite(database, table))) return loaded.rows
  throw new StartError(`PostgreSQL doesn't keep the rows of the table ${table} unchanged.`)
}
