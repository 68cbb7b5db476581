import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ADMIN } from './start-server.mjs'

const { startPostgres } = await import(path.resolve(import.meta.dirname, '../../scripts/setup/postgres.mjs'))
const SOURCES = '../../packages/server/src'
const { startServer } = await import(`${SOURCES}/app/server.ts`)
const { refreshStatistics } = await import(`${SOURCES}/db/database.ts`)
const { readSettings } = await import(`${SOURCES}/lib/env.ts`)
const { createLog } = await import(`${SOURCES}/lib/log.ts`)
const { systemClock } = await import(`${SOURCES}/lib/clock.ts`)

/**
 * Starts the server from its sources in this process, without background load, for benches that insert rows directly or
 * measure processor time. Data are in a new folder, or with `postgres` in a new database.
 */
export async function startInProcess({ postgres = false } = {}) {
  const engine = postgres ? await startPostgres({ durable: true }) : undefined
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-'))
  const settings = readSettings({
    ...{ HOST: '127.0.0.1', PORT: '0', PLAYER_PORT: '0', CONTENT_PORT: '0', DATA_DIR: folder },
    ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'error' },
    ...(engine && { DATABASE_URL: engine.url }),
  })
  const assets = path.join(folder, 'none')
  const server = await startServer({ settings, clock: systemClock, log: createLog('error'), assets })
  const { database, origins } = server.services
  return {
    url: origins.console,
    database,
    /** With current statistics, as after an hour. */
    refreshStatistics: () =>
      engine ? database.executeQuery({ sql: 'analyze', parameters: [] }) : refreshStatistics(database),
    stop: async () => {
      await server.close()
      await engine?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
