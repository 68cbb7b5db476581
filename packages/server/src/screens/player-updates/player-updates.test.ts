import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction, isPostgres } from '#db/database.ts'
import { scoped } from '#db/scoped.ts'
import { evaluateAlerts } from '#operations/alerts/evaluate.ts'
import { type Caller, refused, TestServer } from '#test/harness.ts'
import type { TestScreen } from '#test/screen.ts'
import { claimScreens } from '#test/screens.ts'
import { checkUpdates } from './check.ts'
import { decideUpdate, describeUpdate, latestUpdate } from './queries.ts'
import { canariesOf, mustStop, roomFor } from './waves.ts'

const OLD = 'index-old.js'
const NEW = 'index-new.js'
const MINUTE = 60_000

type Admin = Caller & { organizationId: string }
type Fleet = { admin: Admin; screens: TestScreen[] }

describe('a player update', () => {
  let assets: string
  let server: TestServer

  beforeAll(async () => {
    assets = await mkdtemp(path.join(tmpdir(), 'vitrine-player-'))
    await mkdir(path.join(assets, 'player'))
    await writeFile(
      path.join(assets, 'player', 'index.html'),
      `<script type="module" crossorigin src="./assets/${NEW}"></script>`,
    )
    server = await TestServer.start({}, { assets })
  })
  afterAll(async () => {
    await server.close()
    await rm(assets, { recursive: true, force: true })
  })

  const fleet = async (count: number): Promise<Fleet> => {
    const admin = await server.organization()
    const names = Array.from({ length: count }, (_, n) => `Screen ${n + 1}`)
    const screens = await claimScreens(server, admin, names)
    return { admin, screens }
  }
  const wants = async (screen: TestScreen | undefined, bootId = 'before', at = server) =>
    (
      await at
        .as(screen?.token)
        .api.screenUpdates.ask({ body: { runs: OLD, holds: NEW, bootId, shows: true } })
    ).verdict
  const works = async (screen: TestScreen | undefined, { bootId = 'after', shows = true } = {}) =>
    (await server.as(screen?.token).api.screenUpdates.ask({ body: { runs: NEW, holds: NEW, bootId, shows } }))
      .verdict
  /** Starts the update and runs it for the required time. */
  const updates = async (screen: TestScreen | undefined) => {
    expect(await wants(screen)).toBe('start')
    await works(screen)
    server.clock.advance(2 * MINUTE)
    await works(screen)
  }
  const check = () => checkUpdates(server.services)
  /** Checks every minute, as the job does. */
  const advance = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      server.clock.advance(MINUTE)
      await check()
    }
  }
  // From the database, because sessions expire while minutes pass.
  const current = async ({ admin }: Fleet) => {
    const db = scoped(server.services.database, admin.organizationId)
    const latest = await latestUpdate(db)
    return latest ? await describeUpdate(db, latest) : null
  }
  const decide = async (own: Fleet, decision: 'stop' | 'resume' | 'back') => {
    const { id } = (await current(own)) ?? { id: '' }
    await inTransaction(server.services.database, (tx) =>
      decideUpdate(scoped(tx, own.admin.organizationId), id, decision, 'Ada Admin', server.clock.now()),
    )
  }

  it('starts on one screen, and doubles with every wave of healthy ones', async () => {
    const own = await fleet(5)
    const [a, b, c, d, e] = own.screens
    expect([await wants(a), await wants(b), await wants(c)]).toEqual(['start', 'stay', 'stay'])
    await works(a)
    // A moment of running isn't enough.
    expect(await wants(b)).toBe('stay')
    server.clock.advance(2 * MINUTE)
    await works(a)
    expect([await wants(b), await wants(c)]).toEqual(['start', 'stay'])
    await works(b)
    server.clock.advance(2 * MINUTE)
    await works(b)
    expect([await wants(c), await wants(d), await wants(e)]).toEqual(['start', 'start', 'stay'])
    expect(await current(own)).toMatchObject({
      status: 'running',
      healthy: 2,
      open: 2,
      screens: 5,
      canaries: 1,
    })
  })

  it('stops when the first screen stays silent for ten minutes, and reports which and why', async () => {
    const own = await fleet(3)
    const [a, b] = own.screens
    expect(await wants(a)).toBe('start')
    await advance(10)
    expect((await current(own))?.status).toBe('running')
    await advance(2)
    expect(await current(own)).toMatchObject({
      status: 'stopped',
      decidedBy: null,
      failedCount: 1,
      failed: [
        {
          deviceId: a?.deviceId,
          name: 'Screen 1',
          why: 'silent',
        },
      ],
    })
    expect([await wants(a), await wants(b)]).toEqual(['stay', 'stay'])
    await decide(own, 'resume')
    expect(await current(own)).toMatchObject({ status: 'running', failedCount: 0, decidedBy: 'Ada Admin' })
    expect(await wants(b)).toBe('start')
  })

  it('stops when a screen returns to the previous player, shows nothing, or keeps restarting', async () => {
    const [returned, blank, restarts] = [await fleet(2), await fleet(2), await fleet(2)]
    for (const { screens } of [returned, blank, restarts]) expect(await wants(screens[0])).toBe('start')
    // The page hasn't reloaded yet.
    expect(await wants(returned.screens[0])).toBe('start')
    expect(await wants(returned.screens[0], 'again')).toBe('stay')
    expect(await current(returned)).toMatchObject({ status: 'stopped', failed: [{ why: 'returned' }] })
    for (let minute = 0; minute < 12; minute++) {
      await works(blank.screens[0], { shows: false })
      await works(restarts.screens[0], { bootId: `start ${minute}` })
      await advance(1)
    }
    expect(await current(blank)).toMatchObject({ status: 'stopped', failed: [{ why: 'blank' }] })
    expect(await current(restarts)).toMatchObject({ status: 'stopped', failed: [{ why: 'restarts' }] })
  })

  it('sends screens back to the player that they had before', async () => {
    const own = await fleet(2)
    const [a, b] = own.screens
    await updates(a)
    await decide(own, 'back')
    expect([await works(a), await wants(b)]).toEqual(['back', 'stay'])
    expect(await wants(a)).toBe('stay')
    expect(await current(own)).toMatchObject({ status: 'back', healthy: 0, returned: 1 })
    await decide(own, 'resume')
    expect(await wants(a)).toBe('start')
  })

  it('is not stopped by silence while no server ran', async () => {
    const own = await fleet(2)
    expect(await wants(own.screens[0])).toBe('start')
    await advance(2)
    server.clock.advance(60 * MINUTE)
    await check()
    expect((await current(own))?.status).toBe('running')
    await advance(12)
    expect((await current(own))?.status).toBe('stopped')
  })

  it('continues, or stays stopped, after a restart of the server', async () => {
    // A database of PostgreSQL is dropped with its server.
    if (isPostgres(server.services.database)) return
    const before = server
    const data = await mkdtemp(path.join(tmpdir(), 'vitrine-restart-'))
    server = await TestServer.start({ DATA_DIR: data }, { assets, empty: true })
    const [stopped, running] = [await fleet(2), await fleet(2)]
    expect(await wants(stopped.screens[0])).toBe('start')
    expect(await wants(stopped.screens[0], 'again')).toBe('stay')
    await updates(running.screens[0])
    const { clock } = server
    await server.close()
    server = await TestServer.start({ DATA_DIR: data }, { assets, empty: true, clock })
    expect(await wants(stopped.screens[1])).toBe('stay')
    expect((await current(stopped))?.status).toBe('stopped')
    expect(await wants(running.screens[1])).toBe('start')
    await server.close()
    await rm(data, { recursive: true, force: true })
    server = before
  })

  it('is decided by one of two servers with different builds', async () => {
    if (!isPostgres(server.services.database)) return
    const other = await TestServer.start({}, { beside: server, assets })
    const own = await fleet(6)
    const asked = await Promise.all(
      own.screens.map((screen, n) => wants(screen, 'before', n % 2 === 0 ? server : other)),
    )
    expect(asked.filter((verdict) => verdict === 'start')).toHaveLength(1)
    for (let minute = 0; minute < 12; minute++) {
      server.clock.advance(MINUTE)
      await Promise.all([check(), checkUpdates(other.services)])
    }
    expect(await current(own)).toMatchObject({ status: 'stopped', failedCount: 1 })
    for (const screen of own.screens) expect(await wants(screen, 'before', other)).toBe('stay')
    await other.close()
  })

  it('sends an alert when it stops, and another one when it continues', async () => {
    const own = await fleet(2)
    const body = { name: 'Updates', causes: ['update' as const], emails: ['it@update.test'] }
    await own.admin.api.alerts.create({ body })
    const { services } = server
    const titles = async () => {
      await evaluateAlerts(services.database, services)
      const rows = await services.database
        .selectFrom('alert_messages')
        .select('title')
        .where('organizationId', '=', own.admin.organizationId)
        .orderBy('id')
        .execute()
      return rows.map(({ title }) => title)
    }
    expect(await titles()).toEqual([])
    expect(await wants(own.screens[0])).toBe('start')
    expect(await titles()).toEqual([])
    await wants(own.screens[0], 'again')
    expect(await titles()).toEqual(["The player update has stopped: 1 screen didn't come back healthy"])
    await decide(own, 'resume')
    expect((await titles()).at(-1)).toBe('The player update is no longer stopped')
  })

  it('is visible to its organization, and controlled by people with the permission', async () => {
    const [own, other] = [await fleet(1), await fleet(1)]
    await wants(own.screens[0])
    const { update } = await own.admin.api.playerUpdates.current({ query: {} })
    const params = { id: update?.id ?? '' }
    const body = { decision: 'stop' as const }
    expect((await refused(other.admin.api.playerUpdates.decide({ params, body }))).status).toBe(404)
    const reader = await server.user(own.admin)
    expect((await refused(reader.api.playerUpdates.decide({ params, body }))).status).toBe(403)
    const stopped = await own.admin.api.playerUpdates.decide({ params, body })
    expect(stopped.update).toMatchObject({ status: 'stopped', decidedBy: 'Ada Admin' })
  })

  it('affects its own organization only', async () => {
    const [own, other] = [await fleet(1), await fleet(1)]
    await wants(own.screens[0])
    await wants(own.screens[0], 'again')
    expect(await wants(other.screens[0])).toBe('start')
    expect((await current(other))?.status).toBe('running')
  })

  it("ignores a screen that has another build than the server's", async () => {
    const own = await fleet(1)
    const body = { runs: OLD, holds: 'index-newer.js', bootId: 'b', shows: true }
    const { verdict } = await server.as(own.screens[0]?.token).api.screenUpdates.ask({ body })
    expect([verdict, await current(own)]).toEqual(['stay', null])
  })
})

describe('waves', () => {
  it('a twentieth of the screens, at least one and at most five, are canaries', () => {
    expect([0, 1, 20, 21, 60, 5000].map(canariesOf)).toEqual([1, 1, 1, 2, 3, 5])
  })

  it('never has more screens in progress than healthy ones', () => {
    expect(roomFor({ healthy: 0, open: 0, failed: 0 }, 5)).toBe(5)
    expect(roomFor({ healthy: 3, open: 2, failed: 0 }, 5)).toBe(0)
    expect(roomFor({ healthy: 40, open: 10, failed: 2 }, 5)).toBe(30)
  })

  it('one failure stops the canaries, and more than one in ten stops the others', () => {
    expect(mustStop({ healthy: 0, open: 4, failed: 1 })).toBe(true)
    expect(mustStop({ healthy: 30, open: 4, failed: 3 })).toBe(false)
    expect(mustStop({ healthy: 30, open: 4, failed: 4 })).toBe(true)
  })
})
