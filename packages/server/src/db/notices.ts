import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '#lib/log.ts'
import { isPostgres, poolOf } from './database.ts'
import { cut, openClient } from './postgres-pool.ts'
import type { Db } from './schema.ts'

/** PostgreSQL refuses a payload of 8000 bytes and more. */
export const NOTICE_MAX = 7000

const RECONNECT_MS = 1000
/** A connection that only listens does not notice that the other end is gone: it asks. */
const CHECK_MS = 15_000

/** Notifies every server process on this database, when `tx` commits. An embedded database has one process only. */
export async function notify(tx: Db, text: string): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_notify('vitrine_' || current_schema(), ${text})`.execute(tx)
}

export interface Listening {
  /** Whether other processes may be listening too. */
  isShared: boolean
  close(): Promise<void>
}

/**
 * Passes on every text that a process notified, this one's too. A connection that broke or does not answer is replaced;
 * then `onGap` says that texts may have been missed.
 */
export async function listen(
  db: Db,
  log: Log,
  onText: (text: string) => void,
  onGap: () => void,
): Promise<Listening> {
  const pool = poolOf(db)
  if (!pool) return { isShared: false, close: async () => {} }
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  /** Of a connection that another one has replaced, nothing counts any more. */
  const lost = (which: pg.Client, error?: Error) => {
    if (client !== which) return
    client = undefined
    cut(which)
    log.warn({ err: error }, 'The connection for notices broke')
    reconnect()
  }
  const reconnect = () => {
    if (closed) return
    retry = setTimeout(() => connect().then(onGap, reconnect), RECONNECT_MS)
  }
  const connect = async () => {
    const made = openClient(pool)
    made.on('error', (error) => lost(made, error))
    made.on('end', () => lost(made))
    made.on('notification', ({ payload }) => closed || onText(payload ?? ''))
    try {
      await made.connect()
      const { rows } = await made.query('select current_schema() as name')
      // Held as long as the line: a restore waits for no server, and none may be there.
      await made.query("select pg_advisory_lock_shared(hashtext('vitrine_' || current_schema()))")
      await made.query(`listen ${pg.escapeIdentifier(`vitrine_${rows[0].name}`)}`)
      if (closed) return cut(made)
      client = made
    } catch (error) {
      cut(made)
      throw error
    }
  }
  await connect()
  const check = setInterval(() => {
    const which = client
    which?.query('select 1').catch((error) => lost(which, error))
  }, CHECK_MS)
  return {
    isShared: true,
    close: async () => {
      closed = true
      clearTimeout(retry)
      clearInterval(check)
      const last = client
      client = undefined
      if (last) cut(last)
    },
  }
}
