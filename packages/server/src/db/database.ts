import { Kysely, PostgresAdapter, PostgresDialect, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Log } from '#lib/log.ts'
import { openPool, type PoolOptions, writersOf } from './postgres-pool.ts'
import type { Db, TableName, Tables, Tx } from './schema.ts'
import { Writers } from './writers.ts'

export function openPostgres(url: string, log: Log, options?: PoolOptions): Db {
  const pool = openPool(url, log, options)
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  postgres.set(db, { pool, writers: new Writers(writersOf(pool)) })
  return db
}

const postgres = new WeakMap<Db, { pool: pg.Pool; writers: Writers }>()

/** The pool behind a database from openPostgres; undefined for the embedded one. */
export const poolOf = (db: Db): pg.Pool | undefined => postgres.get(db)?.pool

export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/**
 * Updates SQLite's statistics if the rows have changed much: without them it assumes ten media in an organization that
 * has 100,000, and reads all of them to find one. PostgreSQL does this itself. Throws if they can't be written, which
 * only makes queries slower.
 */
export async function refreshStatistics(db: Db): Promise<void> {
  if (isPostgres(db)) return
  await sql`pragma analysis_limit = 1000`.execute(db)
  await sql`pragma optimize = 0x10002`.execute(db)
}

/** Runs `work` in one transaction: all of it or nothing. Await nothing but database calls inside. */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTurn(db, () => db.transaction().execute(work))

/** SQLite queues its one writer itself. */
const inTurn = <T>(db: Db, write: () => Promise<T>): Promise<T> =>
  postgres.get(db)?.writers.run(write) ?? write()

/**
 * Like inTransaction, but doesn't wait for the disk: a power cut may lose the last seconds. Only for data that screens
 * report again or that can be recomputed, and for sessions; never for anything acknowledged to a user as saved.
 */
export const inQuickTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  isPostgres(db)
    ? inTransaction(db, async (tx) => {
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

/** Runs part of a transaction: if it fails, its writes are rolled back, and the transaction can continue. */
export async function inSavepoint<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx)
    await sql`release savepoint part`.execute(tx)
    throw error
  }
}

/** Runs reads that all see one snapshot. Await nothing but database calls inside. */
export const inSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  isPostgres(db)
    ? db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
    : db.transaction().execute(work)

/** Serializes concurrent check-then-write on one parent row. SQLite has one writer anyway. */
export async function lockRow(db: Db, table: TableName, id: string): Promise<void> {
  if (isPostgres(db)) await sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(db)
}

/** The ids that exist among the given ones; their rows can't be deleted until the transaction ends. */
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

/** For `where(column, 'in', …)`: row ids as one parameter, because engines limit the number of parameters. */
export const anyOf = (db: Db, rows: readonly { id: string }[]): RawBuilder<string> =>
  anyIn(db, JSON.stringify(rows.map((row) => row.id)))

/** Like `anyOf`, with the ids as JSON. */
export function anyIn(db: Db, list: string): RawBuilder<string> {
  return isPostgres(db)
    ? sql`(select json_array_elements_text(${list}::json))`
    : sql`(select value from json_each(${list}))`
}

/** For `updateTable(…).from(…)`: rows of texts and integers as a table from one parameter. */
export function tableOf<Row extends Record<string, string | number>>(
  db: Db,
  columns: { [Column in keyof Row & string]: 'text' | 'integer' | 'bigint' },
  rows: readonly Row[],
): RawBuilder<Row> {
  const list = JSON.stringify(rows)
  const named = Object.entries(columns) as [string, 'text' | 'integer' | 'bigint'][]
  return isPostgres(db)
    ? sql`(select * from json_to_recordset(${list}::json) as given(${sql.join(
        named.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
      )}))`
    : sql`(select ${sql.join(
        named.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`),
      )} from json_each(${list}))`
}
