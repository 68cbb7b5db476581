import pg from 'pg'
import type { Log } from '#lib/log.ts'

/** Counts and sizes are 64-bit in PostgreSQL and arrive as text; ours stay far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const CONNECTIONS = 10
/** Transactions at a time: the other connections are for what only reads. */
export const writersOf = ({ options }: pg.Pool): number => Math.floor((options.max ?? CONNECTIONS) * 0.7)
/**
 * Milliseconds. A call waits for a free connection and then for its query: together less than 15 s, after which
 * browsers and people have given up. The server itself cancels a slow query first; ours is for a server that does not
 * answer at all.
 */
const CONNECT_MS = 5_000
const STATEMENT_MS = 7_000
const ANSWER_MS = 8_000
const LOCK_MS = 5_000
/** Inside a transaction only the database is awaited: one that idles belongs to a process that hangs. */
const IDLE_TRANSACTION_MS = 20_000
const KEEP_ALIVE_MS = 10_000
/**
 * The same from the other side, in seconds: PostgreSQL frees the locks of a server whose machine or network failed after
 * half a minute instead of two hours.
 */
const SERVER_OPTIONS = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4'

export interface PoolOptions {
  /** For migrations: a statement may take as long as it takes. */
  patient?: boolean
  connections?: number
}

/** What a query rejects with when PostgreSQL did not answer in time. */
class DatabaseSilent extends Error {
  readonly code = 'DATABASE_SILENT'
}

/** Connections to PostgreSQL of which no error reaches the process and no query waits for ever. */
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
  // Idle connections report here; the pool stops listening to those in use, such as in a transaction.
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

/** Cuts a connection whose query is not answered: it may be inside a transaction, so it is never reused. */
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

/** Without a farewell, which a server that does not answer would not read either. */
export function destroyConnection(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(error: Error): void } } }
  connection.stream.destroy(new DatabaseSilent("PostgreSQL isn't responding"))
}
