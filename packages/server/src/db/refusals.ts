import { rule } from '@vitrine/contract/rules'
import { AppError, invalid, storageFull } from '#lib/errors.ts'

/** Seconds after which to retry on a busy database. */
const RETRY_SECONDS = 5
/**
 * The database is temporarily unavailable: no free connection in time, starting or stopping, locked by another call,
 * or a deadlock. (PostgreSQL appendix A, SQLite result codes.)
 */
const BUSY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...[
    'ENOTFOUND',
    'EAI_AGAIN',
    'DATABASE_SILENT',
    'TOO_MANY_WRITERS',
    '08000',
    '08001',
    '08003',
    '08004',
    '08006',
  ],
  ...['53300', '57014', '57P01', '57P02', '57P03', '57P05', '25P03', '40001', '40P01', '55P03'],
  ...['SQLITE_BUSY', 'SQLITE_LOCKED', 'READER_BUSY'],
])
/** Messages of pg, which have no code, when no connection became free in time or one broke. */
const NO_CONNECTION =
  /^timeout exceeded when trying to connect|^Connection terminated|^Client (has encountered a connection error|was closed)/
const FULL = new Set(['SQLITE_FULL', '53100'])

/** Whether the database's disk was full. */
export const isDiskFull = (error: unknown): boolean =>
  FULL.has(String((error as { code?: unknown } | null)?.code))

/**
 * Whether the disk failed under SQLite, which also happens on a full one in places where SQLite doesn't report it as
 * full.
 */
export const isDiskFailure = (error: unknown): boolean =>
  /^SQLITE_(IOERR|CANTOPEN)/.test(String((error as { code?: unknown } | null)?.code))

/**
 * Converts a database error to the caller's error; undefined for anything else. `method`: the request's. A violated
 * foreign key means that a deleted row is still in use, or that a saved row refers to a deleted one.
 */
export function databaseError(error: unknown, method = ''): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, detail } = error as Error & { code?: unknown; detail?: string }
  if (BUSY.has(String(code)) || NO_CONNECTION.test(error.message))
    return new AppError('UNAVAILABLE', 'The server is busy. Try again in a moment.', undefined, RETRY_SECONDS)
  if (isDiskFull(error)) return storageFull()
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
    return taken(
      error.message
        .split(': ')
        .at(-1)
        ?.split(', ')
        .map((name) => name.split('.').at(-1) ?? '') ?? [],
    )
  if (code === '23505')
    return taken([...(detail?.match(/^[^(]*\(([^)]*)\)=/)?.[1] ?? '').matchAll(/\w+/g)].map(([name]) => name))
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || code === '23503')
    return method === 'DELETE'
      ? new AppError('IN_USE', 'Something else still uses this')
      : new AppError('REFERENCE_GONE', 'Something this refers to was just deleted')
  return undefined
}

/** `nameKey` is the normalized `name`. */
function taken(columns: string[]): AppError {
  const field =
    columns
      .filter((name) => name !== 'organizationId')
      .at(-1)
      ?.replace(/Key$/, '') ?? 'body'
  return invalid({ [field]: rule('not_exist') })
}
