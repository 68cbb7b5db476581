import { mkdirSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type RawBuilder,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely'
import pg from 'pg'
import type { Log } from '#lib/log.ts'
import type { Db, TableName, Tables, Tx } from './schema.ts'

/** Counts and sizes are 64-bit in PostgreSQL and come as text; ours stay far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Takes the write lock at once; a deferred transaction that upgrades later can fail half-way. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: Sqlite.Database
  constructor(database: Sqlite.Database) {
    super({ database })
    this.#database = database
  }
  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver({ database: this.#database })
  }
}

/** The embedded database: a file, or memory for tests. Acknowledged writes survive a power cut (WAL, FULL). */
export function openSqlite(file: string): Db {
  if (file !== ':memory:') mkdirSync(path.dirname(file), { recursive: true })
  const database = new Sqlite(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('busy_timeout = 5000')
  rememberStatements(database)
  const db: Db = new Kysely<Tables>({ dialect: new ImmediateSqliteDialect(database) })
  const changes = database.prepare('select total_changes()').pluck()
  const others = database.prepare('pragma data_version').pluck()
  stamps.set(db, () => `${changes.get()}.${others.get()}`)
  return db
}

const stamps = new WeakMap<Db, () => string>()

/**
 * Text that differs after every write to the embedded database, by this connection (total_changes) or another
 * (data_version); null on PostgreSQL, where other servers write unseen. `db` is the one that was opened.
 */
export const changeStamp = (db: Db): string | null => stamps.get(db)?.() ?? null

/** Kysely prepares each query anew; the same text gets the same prepared statement here. */
function rememberStatements(database: Sqlite.Database): void {
  const prepare = database.prepare.bind(database)
  const statements = new Map<string, Sqlite.Statement>()
  database.prepare = ((text: string) => {
    let statement = statements.get(text)
    if (!statement || statement.busy) {
      statement = prepare(text)
      if (statements.size >= 1000) statements.clear()
      statements.set(text, statement)
    }
    return statement
  }) as typeof database.prepare
}

export function openPostgres(url: string, log: Log, schema?: string): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    ...(schema && { options: `-c search_path=${schema}` }),
  })
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'A database connection broke'))
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Db, pg.Pool>()

/** The connections behind a database that openPostgres answered; undefined for the embedded one. */
export const poolOf = (db: Db): pg.Pool | undefined => pools.get(db)

export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** Runs `work` in one transaction: all of it or nothing. Await nothing but database calls inside. */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(work)

/** Runs reads that all see the data of one instant. Await nothing but database calls inside. */
export const inSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  isPostgres(db)
    ? db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
    : db.transaction().execute(work)

/** Makes concurrent check-then-write on one parent row wait for each other. SQLite has one writer anyway. */
export async function lockRow(db: Db, table: TableName, id: string): Promise<void> {
  if (isPostgres(db)) await sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(db)
}

/** For `where(column, 'in', …)`: ids of rows as one parameter, because engines limit how many a query may have. */
export function anyOf(db: Db, rows: readonly { id: string }[]): RawBuilder<string> {
  const list = JSON.stringify(rows.map((row) => row.id))
  return isPostgres(db)
    ? sql`(select json_array_elements_text(${list}::json))`
    : sql`(select value from json_each(${list}))`
}
