import type pg from 'pg'
import { openPool } from '#db/postgres-pool.ts'
import type { Settings } from '#lib/env.ts'
import type { Log } from '#lib/log.ts'

/** Milliseconds between two log lines about a wait. */
const SAY_MS = 10_000

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
      const saying = await sayWhoHolds(pool, client, log)
      await client
        .query("select pg_advisory_lock(hashtext('vitrine_start_' || current_schema()))")
        .finally(() => clearInterval(saying))
      return await work()
    } finally {
      // Closing the connection releases the lock.
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}

/** Logs, while `client` waits for a lock, which session has it: an operator may have to end one that was left behind. */
async function sayWhoHolds(pool: pg.Pool, client: pg.ClientBase, log: Log): Promise<NodeJS.Timeout> {
  const { rows } = await client.query('select pg_backend_pid() as id')
  return setInterval(() => {
    pool
      .query(
        `select pid, client_addr as address, state, backend_start as since from pg_stat_activity
         where pid = any(pg_blocking_pids($1))`,
        [rows[0].id],
      )
      .then(
        ({ rows: holders }) =>
          log.warn({ holders }, 'Waiting for the start of another server, whose session has the lock'),
        (error) => log.warn({ err: error }, 'Waiting for the start of another server'),
      )
  }, SAY_MS)
}
