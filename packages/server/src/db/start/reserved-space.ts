import { sql } from 'kysely'
import { inTransaction, isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

/** Bytes per step; each is a transaction, so other calls run in between. */
const PIECE = 2 ** 20
const PIECES = 4

/**
 * Keeps free pages inside the embedded database's file, and a write-ahead log of the same length: on a full disk,
 * commits of a few pages then need no disk space. No other process can take this space, unlike the file of
 * lib/disk-space.ts. Returns whether anything had to be done. Throws if there is no space to reserve.
 */
export async function reserveSpace(db: Db): Promise<boolean> {
  if (isPostgres(db)) return false
  if ((await freeBytes(db)) >= (PIECE * PIECES) / 2) return false
  try {
    for (let piece = 0; piece < PIECES; piece++) {
      await inTransaction(db, (tx) =>
        sql`insert or replace into server_marks (id, at, text)
          values (${`room-${piece}`}, 0, cast(zeroblob(${PIECE}) as text))`.execute(tx),
      )
    }
  } finally {
    await db.deleteFrom('server_marks').where('id', 'like', 'room-%').execute()
  }
  // Until then the pages are only in the log.
  await resetLog(db)
  return true
}

/**
 * Checkpoints the embedded database's log, so that writing restarts at its beginning, in space that it already has.
 * False on PostgreSQL.
 */
export async function resetLog(db: Db): Promise<boolean> {
  if (isPostgres(db)) return false
  await sql`pragma wal_checkpoint(restart)`.execute(db)
  return true
}

/** Pages released per step: a few milliseconds. */
const PAGES = 100

/**
 * Returns free pages of the embedded database to the disk, except for the reserve. Only possible for files created with
 * `auto_vacuum`.
 */
export async function releaseSpace(db: Db, signal?: AbortSignal): Promise<void> {
  if (isPostgres(db)) return
  while (!signal?.aborted && (await freeBytes(db)) > 2 * PIECE * PIECES) {
    const before = await freeBytes(db)
    await sql`pragma incremental_vacuum(${sql.lit(PAGES)})`.execute(db)
    if ((await freeBytes(db)) >= before) return
  }
}

async function freeBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size`.execute(db)
  return rows[0]?.bytes ?? 0
}
