import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { NoticeLine } from '#db/between-servers/notices.ts'
import { openPostgres } from '#db/database.ts'
import { StartError } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { createDatabase } from '#test/databases.ts'
import { TestServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { inspectPostgres } from './inspect-postgres.ts'
import { oneAtATime } from './one-at-a-time.ts'

const postgres = process.env.TEST_DATABASE_URL ?? ''
const log = createLog('silent')
interface Pooler {
  url: string
  stop(): Promise<void>
}
const { startPgbouncer }: { startPgbouncer(url: string, mode: string): Promise<Pooler | undefined> } =
  await import(new URL('../../../../../scripts/setup/pgbouncer.mjs', import.meta.url).href)

describe.runIf(postgres)('PostgreSQL behind a connection pooler', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>
  const poolers = new Map<string, Pooler>()
  beforeAll(async () => {
    database = await createDatabase(postgres, inject('migrated'))
    for (const mode of ['session', 'transaction', 'statement']) {
      const pooler = await startPgbouncer(database.url, mode)
      if (pooler) poolers.set(mode, pooler)
    }
  }, 120_000)
  afterAll(async () => {
    for (const { stop } of poolers.values()) await stop()
    await database.drop()
  })

  it('that keeps a session per connection carries two servers, and the notices between them', async (context) => {
    const pooler = poolers.get('session')
    if (!pooler) return context.skip()
    const settings = { DATABASE_URL: pooler.url, DATABASE_CONNECTIONS: '4' }
    const one = await TestServer.start(settings)
    const two = await TestServer.start(settings, { beside: one })
    try {
      const { rows } = await sql`select current_setting('lock_timeout') as lock`.execute(
        one.services.database,
      )
      expect(rows).toEqual([{ lock: '5s' }])
      const admin = await one.organization()
      const screen = await TestScreen.claim(one, admin, { name: 'Before' })
      for (let n = 0; n < 5; n++) {
        await admin.api.devices.update({ params: { id: screen.deviceId }, body: { name: `Name ${n}` } })
        // Sooner than a read that no notice asked for.
        await expect
          .poll(async () => (await two.services.publisher.manifest(screen.deviceId))?.device.body, {
            timeout: 4000,
          })
          .toContain(`Name ${n}`)
      }
      expect((await fetch(`${two.origins.console}/api/ready`)).status).toBe(200)
    } finally {
      await two.close()
      await one.close()
    }
  }, 60_000)

  it.each(['transaction', 'statement'])(
    'that shares sessions by %s is refused at the first start and while it is busy',
    async (mode) => {
      const pooler = poolers.get(mode)
      if (!pooler) return
      const refusal = () => inspectPostgres(pooler.url, log).catch((error) => error)
      const first = await refusal()
      expect(first).toBeInstanceOf(StartError)
      expect(first.message).toMatch(/shares PostgreSQL's sessions.*pool_mode to session/)
      const busy = new pg.Client(pooler.url)
      await busy.connect()
      const running = busy.query('select pg_sleep(1)')
      expect((await refusal()).message).toBe(first.message)
      await running
      await busy.end()
    },
  )

  it('that starts to lose notices turns the server red at the second one, and it stays red', async (context) => {
    const pooler = poolers.get('transaction')
    if (!pooler) return context.skip()
    const through = openPostgres(pooler.url, log)
    const line = await NoticeLine.open(through, log, { onText() {}, onGap() {} }, { probeMs: 100 })
    try {
      await expect.poll(() => line?.failure()).toBe('Lost the connection for notices')
      await expect.poll(() => line?.failure(), { interval: 20 }).toBe(null)
      await expect.poll(() => line?.failure()).toBe('Lost the connection for notices')
      for (let look = 0; look < 30; look++) {
        await setTimeout(100)
        expect(line?.failure()).toBe('Lost the connection for notices')
      }
    } finally {
      await line?.close()
      await through.destroy()
    }
  }, 40_000)
})

describe.runIf(postgres)('a start', () => {
  it('refuses a database that is not UTF-8, and says what to do', async () => {
    const kind = 'SQL_ASCII'
    const client = new pg.Client(postgres)
    await client.connect()
    const name = `t_${kind.toLowerCase()}_${process.pid}`
    await client.query(`create database ${name} encoding '${kind}' locale 'C' template template0`)
    const url = new URL(postgres)
    url.pathname = name
    const refusal = await inspectPostgres(url.href, log).catch((error) => error)
    await client.query(`drop database ${name} with (force)`)
    await client.end()
    expect(refusal).toBeInstanceOf(StartError)
    expect(refusal.message).toBe(
      `The database ${name} stores texts as ${kind}, which lacks many characters. Create one with: CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0.`,
    )
  })

  it('that waits longer than ten seconds for a lock names the session that has it', async () => {
    const database = await createDatabase(postgres)
    const left = new pg.Client(database.url)
    await left.connect()
    await left.query("select pg_advisory_lock(hashtext('vitrine_start_' || current_schema()))")
    const { rows } = await left.query('select pg_backend_pid() as id')
    const lines: string[] = []
    const noted = createLog('warn', { write: (line) => void lines.push(line) })
    const starting = oneAtATime({ DATABASE_URL: database.url }, noted, async () => 'started')
    await expect.poll(() => lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ holders: [{ pid: rows[0].id, state: 'idle' }] })
    await left.end()
    expect(await starting).toBe('started')
    await database.drop()
  }, 30_000)
})
