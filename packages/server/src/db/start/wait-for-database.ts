import { setTimeout } from 'node:timers/promises'
import { openPool } from '#db/postgres-pool.ts'
import type { Settings } from '#lib/env.ts'
import type { Log } from '#lib/log.ts'

/** Milliseconds between two attempts, and between two log lines. */
const AGAIN_MS = 1000
const SAY_MS = 10_000

/** Temporary errors: a machine, network, or database that is still starting, or is too busy. */
const PASSING = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'DATABASE_SILENT',
  // Starting or stopping; no free connections.
  '57P03',
  '53300',
]

/** Resolves when PostgreSQL accepts a connection, refuses it permanently, or the time is up. */
export async function waitForDatabase(
  { DATABASE_URL, DATABASE_WAIT_SECONDS }: Pick<Settings, 'DATABASE_URL' | 'DATABASE_WAIT_SECONDS'>,
  log: Log,
): Promise<void> {
  if (!DATABASE_URL) return
  const end = performance.now() + DATABASE_WAIT_SECONDS * 1000
  const pool = openPool(DATABASE_URL, log)
  try {
    for (let saidAt = Number.NEGATIVE_INFINITY; ; ) {
      const failure = await pool.query('select 1').then(
        () => undefined,
        (error: Error & { code?: string }) => error,
      )
      if (!failure || !isPassing(failure) || performance.now() > end) return
      if (performance.now() - saidAt > SAY_MS) {
        saidAt = performance.now()
        log.warn({ err: failure }, `Waiting for PostgreSQL, for up to ${DATABASE_WAIT_SECONDS} seconds`)
      }
      await setTimeout(AGAIN_MS)
    }
  } finally {
    await pool.end()
  }
}

const isPassing = ({ code, message }: Error & { code?: string }): boolean =>
  (code !== undefined && PASSING.includes(code)) || /timeout|Connection terminated/i.test(message)
