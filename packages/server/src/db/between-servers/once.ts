import { setTimeout } from 'node:timers/promises'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

/** Milliseconds between two looks for the result of another server. */
const LOOK_MS = 150

interface Once<T> {
  /** Of the work, for all servers. */
  id: string
  now: number
  /** Milliseconds after which nothing is expected of another server any more. */
  patience: number
  work: () => Promise<T>
  /** When another server began it and said nothing. */
  unanswered: T
}

/**
 * Does work that is asked for twice once, whichever servers on a PostgreSQL are asked; both answer the same result. Work
 * that fails may be tried again. An embedded database has one process, which remembers in memory.
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

/** Deletes tasks finished before an instant. Returns how many. */
export async function forgetDone(db: Db, before: number): Promise<number> {
  const gone = await db.deleteFrom('done_once').where('at', '<', before).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
