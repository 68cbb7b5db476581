import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '#lib/log.ts'
import { isPostgres, poolOf } from './database.ts'
import type { Db } from './schema.ts'

/** PostgreSQL refuses a payload of 8000 bytes and more. */
export const NOTICE_MAX = 7000

const RECONNECT_MS = 1000

/** Tells every server process on this database, when `tx` commits. An embedded database has one process only. */
export async function notify(tx: Db, text: string): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_notify('vitrine_' || current_schema(), ${text})`.execute(tx)
}

export interface Listening {
  /** Whether other processes may be listening too. */
  isShared: boolean
  close(): Promise<void>
}

/**
 * Hands over every text that a process notified, this one's too. A connection that breaks is made anew, and `onGap`
 * then says that texts may have been missed.
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

  const again = (error?: Error) => {
    if (closed || retry) return
    log.warn({ err: error }, 'The connection for notices broke')
    retry = setTimeout(() => {
      retry = undefined
      connect().then(onGap, again)
    }, RECONNECT_MS)
  }
  const connect = async () => {
    const made = new pg.Client(pool.options)
    made.on('error', again)
    made.on('end', () => again())
    made.on('notification', ({ payload }) => onText(payload ?? ''))
    client = made
    await made.connect()
    const { rows } = await made.query('select current_schema() as name')
    await made.query(`listen ${pg.escapeIdentifier(`vitrine_${rows[0].name}`)}`)
  }
  await connect()
  return {
    isShared: true,
    close: async () => {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
