import { openPool } from '#db/postgres-pool.ts'
import type { Settings } from '#lib/env.ts'
import type { Log } from '#lib/log.ts'

/**
 * Runs `work` on one server of a database at a time; the others wait, however long it takes. For the first steps of a
 * server: on an empty database, several would otherwise create the same tables, accounts, and keys.
 */
export async function oneAtATime<T>(
  { DATABASE_URL }: Pick<Settings, 'DATABASE_URL'>,
  log: Log,
  work: () => Promise<T>,
): Promise<T> {
  // An embedded database belongs to one process: its folder is locked.
  if (!DATABASE_URL) return work()
  const pool = openPool(DATABASE_URL, log, { patient: true })
  try {
    const client = await pool.connect()
    try {
      await client.query("select pg_advisory_lock(hashtext('vitrine_start_' || current_schema()))")
      return await work()
    } finally {
      // Closing the connection releases the lock.
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}
