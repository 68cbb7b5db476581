import { sql } from 'kysely'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

/**
 * Runs writes that replace or delete secrets. The embedded database otherwise keeps old values readable in free pages
 * and in the write-ahead log; PostgreSQL reuses the space in its own time. `db` must not be a transaction.
 */
export async function erasing<T>(db: Db, work: () => Promise<T>): Promise<T> {
  if (isPostgres(db)) return work()
  await sql`pragma secure_delete = on`.execute(db)
  try {
    return await work()
  } finally {
    await sql`pragma secure_delete = off`.execute(db)
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
  }
}
