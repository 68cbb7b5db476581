import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { inTransaction, isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

/** Bytes of a piece; each is a transaction, so other calls get their turn in between. */
const PIECE = 2 ** 20
const PIECES = 4

/**
 * Keeps free pages inside the embedded database's file, and with them a write-ahead log as long: on a disk without a
 * free byte, commits of a few pages then need nothing from the disk. No other process can take this room, unlike the file that
 * lib/disk-space.ts holds. Answers whether anything had to be done. Throws where there is no room to take.
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
      await setImmediate()
    }
  } finally {
    await db.deleteFrom('server_marks').where('id', 'like', 'room-%').execute()
  }
  // Until then the pages are promised, and not on the disk.
  await resetLog(db)
  return true
}

/**
 * Moves what the embedded database's log holds into the file, so the log is written from its beginning again, in room
 * that it has already. False on PostgreSQL.
 */
export async function resetLog(db: Db): Promise<boolean> {
  if (isPostgres(db)) return false
  await sql`pragma wal_checkpoint(restart)`.execute(db)
  return true
}

/** Pages given back at a time: a few milliseconds. */
const PAGES = 100

/**
 * Gives free pages of the embedded database back to the disk, except for the room that is kept inside. Only files made
 * with `auto_vacuum` can.
 */
export async function releaseSpace(db: Db, signal?: AbortSignal): Promise<void> {
  if (isPostgres(db)) return
  while (!signal?.aborted && (await freeBytes(db)) > 2 * PIECE * PIECES) {
    const before = await freeBytes(db)
    await sql`pragma incremental_vacuum(${sql.lit(PAGES)})`.execute(db)
    if ((await freeBytes(db)) >= before) return
    await setImmediate()
  }
}

async function freeBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size`.execute(db)
  return rows[0]?.bytes ?? 0
}
