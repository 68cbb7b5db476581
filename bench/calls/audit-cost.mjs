// What the steps of the audit log add to a small save: the same saves with them and without, in one process.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { percentile, report } from '#bench/support/report.mjs'
import { ADMIN, signIn } from '#bench/support/start-server.mjs'

const SOURCES = '../../packages/server/src'
const { startServer } = await import(`${SOURCES}/app/server.ts`)
const { IN_TRANSACTION } = await import(`${SOURCES}/app/mount/work.ts`)
const { readSettings } = await import(`${SOURCES}/lib/env.ts`)
const { createLog } = await import(`${SOURCES}/lib/log.ts`)
const { systemClock } = await import(`${SOURCES}/lib/clock.ts`)

/** Blocks alternate, so that whatever else the machine does meets both. */
const BLOCKS = 20
const SAVES = 60
const MOST_PERCENT = 15

const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-'))
const settings = readSettings({
  ...{ HOST: '127.0.0.1', PORT: '0', PLAYER_PORT: '0', CONTENT_PORT: '0', DATA_DIR: folder },
  ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'error' },
})
const assets = path.join(folder, 'none')
const server = await startServer({ settings, clock: systemClock, log: createLog('error'), assets })
try {
  const call = await signIn(server.services.origins.console)
  const body = { name: 'House', location: 'Here', floors: [{ name: 'Ground' }] }
  const { building } = await call('POST', '/buildings/create', body)
  const all = [...IN_TRANSACTION]
  const without = all.filter(({ name }) => !['readBefore', 'leaveEntry'].includes(name))
  let n = 0
  const block = async (steps) => {
    IN_TRANSACTION.splice(0, IN_TRANSACTION.length, ...steps)
    const took = []
    for (let i = 0; i < SAVES; i++) {
      const started = performance.now()
      await call('PUT', `/buildings/${building.id}`, {
        ...body,
        name: `House ${n++}`,
        floors: building.floors,
      })
      took.push(performance.now() - started)
    }
    return percentile(took, 0.5)
  }
  const [plain, audited] = [[], []]
  await block(all)
  for (let i = 0; i < BLOCKS; i++) {
    plain.push(await block(without))
    audited.push(await block(all))
  }
  const [before, after] = [percentile(plain, 0.5), percentile(audited, 0.5)]
  const value = (after / before - 1) * 100
  report('audit-cost', [
    { what: 'small save without an entry', value: before, unit: 'ms' },
    { what: 'small save with its entry', value: after, unit: 'ms' },
    { what: 'added by the entry', value, unit: '%', target: `< ${MOST_PERCENT}`, met: value < MOST_PERCENT },
  ])
} finally {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}
