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
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely'
import type pg from 'pg'
import { createPrivate } from '#lib/disk/private-files.ts'
import type { Log } from '#lib/log.ts'
import { TableChanges } from './changes.ts'
import { openPool, type PoolOptions } from './postgres-pool.ts'
import type { Db, TableName, Tables, Tx } from './schema.ts'

/** Takes the write lock at once; a deferred transaction that upgrades later can fail half-way. */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: Sqlite.Database
  readonly #changes: TableChanges
  #guarded: DatabaseConnection | undefined
  #inTransaction = false
  constructor(database: Sqlite.Database, changes: TableChanges) {
    super({ database })
    this.#database = database
    this.#changes = changes
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#guarded ??= this.#guard(await super.acquireConnection())
    return this.#guarded
  }
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    this.#inTransaction = true
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#inTransaction = false
  }
  /** On a full or failing disk SQLite rolls back itself; a second rollback would fail and hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#inTransaction = false
    this.#changes.noteAll()
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
  /** After SQLite rolled back, further statements of the transaction would each commit on their own. */
  #guard(connection: DatabaseConnection): DatabaseConnection {
    return {
      executeQuery: async (query, options) => {
        if (this.#inTransaction && !this.#database.inTransaction)
          throw new Error('The transaction was rolled back by an earlier error')
        return connection.executeQuery(query, options)
      },
      streamQuery: (query, size, options) => connection.streamQuery(query, size, options),
    }
  }
}

/** Kysely leaves it off because some statements of SQLite do nothing within a transaction; migrations use none of them. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: Sqlite.Database
  readonly #changes: TableChanges
  constructor(database: Sqlite.Database, changes: TableChanges) {
    super({ database })
    this.#database = database
    this.#changes = changes
  }
  /** A migration that is cut off leaves nothing half-made. */
  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter()
  }
  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#database, this.#changes)
  }
}

/** The embedded database: a file, or memory for tests. Acknowledged writes survive a power cut (WAL, FULL). */
export function openSqlite(file: string): Db {
  if (file !== ':memory:') {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    // SQLite gives the files beside it the same permissions.
    createPrivate(file)
  }
  const database = new Sqlite(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('busy_timeout = 5000')
  rememberStatements(database)
  const others = database.prepare('pragma data_version').pluck()
  const tables = new TableChanges(() => others.get())
  const db: Db = new Kysely<Tables>({
    dialect: new ImmediateSqliteDialect(database, tables),
    log: ({ query }) => tables.note(query),
  })
  const changes = database.prepare('select total_changes()').pluck()
  stamps.set(db, () => `${changes.get()}.${others.get()}`)
  tableChanges.set(db.getExecutor().adapter, tables)
  return db
}

const tableChanges = new WeakMap<object, TableChanges>()

/** What is written to the embedded database; undefined on PostgreSQL, where other servers write unseen. */
export const changesOf = (db: Db): TableChanges | undefined => tableChanges.get(db.getExecutor().adapter)

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

export function openPostgres(url: string, log: Log, options?: PoolOptions): Db {
  const pool = openPool(url, log, options)
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Db, pg.Pool>()

/** The connections behind a database that openPostgres answered; undefined for the embedded one. */
export const poolOf = (db: Db): pg.Pool | undefined => pools.get(db)

export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/**
 * Updates SQLite's statistics where the rows have changed much: without them it takes an organization's 100,000 media for
 * ten and reads all of them to find one. PostgreSQL does this itself. Throws where they can't be written, which only
 * makes queries slower.
 */
export async function refreshStatistics(db: Db): Promise<void> {
  if (isPostgres(db)) return
  await sql`pragma analysis_limit = 1000`.execute(db)
  await sql`pragma optimize = 0x10002`.execute(db)
}

/** Runs `work` in one transaction: all of it or nothing. Await nothing but database calls inside. */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(work)

/**
 * Like inTransaction, but does not wait for the disk: a power cut may lose the last seconds of it. Only for what screens
 * tell again, what is computed anew, and sessions; never for what somebody was told is saved.
 */
export const inQuickTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  isPostgres(db)
    ? db.transaction().execute(async (tx) => {
        await sql`set local synchronous_commit = off`.execute(tx)
        return work(tx)
      })
    : db.connection().execute(async (held) => {
        await sql`pragma synchronous = normal`.execute(held)
        try {
          return await inTransaction(held, work)
        } finally {
          await sql`pragma synchronous = full`.execute(held)
        }
      })

/** Runs reads that all see the data of one instant. Await nothing but database calls inside. */
export const inSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  isPostgres(db)
    ? db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
    : db.transaction().execute(work)

/** Makes concurrent check-then-write on one parent row wait for each other. SQLite has one writer anyway. */
export async function lockRow(db: Db, table: TableName, id: string): Promise<void> {
  if (isPostgres(db)) await sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(db)
}

/** Which of some rows there are; they stay until the transaction ends. */
export async function presentOf(
  tx: Db,
  table: 'devices',
  rows: readonly { id: string }[],
): Promise<Set<string>> {
  const present = await tx
    .selectFrom(table)
    .select('id')
    .where('id', 'in', anyOf(tx, rows))
    .$if(isPostgres(tx), (query) => query.forKeyShare())
    .execute()
  return new Set(present.map(({ id }) => id))
}

/** For `where(column, 'in', …)`: ids of rows as one parameter, because engines limit how many a query may have. */
export function anyOf(db: Db, rows: readonly { id: string }[]): RawBuilder<string> {
  const list = JSON.stringify(rows.map((row) => row.id))
  return isPostgres(db)
    ? sql`(select json_array_elements_text(${list}::json))`
    : sql`(select value from json_each(${list}))`
}

/** For `updateTable(…).from(…)`: rows of text and whole numbers as a table of one parameter. */
export function tableOf<Row extends Record<string, string | number>>(
  db: Db,
  columns: { [Column in keyof Row & string]: 'text' | 'integer' },
  rows: readonly Row[],
): RawBuilder<Row> {
  const list = JSON.stringify(rows)
  const named = Object.entries(columns) as [string, 'text' | 'integer'][]
  return isPostgres(db)
    ? sql`(select * from json_to_recordset(${list}::json) as given(${sql.join(
        named.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
      )}))`
    : sql`(select ${sql.join(
        named.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`),
      )} from json_each(${list}))`
}
