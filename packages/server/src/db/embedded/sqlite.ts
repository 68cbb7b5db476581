import { mkdirSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { StablePlanCompiler } from '#db/embedded/sqlite-compiler.ts'
import type { Db, Tables } from '#db/schema.ts'
import { createPrivate } from '#lib/disk/private-files.ts'
import { othersFirst } from '#lib/work/paced.ts'

/** Maximum prepared statements; beyond that all are dropped. A list has a handful, one per order and filter. */
const STATEMENTS_MAX = 1000
/**
 * Longer ones, such as inserts of hundreds of rows, have a text for each number of rows, and up to a megabyte each. The count
 * of states by building has 14,000 with a scope, and takes a millisecond to prepare.
 */
const KEPT_CHARACTERS_MAX = 20_000

/** SQLite's number for `incremental`. */
const INCREMENTAL = 2

/** The embedded database: a file, or memory for tests. Acknowledged writes survive a power cut (WAL, FULL). */
export function openSqlite(file: string): Db {
  if (file !== ':memory:') {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    // SQLite gives its sidecar files the same permissions.
    createPrivate(file)
  }
  const database = new Sqlite(file)
  // Lets deleted pages be returned to the disk later. Set only if new, because it writes, and a full disk has no room for it.
  if (database.pragma('auto_vacuum', { simple: true }) !== INCREMENTAL)
    database.pragma('auto_vacuum = incremental')
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('busy_timeout = 5000')
  return new Kysely<Tables>({ dialect: new ImmediateDialect(database) })
}

class ImmediateDialect extends SqliteDialect {
  readonly #database: Sqlite.Database
  constructor(database: Sqlite.Database) {
    super({ database })
    this.#database = database
  }
  /** An interrupted migration is rolled back. */
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
  override createQueryCompiler(): StablePlanCompiler {
    return new StablePlanCompiler()
  }
  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#database)
  }
}

/**
 * Kysely disables this because some statements of SQLite have no effect within a transaction; migrations use none of
 * them.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Takes the write lock when a transaction begins; a deferred transaction that upgrades later can fail halfway. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: Sqlite.Database
  readonly #statements: Statements
  #connection: Connection | undefined
  constructor(database: Sqlite.Database) {
    super({ database })
    this.#database = database
    this.#statements = new Statements(database)
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new Connection(this.#database, this.#statements, await super.acquireConnection())
    return this.#connection
  }
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    if (this.#connection) this.#connection.isInTransaction = true
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    if (this.#connection) this.#connection.isInTransaction = false
  }
  /** On a full or failing disk SQLite rolls back itself; a second rollback would fail and hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection) this.#connection.isInTransaction = false
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}

/** Prepares most SQL texts once; Kysely's own connection does so for every execution. */
class Statements {
  readonly #database: Sqlite.Database
  readonly #prepared = new Map<string, Sqlite.Statement>()
  constructor(database: Sqlite.Database) {
    this.#database = database
  }
  get(text: string): Sqlite.Statement {
    const known = this.#prepared.get(text)
    if (known) return known
    const statement = this.#database.prepare(text)
    if (text.length > KEPT_CHARACTERS_MAX) return statement
    if (this.#prepared.size >= STATEMENTS_MAX) this.#prepared.clear()
    this.#prepared.set(text, statement)
    return statement
  }
}

class Connection implements DatabaseConnection {
  isInTransaction = false
  readonly #database: Sqlite.Database
  readonly #statements: Statements
  readonly #streaming: DatabaseConnection
  constructor(database: Sqlite.Database, statements: Statements, streaming: DatabaseConnection) {
    this.#database = database
    this.#statements = statements
    this.#streaming = streaming
  }
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const others = othersFirst()
    if (others) await others
    // After SQLite rolled back, further statements of the transaction would each commit on their own.
    if (this.isInTransaction && !this.#database.inTransaction)
      throw new Error('The transaction was rolled back by an earlier error')
    const statement = this.#statements.get(sql)
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
  streamQuery<R>(query: CompiledQuery, size: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#streaming.streamQuery(query, size)
  }
}
