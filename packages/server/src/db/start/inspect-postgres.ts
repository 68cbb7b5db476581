import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type pg from 'pg'
import { openPool } from '#db/postgres-pool.ts'
import { StartError } from '#lib/env.ts'
import type { Log } from '#lib/log.ts'

const OLDEST = 15
/** Milliseconds until a test notice counts as lost. */
const NOTICE_MS = 3000

/**
 * Throws a StartError if Vitrine can't use this PostgreSQL: too old, a database that can't hold every text, or
 * connections whose sessions others use too. Changes nothing.
 */
export async function inspectPostgres(url: string, log: Log): Promise<void> {
  const pool = openPool(url, log, { connections: 2 })
  try {
    const [own, other] = await Promise.all([pool.connect(), pool.connect()])
    try {
      await refuseSharedSession(own, other)
      await refuseVersion(own)
      await refuseEncoding(own)
      await refuseLostNotices(own, other)
    } finally {
      for (const client of [own, other]) client.release(true)
    }
  } finally {
    await pool.end()
  }
}

async function refuseVersion(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query("select current_setting('server_version') as version")
  const version = String(rows[0].version)
  if (Number.parseInt(version, 10) < OLDEST)
    throw new StartError(
      `Vitrine needs PostgreSQL ${OLDEST} or newer; the server in DATABASE_URL is ${version}.`,
    )
}

async function refuseEncoding(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    "select current_database() as name, current_setting('server_encoding') as encoding",
  )
  const { name, encoding } = rows[0]
  if (encoding !== 'UTF8')
    throw new StartError(
      `The database ${name} stores texts as ${encoding}, which lacks many characters. Create one with: CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0.`,
    )
}

/**
 * Locks and notices belong to a session of PostgreSQL. A pooler that lends it out for a transaction shows two
 * connections the same session, or moves one to another session while the first is busy.
 */
async function refuseSharedSession(own: pg.ClientBase, other: pg.ClientBase): Promise<void> {
  const before = await sessionOf(own)
  await other.query('begin').catch((error: Error) => {
    throw /statement pooling/.test(error.message) ? sharedSession() : error
  })
  try {
    if ((await sessionOf(other)) === before) throw sharedSession()
    if ((await sessionOf(own)) !== before) throw sharedSession()
  } finally {
    await other.query('rollback')
  }
}

async function sessionOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as id')
  return rows[0].id
}

/** Sends a notice from one connection to the other, which waits without asking. */
async function refuseLostNotices(own: pg.ClientBase, other: pg.ClientBase): Promise<void> {
  const channel = `vitrine_start_${randomUUID().replaceAll('-', '')}`
  await own.query(`listen ${channel}`)
  const heard = once(own, 'notification', { signal: AbortSignal.timeout(NOTICE_MS) })
  await Promise.all([heard, other.query('select pg_notify($1, $2)', [channel, ''])]).catch((error) => {
    throw error.name === 'AbortError' ? sharedSession() : error
  })
}

const sharedSession = () =>
  new StartError(
    "The connection pooler in DATABASE_URL shares PostgreSQL's sessions between connections, so notices and locks get lost. Set PgBouncer's pool_mode to session, or set DATABASE_URL to PostgreSQL itself.",
  )
