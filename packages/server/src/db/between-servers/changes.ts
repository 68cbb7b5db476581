import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { newId } from '#lib/ids.ts'

/** Milliseconds to keep changes. A process that hasn't read for longer has missed some. */
const KEEP_MS = 60 * 60_000
/** Rows after which a reader gives up: reloading everything is faster. */
const ROWS_MAX = 2000

/** Records a change of `tx` for the other processes on this PostgreSQL. An embedded database has one process only. */
export async function writeChange(tx: Db, origin: string, text: string): Promise<void> {
  if (!isPostgres(tx)) return
  await sql`insert into changes (id, transaction, origin, text, at) values
    (${newId()}, pg_current_xact_id()::text::bigint, ${origin}, ${text}, ${DATABASE_NOW})`.execute(tx)
}

const DATABASE_NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Deletes changes that every process has read. Returns the count. */
export async function forgetChanges(db: Db): Promise<number> {
  if (!isPostgres(db)) return 0
  const gone = await sql`delete from changes where at < ${DATABASE_NOW} - ${KEEP_MS}::bigint`.execute(db)
  return Number(gone.numAffectedRows ?? 0n)
}

export interface ReadChanges {
  texts: string[]
  /** Changes may be missing: the reader must assume that everything changed. */
  hasGap: boolean
}

interface Position {
  /** The snapshot of the read. */
  snapshot: string
  /** Id of the PostgreSQL process that numbered the transactions. */
  server: string
  at: number
}

/**
 * Reads each change of other processes exactly once, as soon as its transaction has committed. Transactions commit in a
 * different order than they begin or write, so remembering the last number would skip the slower of two. PostgreSQL's
 * snapshots list the transactions committed at a moment: the difference of two is exactly the set of commits in
 * between, and no writer waits for another.
 */
export class ChangeReader {
  readonly #database: Db
  readonly #origin: string
  #position: Position

  private constructor(database: Db, origin: string, position: Position) {
    this.#database = database
    this.#origin = origin
    this.#position = position
  }

  /** Starts after everything that is committed. */
  static async open(database: Db, origin: string): Promise<ChangeReader> {
    const { rows } = await sql<Position>`select ${POSITION}`.execute(database)
    return new ChangeReader(database, origin, positionOf(rows[0]))
  }

  /** One read at a time. After a failure, the next one reads the same changes. */
  async read(): Promise<ReadChanges> {
    const { snapshot, server, at } = this.#position
    // The last condition: rows of a restored database may have numbers that this server hasn't assigned yet.
    const { rows } = await sql<Position & { texts: string[] }>`select ${POSITION}, array(
      select text from changes
      where transaction >= pg_snapshot_xmin(${snapshot}::pg_snapshot)::text::bigint
        and transaction < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        and not pg_visible_in_snapshot(transaction::text::xid8, ${snapshot}::pg_snapshot)
        and origin <> ${this.#origin}
      limit ${ROWS_MAX + 1}) as texts`.execute(this.#database)
    const texts = rows[0]?.texts ?? []
    const position = positionOf(rows[0])
    this.#position = position
    // After a crash or on another server, numbers of lost transactions may be reused.
    const hasGap = position.server !== server || position.at - at > KEEP_MS / 2 || texts.length > ROWS_MAX
    return { texts, hasGap }
  }
}

const POSITION = sql`pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server,
  ${DATABASE_NOW} as at`

function positionOf(row: Position | undefined): Position {
  if (!row) throw new Error('PostgreSQL returned no position')
  const { snapshot, server, at } = row
  return { snapshot, server, at: Number(at) }
}
