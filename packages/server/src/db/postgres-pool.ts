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
const KEEP_ALIVE = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 4 }
const LIMITS = {
  statement_timeout: STATEMENT_MS,
  lock_timeout: LOCK_MS,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
}

export interface PoolOptions {
  /** For migrations: no statement timeout. */
  patient?: boolean
  connections?: number
  /** Where tables without a schema are; PostgreSQL's default is `public`. */
  schema?: string
}

/** Thrown by a query when PostgreSQL didn't respond in time. */
class DatabaseSilent extends Error {
  readonly code = 'DATABASE_SILENT'
}

/** A pool whose errors never reach the process and whose queries never wait forever. */
export function openPool(
  url: string,
  log: Log,
  { patient = false, connections = CONNECTIONS, schema }: PoolOptions = {},
): pg.Pool {
  const broke = (error: Error) => log.warn({ err: error }, 'Lost a database connection')
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    onConnect: async (client) => {
      // The pool doesn't listen to connections in use, such as in a transaction.
      client.on('error', broke)
      await prepareSession(client, { patient, schema })
    },
  })
  // Idle connections report here.
  pool.on('error', broke)
  return pool
}

/** A separate connection for notices; open it with `connectClient`, which sets the same limits. */
export const newClient = (pool: pg.Pool): pg.Client => new pg.Client(pool.options)

export async function connectClient(client: pg.Client): Promise<void> {
  await client.connect()
  await prepareSession(client)
}

/** By statements, because a connection pooler such as PgBouncer refuses them as parameters of a new connection. */
async function prepareSession(
  client: pg.ClientBase,
  { patient = false, schema }: PoolOptions = {},
): Promise<void> {
  const late = setTimeout(() => destroyConnection(client), CONNECT_MS)
  try {
    const settings = Object.entries({
      ...KEEP_ALIVE,
      ...(!patient && LIMITS),
      ...(schema && { search_path: pg.escapeIdentifier(schema) }),
    })
    await client.query(settings.map(([name, value]) => `set ${name} = ${value}`).join('; '))
  } finally {
    clearTimeout(late)
  }
  if (!patient) limitQueries(client)
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
