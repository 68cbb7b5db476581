import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it as run } from 'vitest'
import { openStores } from '#app/start/open-stores.ts'
import { systemClock } from '#lib/clock.ts'
import { readSettings } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { createDatabase } from '#test/databases.ts'
import { DatabaseProxy } from './database-proxy.ts'
import { startS3 } from './s3-server.ts'

const SERVERS = [1, 2, 3]
const postgres = process.env.TEST_DATABASE_URL ?? ''
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-together-'))
const s3 = postgres ? await startS3(folder) : undefined
afterAll(() => {
  s3?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts several servers at the same time on an empty database, and answers what each of them found. */
async function startTogether(env: (dataFolder: string) => Record<string, string>) {
  const database = await createDatabase(postgres)
  const log = createLog('silent')
  const starts = SERVERS.map((n) => {
    const dataFolder = path.join(folder, `${database.name}-${n}`)
    mkdirSync(path.join(dataFolder, 'files'), { recursive: true })
    const settings = readSettings({
      DATABASE_URL: database.url,
      DATA_DIR: dataFolder,
      DISK_RESERVE_MB: '0',
      SECRET_KEY: 'the-same-on-each-of-the-servers-0123456789',
      ...env(dataFolder),
    })
    return openStores(settings, systemClock, log)
  })
  const ended = await Promise.allSettled(starts)
  const stores = ended.flatMap((end) => (end.status === 'fulfilled' ? end.value : []))
  try {
    const [first] = stores
    return {
      failures: ended.flatMap((end) => (end.status === 'rejected' ? String(end.reason) : [])),
      logins: stores.filter(({ firstSignIn }) => firstSignIn).length,
      organizations: await first?.database.selectFrom('organizations').select('name').execute(),
      keys: new Set(stores.map(({ secretKey }) => secretKey)).size,
      storages: new Set(stores.map(({ files }) => files.id)).size,
    }
  } finally {
    for (const { database: each, disk, time, unlock } of stores) {
      await time.close()
      await each.destroy()
      await disk.close()
      unlock()
    }
    await database.drop()
  }
}

const ONE_INSTALLATION = {
  failures: [],
  logins: 1,
  organizations: [{ name: 'Home' }],
  keys: 1,
  storages: 1,
}

describe('three servers that start together on an empty PostgreSQL', () => {
  run.skipIf(!postgres)('all start, and install once', { timeout: 240_000 }, async () => {
    // One file storage that is mounted on all of them.
    const found = await startTogether((dataFolder) => {
      const marker = path.join(dataFolder, 'files', 'vitrine-storage.json')
      writeFileSync(marker, JSON.stringify({ id: 'shared', format: 1 }))
      return {}
    })
    expect(found).toEqual(ONE_INSTALLATION)
  })

  // Needs Debian's packages swift-* and memcached.
  run.skipIf(!s3)('and an empty bucket do, too', { timeout: 240_000 }, async () => {
    expect(await startTogether(() => ({ ...s3?.env }))).toEqual(ONE_INSTALLATION)
  })
})

describe.runIf(postgres)('a server that starts before its database', () => {
  run('waits for it', async () => {
    const { url, drop } = await createDatabase(postgres)
    const proxy = await DatabaseProxy.to(url)
    proxy.goAway()
    const settings = readSettings({
      DATABASE_URL: proxy.url,
      DATA_DIR: mkdtempSync(path.join(folder, 'early-')),
      DISK_RESERVE_MB: '0',
      DATABASE_WAIT_SECONDS: '30',
    })
    const starting = openStores(settings, systemClock, createLog('silent'))
    expect(await Promise.race([starting, setTimeout(2500, 'waits')])).toBe('waits')
    proxy.backOnline()
    const { database, disk, time, unlock } = await starting
    await time.close()
    await database.destroy()
    await disk.close()
    unlock()
    proxy.close()
    await drop()
  })
})
