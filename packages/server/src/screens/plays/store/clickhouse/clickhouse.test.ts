import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { PlayQuery, ReportedPlay } from '@vitrine/contract/api/screens/plays'
import { afterAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import type { AppError } from '#lib/errors.ts'
import { createLog } from '#lib/log.ts'
import type { NewPlay } from '#screens/plays/api.ts'
import type { PlayStore } from '#screens/plays/store/play-store.ts'
import { createClickhouse, FaultyClickhouse, PLAY_STORES } from '#test/faults/clickhouse.ts'
import { Refused, refused, TestServer, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { ClickhousePlayStore } from './clickhouse-play-store.ts'
import { Clickhouse } from './client.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const isInstalled = PLAY_STORES.length > 1
const LIMITS = { answer: 1500, work: 60_000, grace: 500, pause: 300 }

describe.skipIf(!isInstalled)('plays in ClickHouse', () => {
  const server = useServer()
  const opened: { close(): unknown }[] = []
  afterAll(async () => {
    for (const each of opened) await each.close()
  })
  const open = async (url: string, more = {}) => {
    const { database, reader, clock, settings } = server().services
    const log = createLog('silent')
    const store = await ClickhousePlayStore.open({ database, reader, clock, settings, log, url, ...more })
    opened.push(store)
    return store
  }
  const newUrl = async () => (await createClickhouse())?.url ?? ''

  let made = 0
  const play = (organizationId: string, more: Partial<NewPlay> = {}): NewPlay => ({
    id: `play-${++made}`,
    kind: 'page',
    storyboardId: 's',
    pageId: 'p',
    mediaId: null,
    name: 'Welcome',
    from: server().clock.now() - 20_000,
    to: server().clock.now() - 10_000,
    deviceId: `screen of ${organizationId}`,
    organizationId,
    ...more,
  })

  /** Everything that a store answers about the plays of a reader. */
  const answersOf = async (store: PlayStore, reader: Db, queries: readonly PlayQuery[]) => {
    const answers: unknown[] = []
    for (const query of queries) {
      const rows: unknown[] = []
      for await (const some of store.every(reader, query, 50)) rows.push(...some)
      answers.push({
        query,
        rows,
        page: await store.list(reader, { ...query, page: 2, pageSize: 9 }),
        totals: await store.totals(reader, query),
        report: await store.report(reader, query),
      })
    }
    return answers
  }

  it('are the same as in the database, however late, long, and often screens report them, and to which server', async () => {
    const { clock, services } = server()
    const url = await newUrl()
    const [one, two] = [await open(url), await open(url)]
    const organizations = [await server().organization(), await server().organization()]
    const random = randomFrom(20_261_127)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const known: NewPlay[] = []
    const started = clock.now()
    for (let step = 0; step < 14; step++) {
      clock.advance(Math.floor(random() * 2 * HOUR))
      const batch = Array.from({ length: 16 }, (): NewPlay => {
        const now = clock.now()
        const repeated = known.length > 0 && random() < 0.4 ? pick(known) : undefined
        if (repeated)
          return { ...repeated, to: Math.floor(repeated.to + random() ** 4 * (now - repeated.to)) }
        const from = Math.floor(now - random() ** 3 * 40 * HOUR)
        const n = Math.floor(random() * 4)
        const { organizationId } = pick(organizations)
        return play(organizationId, {
          ...(n === 3 && { kind: 'media', mediaId: 'film' }),
          pageId: `page ${n % 2}`,
          storyboardId: `story ${Math.floor(random() * 2)}`,
          name: n === 3 ? 'Película' : `Page ${n}`,
          deviceId: `screen ${Math.floor(random() * 3)} of ${organizationId}`,
          from,
          to: Math.min(now, Math.floor(from + (random() < 0.2 ? random() * 9 * HOUR : random() * MINUTE))),
        })
      })
      known.push(...batch)
      await services.playStore.save(batch)
      // A screen that got no response repeats its report at another server, maybe while the first is still writing.
      const servers = random() < 0.3 ? [one, two] : [pick([one, two])]
      const closing = random() < 0.4 ? [pick([one, two]).sum()] : []
      await Promise.all([...servers.map((store) => store.save(batch)), ...closing])
    }
    const [acme] = organizations.map(({ organizationId }) => organizationId)
    const queries: PlayQuery[] = [
      {},
      { from: started + 3 * HOUR + 20 * MINUTE, to: started + 20 * HOUR + 40 * MINUTE },
      { search: 'page 1', kind: 'page', storyboardId: 'story 0' },
      { deviceId: `screen 1 of ${acme}` },
    ]
    const reader = scoped(services.reader, acme ?? '')
    const expected = await answersOf(services.playStore, reader, queries)
    expect(await answersOf(one, reader, queries)).toEqual(expected)
    await two.sum()
    expect(await answersOf(two, reader, queries.slice(0, 2))).toEqual(expected.slice(0, 2))
    const everyone = await answersOf(services.playStore, services.reader, [{}])
    expect(await answersOf(one, services.reader, [{}])).toEqual(everyone)
    const rows = (await one.list(scoped(services.reader, acme ?? ''), {})).plays
    expect(new Set(rows.map(({ organizationId }) => organizationId))).toEqual(new Set([acme]))
  })

  it('include those from before, also totals whose plays are deleted', async () => {
    const { services } = server()
    const { organizationId } = await server().organization()
    const now = server().clock.now()
    const before = Array.from({ length: 40 }, (_, n) =>
      play(organizationId, { from: now - n * 50 * MINUTE - HOUR, to: now - n * 50 * MINUTE }),
    )
    await services.playStore.save([
      ...before,
      play(organizationId, { from: now - 90 * DAY, to: now - 90 * DAY + HOUR }),
    ])
    const reader = scoped(services.reader, organizationId)
    const { playNumber } = await services.database
      .selectFrom('organizations')
      .select('playNumber')
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow()
    await services.database
      .deleteFrom('plays')
      .where('tenant', '=', playNumber ?? 0)
      .where('startedAt', '<', now - 80 * DAY)
      .execute()
    await services.database
      .updateTable('organizations')
      .set({ playDays: 61 })
      .where('id', '=', organizationId)
      .execute()
    const former = await services.playStore.report(reader, {})
    expect(former.plays).toBe(41)
    const url = await newUrl()
    const store = await open(url)
    const stopped = AbortSignal.abort()
    await expect(store.sum(stopped)).rejects.toThrow()
    // Screens keep reporting, in the hours that are being copied.
    const latest = play(organizationId, { from: now - 20_000, to: now - 10_000 })
    await store.save([latest])
    await store.sum()
    const report = await store.report(reader, {})
    expect(report).toEqual({
      ...former,
      plays: 42,
      seconds: former.seconds + 10,
      hours: report.hours,
      items: [{ ...former.items[0], plays: 42, seconds: former.seconds + 10 }],
      screens: report.screens,
      places: report.places,
      storyboards: report.storyboards,
    })
    expect((await store.list(reader, {})).total).toBe(41)
  })

  it('stay in the database of their installation, whose numbers are never given out again', async () => {
    const { services } = server()
    const url = await newUrl()
    const { organizationId } = await server().organization()
    const store = await open(url)
    await store.save([play(organizationId)])
    const numbers = services.database.selectFrom('server_marks').select('at').where('id', '=', 'play-numbers')
    const { at: used } = await numbers.executeTakeFirstOrThrow()
    // As after restoring a backup.
    await services.database
      .updateTable('server_marks')
      .set({ at: 0 })
      .where('id', '=', 'play-numbers')
      .execute()
    await open(url)
    expect((await numbers.executeTakeFirstOrThrow()).at).toBe(used)
    await expect(TestServer.start({ CLICKHOUSE_URL: url })).rejects.toThrow(/belongs to another installation/)
    await expect(TestServer.start({ CLICKHOUSE_URL: 'http://127.0.0.1:9/x?nothing=1' })).rejects.toThrow(
      /CLICKHOUSE_URL/,
    )
  })

  it('are summed in time again after a clock was ahead', async () => {
    const clickhouse = await createClickhouse()
    const store = await open(clickhouse?.url ?? '')
    const { organizationId } = await server().organization()
    const reader = scoped(server().services.reader, organizationId)
    const { clock } = server()
    const hour = Math.floor(clock.now() / HOUR)
    await store.save([play(organizationId)])
    clock.jump(365 * DAY)
    await store.sum()
    clock.jump(-365 * DAY)
    const marks = await clickhouse?.query(
      "select id, max(at) from play_marks where id like 'clos%' group by id",
    )
    for (const [, at = ''] of marks?.split('\n').map((line) => line.split('\t')) ?? [])
      expect(Number(at)).toBeLessThanOrEqual(hour + 1)
    clock.jump(2 * HOUR)
    await store.save([play(organizationId)])
    expect(await clickhouse?.query(`select count() from play_hour_sums where hour > ${hour}`)).toBe('0')
    expect(await store.report(reader, {})).toMatchObject({ plays: 2, seconds: 20 })
    clock.jump(-2 * HOUR)
  })

  it('are refused while it fails in any way, and calls fail immediately after the first', async () => {
    const faulty = await FaultyClickhouse.start()
    opened.push(faulty)
    const store = await open(faulty.url, { limits: LIMITS })
    const { organizationId } = await server().organization()
    const reader = scoped(server().services.reader, organizationId)
    const one = play(organizationId)
    await store.save([one])
    for (const fault of ['away', 'password', 'hangs', 'lost', 'cut'] as const) {
      faulty.fault = fault
      await expect(store.report(reader, {}), fault).rejects.toMatchObject({ errKey: 'UNAVAILABLE' })
      const { asked } = faulty
      await expect(store.save([one, play(organizationId)])).rejects.toMatchObject({ errKey: 'UNAVAILABLE' })
      expect(faulty.asked, fault).toBe(asked)
      await new Promise((resolve) => setTimeout(resolve, LIMITS.pause))
      await expect(store.save([{ ...one, to: one.to + 5000 }]), fault).rejects.toMatchObject({
        errKey: 'UNAVAILABLE',
      })
      faulty.fault = 'none'
      const repeated = async () => {
        await store.save([{ ...one, to: one.to + 5000 }])
        return store.report(reader, {})
      }
      // After the pause; a busy machine may need longer than the short limit again.
      await expect
        .poll(() => repeated().catch(() => undefined), { message: fault })
        .toMatchObject({ plays: 1, seconds: 15 })
    }
    // A refused query says nothing about the next one.
    faulty.fault = 'refused'
    await expect(store.save([one])).rejects.toMatchObject({ errKey: 'UNAVAILABLE' })
    faulty.fault = 'none'
    await store.save([one])
    expect((await store.list(reader, {})).total).toBe(1)
  })
})

describe('an old ClickHouse', () => {
  const server = useServer()

  it.each(['18.16.1', '24.7.9'])('of version %s is refused at the start, in words', async (version) => {
    const old = createServer((_, response) => void response.end(`${version}\n`))
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(old.address() as AddressInfo).port}/vitrine`
    const { database, reader, clock, settings } = server().services
    const opening = ClickhousePlayStore.open({
      database,
      reader,
      clock,
      settings,
      log: createLog('silent'),
      url,
    })
    await expect(opening).rejects.toThrow(`ClickHouse ${version} in CLICKHOUSE_URL is too old`)
    old.close()
  })
})

describe('slow queries', () => {
  const log = createLog('silent')
  const outcome = (read: Promise<unknown>) => read.catch((error: AppError) => error.errKey)

  it.skipIf(!isInstalled)('are refused alone: other calls succeed right after them', async () => {
    const url = (await createClickhouse())?.url ?? ''
    const clickhouse = new Clickhouse({ url, log, limits: { ...LIMITS, grace: 30_000 } })
    try {
      const long = clickhouse.rows('select max(cityHash64(number)) from numbers(1000000000000)')
      expect(await outcome(long)).toBe('UNAVAILABLE')
      expect(await clickhouse.rows('select 1')).toEqual([[1]])
    } finally {
      await clickhouse.close()
    }
  })

  it('of an organization delay neither others nor screens, and are refused when too many wait', async () => {
    const held: ServerResponse[] = []
    const answers = createServer(async (request, response) => {
      if ((await text(request)).includes('slow')) held.push(response)
      else response.end('[1]\n')
    })
    await new Promise<void>((resolve) => answers.listen(0, '127.0.0.1', resolve))
    const { port } = answers.address() as AddressInfo
    const clickhouse = new Clickhouse({ url: `http://127.0.0.1:${port}`, log })
    try {
      const slow = Array.from({ length: 110 }, () => outcome(clickhouse.read('one', 'slow', {})))
      expect(await clickhouse.read('other', 'quick', {})).toEqual([[1]])
      expect(held).toHaveLength(4)
      for (const each of ['two', 'three', 'four'])
        slow.push(...Array.from({ length: 4 }, () => outcome(clickhouse.read(each, 'slow', {}))))
      await expect.poll(() => held.length).toBe(12)
      // Of screens and background work.
      expect(await clickhouse.rows('quick')).toEqual([[1]])
      for (let ended = 0; ended < slow.length - 6; ended++) {
        await expect.poll(() => held.length).toBeGreaterThan(0)
        held.shift()?.end('[1]\n')
      }
      const outcomes = await Promise.all(slow)
      expect(outcomes.filter((each) => each === 'UNAVAILABLE')).toHaveLength(6)
    } finally {
      await clickhouse.close()
      answers.close()
    }
  })
})

describe.skipIf(!isInstalled)('a server without its ClickHouse', () => {
  it('starts and works; screens keep their plays, which count once when it is back', async () => {
    const faulty = await FaultyClickhouse.start()
    faulty.fault = 'away'
    const server = await TestServer.start({ CLICKHOUSE_URL: faulty.url })
    try {
      const admin = await server.organization()
      const screen = await TestScreen.claim(server, admin)
      const now = server.clock.now()
      const one: ReportedPlay = {
        id: 'play-000001',
        kind: 'page',
        storyboardId: 's',
        pageId: 'p',
        mediaId: null,
        name: 'Welcome',
        from: now - 20_000,
        to: now - 10_000,
      }
      const send = () => screen.api.player.plays({ body: { plays: [one] } })
      expect(await refused(send())).toMatchObject({ status: 503, errKey: 'UNAVAILABLE' })
      expect((await admin.api.devices.list()).devices).toHaveLength(1)
      expect((await admin.call('GET', '/ready')).status).toBe(200)
      const superAdmin = await server.signIn()
      expect((await superAdmin.api.backups.list()).withoutPlays).toBe(true)
      await server.services.jobs.look()
      const failed = { kind: 'job-failed', name: 'sum-plays', reason: expect.stringMatching(/ClickHouse/) }
      await expect
        .poll(() => server.services.warnings.current())
        .toContainEqual(expect.objectContaining(failed))
      const engine = async () => (await superAdmin.api.system.get()).system.clickhouse
      expect(await engine()).toEqual({ version: null })
      faulty.fault = 'none'
      const isBack = () =>
        send().catch((error) => {
          if (error instanceof Refused && error.status === 503) return null
          throw error
        })
      await expect.poll(isBack, { interval: 500 }).toEqual({ accepted: 1, refused: 0 })
      await send()
      expect((await admin.api.plays.report()).report).toMatchObject({ plays: 1, seconds: 10 })
      expect(await engine()).toEqual({ version: expect.stringMatching(/^\d+\.\d+/) })
      faulty.fault = 'cut'
      expect((await refused(admin.api.plays.report())).body.message).toMatch(/ClickHouse/)
      expect((await admin.call('GET', '/plays/export')).status).toBe(503)
      expect(JSON.stringify(server.log)).not.toContain('secret-password')
    } finally {
      await server.close()
      faulty.close()
    }
  })
})

/** Random numbers from 0 to 1 that are the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
