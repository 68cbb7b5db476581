import pg from 'pg'
import type { Log } from '#lib/log.ts'

/** Counts and sizes are 64-bit in PostgreSQL and arrive as text; ours stay far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const CONNECTIONS = 10
/** Concurrent transactions: the remaining connections are for reads. */
export const writersOf = ({ options }: pg.Pool): number => Math.floor((options.max ?? CONNECTIONS) * 0.7)
/**
 * Milliseconds. A call waits for a free connection and then for its query: together less than 15 s, after which
 * browsers and people give up. The server itself cancels a slow query first; our timeout is for a server that doesn't
 * respond at all.
 */
const CONNECT_MS = 5_000
const STATEMENT_MS = 7_000
const ANSWER_MS = 8_000
const LOCK_MS = 5_000
/** Inside a transaction only the database is awaited, so an idle one belongs to a hung process. */
const IDLE_TRANSACTION_MS = 20_000
const KEEP_ALIVE_MS = 10_000
/**
 * In seconds: PostgreSQL releases the locks of a server whose machine or network failed after half a minute instead of
 * two hours.
 */
const SERVER_OPTIONS = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4'

export interface PoolOptions {
  /** For migrations: no statement timeout. */
  patient?: boolean
  connections?: number
}

/** Thrown by a query when PostgreSQL didn't respond in time. */
class DatabaseSilent extends Error {
  readonly code = 'DATABASE_SILENT'
}

/** A pool whose errors never reach the process and whose queries never wait forever. */
export function openPool(
  url: string,
  log: Log,
  { patient = false, connections = CONNECTIONS }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    options: SERVER_OPTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(!patient && {
      statement_timeout: STATEMENT_MS,
      lock_timeout: LOCK_MS,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    }),
  })
  const broke = (error: Error) => log.warn({ err: error }, 'Lost a database connection')
  // Idle connections report here; the pool doesn't listen to connections in use, such as in a transaction.
  pool.on('error', broke)
  pool.on('connect', (client) => {
    client.on('error', broke)
    if (!patient) limitQueries(client)
  })
  return pool
}

/** A separate connection for notices, with the same limits. */
export function openClient(pool: pg.Pool): pg.Client {
  const client = new pg.Client(pool.options)
  limitQueries(client)
  return client
}

/** Closes a connection whose query times out: it may be inside a transaction, so it must not be reused. */
function limitQueries(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
  const limited = async (...given: unknown[]) => {
    const late = setTimeout(() => destroyConnection(client), ANSWER_MS)
    try {
      return await query(...given)
    } finally {
      clearTimeout(late)
    }
  }
  client.query = limited as typeof client.query
}

/** Skips the goodbye message, which an unresponsive server wouldn't read. */
export function destroyConnection(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(error: Error): void } } }
  connection.stream.destroy(new DatabaseSilent("PostgreSQL isn't responding"))
}
