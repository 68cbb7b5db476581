import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { lockRow, poolOf } from '#db/database.ts'
import { databaseError } from '#db/refusals.ts'
import { createDatabase } from '#test/databases.ts'
import { type Caller, TestServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { StreamListener } from '#test/stream-listener.ts'
import { DatabaseProxy } from './database-proxy.ts'

const postgres = process.env.TEST_DATABASE_URL
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe.runIf(postgres)('a PostgreSQL server', () => {
  const fatal: unknown[] = []
  const note = (error: unknown) => fatal.push(error)
  let database: Awaited<ReturnType<typeof createDatabase>>
  let proxy: DatabaseProxy
  let server: TestServer
  let admin: Caller & { organizationId: string }

  beforeAll(async () => {
    process.on('uncaughtException', note)
    process.on('unhandledRejection', note)
    database = await createDatabase(postgres ?? '', inject('migrated'))
    proxy = await DatabaseProxy.to(database.url)
    server = await TestServer.start({ DATABASE_URL: proxy.url })
    admin = await server.organization()
  })
  afterAll(async () => {
    await server.close()
    proxy.close()
    await database.drop()
    process.off('uncaughtException', note)
    process.off('unhandledRejection', note)
  })
  beforeEach(() => {
    fatal.length = 0
  })

  let made = 0
  const save = () =>
    admin.call('POST', '/buildings/create', {
      name: `House ${++made}`,
      location: 'Here',
      floors: [{ name: 'Ground' }],
    })

  /** Saves without pause, several at a time; answers what came of them. */
  function startWriting() {
    const results: { status: number; retryAfter: number; ms: number }[] = []
    let stopped = false
    const writers = Array.from({ length: 16 }, async () => {
      while (!stopped) {
        const began = performance.now()
        const { status, headers } = await save()
        results.push({
          status,
          retryAfter: Number(headers.get('retry-after')),
          ms: performance.now() - began,
        })
        if (status !== 201) await wait(20)
      }
    })
    return async () => {
      stopped = true
      await Promise.all(writers)
      return results
    }
  }

  it('that restarts under writers ends nothing: calls answer 503, and everything works again', async () => {
    const stream = new StreamListener(server.origins.console, '/api/watch', admin.token)
    await stream.heard('hello')
    for (let round = 0; round < 6; round++) {
      const stop = startWriting()
      await wait(200)
      proxy.goAway()
      await wait(300)
      proxy.backOnline()
      await wait(300)
      const results = await stop()
      expect(new Set(results.map(({ status }) => status))).toEqual(new Set([201, 503]))
      for (const { status, retryAfter, ms } of results)
        if (status === 503) expect([retryAfter > 0, ms < 5000]).toEqual([true, true])
      expect((await save()).status).toBe(201)
    }
    // Acknowledged is stored, and news are delivered again.
    const told = stream.count('edited')
    await save()
    await stream.heard('edited', told + 1)
    stream.socket.destroy()
    expect(fatal).toEqual([])
  })

  it('that closes single connections inside transactions ends nothing', async () => {
    const stop = startWriting()
    const killer = await createKiller(database.url)
    for (let round = 0; round < 10; round++) {
      await wait(50)
      await killer.kill()
    }
    await killer.end()
    const results = await stop()
    for (const { status } of results) expect([201, 503]).toContain(status)
    expect((await save()).status).toBe(201)
    expect(fatal).toEqual([])
  })

  it('that freezes fails calls within 15 s, keeps no connection forever, and is used again afterwards', async () => {
    const screen = await TestScreen.claim(server, admin)
    await screen.open()
    const stop = startWriting()
    await wait(200)
    proxy.freeze()
    await wait(18_000)
    const { database: db } = server.services
    const pool = poolOf(db)
    proxy.thaw()
    const results = await stop()
    const refused = results.filter(({ status }) => status !== 201)
    expect(refused.length).toBeGreaterThan(16)
    for (const { status, retryAfter } of refused) expect([status, retryAfter > 0]).toEqual([503, true])
    expect(Math.max(...results.map(({ ms }) => ms))).toBeLessThan(15_000)
    await expect.poll(async () => (await save()).status).toBe(201)
    // No connection is left in a transaction. A background one is finished at the next look.
    const inTransaction = async () => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(db)
      return Number(rows[0]?.count)
    }
    await expect.poll(inTransaction).toBe(0)
    await expect.poll(() => pool?.waitingCount).toBe(0)
    // The stream was there all the time, and notices of other processes arrive again.
    await admin.api.devices.remove({ params: { id: screen.deviceId } })
    await screen.next(({ name }) => name === 'unpaired')
    expect(fatal).toEqual([])
  }, 240_000)

  it('cancels a statement that takes too long, and one that waits for a lock', async () => {
    const { database: db } = server.services
    const began = performance.now()
    const slow = sql`select pg_sleep(30)`.execute(db).catch((error) => error)
    const locked = db.transaction().execute(async (first) => {
      await lockRow(first, 'organizations', admin.organizationId)
      return lockRow(db, 'organizations', admin.organizationId).catch((error) => error)
    })
    expect([await slow, await locked]).toMatchObject([{ code: '57014' }, { code: '55P03' }])
    for (const error of [await slow, await locked]) expect(databaseError(error)?.status).toBe(503)
    expect(performance.now() - began).toBeLessThan(15_000)
  })
})

/** Ends the other connections of a database, as an administrator would. */
async function createKiller(url: string) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    kill: () =>
      client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      ),
    end: () => client.end(),
  }
}
