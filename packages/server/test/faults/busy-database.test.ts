import { sql } from 'kysely'
import { describe, expect, it as run } from 'vitest'
import { lockRow, poolOf } from '#db/database.ts'
import { writersOf } from '#db/postgres-pool.ts'
import { databaseError } from '#db/refusals.ts'
import { WAIT_MS } from '#db/writers.ts'
import { useServer } from '#test/harness.ts'

const named = (n: number) => ({ name: `Building ${n}`, location: 'Town', floors: [{ name: 'Ground' }] })

describe('a database that is busy', () => {
  // One engine has a pool of connections; the other has a single connection.
  const it = run.skipIf(!process.env.TEST_DATABASE_URL)
  const server = useServer()

  it('LOAD-12: refuses in seconds when no connection becomes free, says when to come again, and recovers', async () => {
    const admin = await server().organization()
    const { database } = server().services
    const pool = poolOf(database)
    if (!pool) throw new Error('PostgreSQL has a pool')
    const over = new AbortController()
    const busy = Array.from({ length: pool.options.max ?? 10 }, async () => {
      const client = await pool.connect()
      over.signal.addEventListener('abort', () => client.release())
    })
    await Promise.all(busy)
    const began = performance.now()
    const calls = Array.from({ length: 30 }, () => admin.call('GET', '/buildings'))
    const watched = (name: string) => server().as().call('GET', `/${name}`)
    const [health, ...answers] = await Promise.all([watched('health'), ...calls])
    expect(performance.now() - began).toBeLessThan(25_000)
    for (const { status, body, headers } of answers) {
      expect([status, body]).toMatchObject([503, { errKey: 'UNAVAILABLE' }])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    // A result of the last seconds is returned again.
    await expect.poll(async () => (await watched('ready')).status).toBe(503)
    // The process is alive.
    expect(health.status).toBe(200)
    over.abort()
    await expect.poll(async () => (await watched('ready')).status).toBe(200)
    expect((await admin.api.buildings.list()).buildings).toEqual([])
  })

  it('LOAD-12: lists are read while ninety saves wait for one row, and all of the saves succeed', async () => {
    const admin = await server().organization()
    const { building } = await admin.api.buildings.create({ body: named(0) })
    const { database } = server().services
    const pool = poolOf(database)
    const saves: Promise<{ status: number; ms: number }>[] = []
    const save = async (n: number) => {
      const began = performance.now()
      const { status } = await admin.call('PUT', `/buildings/${building.id}`, named(n))
      return { status, ms: performance.now() - began }
    }
    await database.transaction().execute(async (held) => {
      await lockRow(held, 'buildings', building.id)
      for (let n = 1; n <= 90; n++) saves.push(save(n))
      // Every connection that saves may take is waiting now.
      const waiting = sql<{ count: number }>`
        select count(*) as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect
        .poll(async () => (await waiting.execute(held)).rows[0]?.count)
        .toBe(pool ? writersOf(pool) : 0)
      const began = performance.now()
      for (let n = 0; n < 5; n++) expect((await admin.call('GET', '/buildings')).status).toBe(200)
      expect(performance.now() - began).toBeLessThan(5000)
    })
    // On a machine that needs longer than they may wait, the last are refused after it.
    const answers = (await Promise.all(saves)).filter(({ status, ms }) => status !== 503 || ms < WAIT_MS)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('LOAD-12: answers a deadlock as something to try again', async () => {
    const { database } = server().services
    const deadlock = sql`do $$ begin raise exception 'x' using errcode = '40P01'; end $$`.execute(database)
    expect(databaseError(await deadlock.catch((error) => error))?.errKey).toBe('UNAVAILABLE')
  })
})
