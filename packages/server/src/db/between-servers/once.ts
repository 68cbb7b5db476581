import { setTimeout } from 'node:timers/promises'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

/** Milliseconds between two polls for the result of another server. */
const LOOK_MS = 150

interface Once<T> {
  /** Id of the work across all servers. */
  id: string
  now: number
  /** Milliseconds to wait for another server's result. */
  patience: number
  work: () => Promise<T>
  /** The result if another server started the work but never finished. */
  unanswered: T
}

/**
 * Runs work once, whichever servers on a PostgreSQL are asked for it; all return the same result. Failed work may be
 * retried. An embedded database has one process, which remembers in memory.
 */
export async function onceAmongServers<T>(
  database: Db,
  { id, now, patience, work, unanswered }: Once<T>,
): Promise<T> {
  if (!isPostgres(database)) return work()
  const end = performance.now() + patience
  for (;;) {
    if (await claim(database, id, now)) break
    const row = await database
      .selectFrom('done_once')
      .select('result')
      .where('id', '=', id)
      .executeTakeFirst()
    if (row && row.result !== null) return JSON.parse(row.result) as T
    if (performance.now() > end) return unanswered
    await setTimeout(LOOK_MS)
  }
  try {
    const result = await work()
    await database
      .updateTable('done_once')
      .set({ result: JSON.stringify(result) })
      .where('id', '=', id)
      .execute()
    return result
  } catch (error) {
    await database.deleteFrom('done_once').where('id', '=', id).execute()
    throw error
  }
}

async function claim(database: Db, id: string, at: number): Promise<boolean> {
  const claimed = await database
    .insertInto('done_once')
    .values({ id, at, result: null })
    .onConflict((there) => there.column('id').doNothing())
    .executeTakeFirst()
  return claimed.numInsertedOrUpdatedRows === 1n
}

/** Deletes tasks finished before an instant. Returns the count. */
export async function forgetDone(db: Db, before: number): Promise<number> {
  const gone = await db.deleteFrom('done_once').where('at', '<', before).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
