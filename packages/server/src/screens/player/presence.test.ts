import { LATE_SECONDS, ONLINE_SECONDS } from '@vitrine/contract/api/screens/devices'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { isPostgres } from '#db/database.ts'
import { scoped } from '#db/scoped.ts'
import { getDevice } from '#screens/devices/queries.ts'
import { countDeviceStates } from '#screens/devices/state-counts.ts'
import { TestServer, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

const SECOND = 1000
const BEAT_SECONDS = 120

describe('a screen that only sends heartbeats', () => {
  const server = useServer()
  const flush = () => server().services.reports.flush()
  const shown = { group: '', device: '' }
  const start = async (revision = 'boot.1') => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    await screen.report(shown, { revision })
    await flush()
    return { admin, screen }
  }
  const beat = (screen: TestScreen, revision = 'boot.1') => screen.api.player.beat({ body: { revision } })
  const statusOf = async ({ organizationId }: { organizationId: string }, { deviceId }: TestScreen) => {
    const { services, clock } = server()
    // Without calls: a session is shorter than the hour.
    const own = scoped(services.database, organizationId)
    const device = await getDevice(own, deviceId, clock.now())
    return { ...device, ...(await countDeviceStates(own, clock.now())) }
  }
  const advance = (seconds: number) => server().clock.advance(seconds * SECOND)

  it('stays online through an hour of heartbeats, which write ten rows at most', async () => {
    const { admin, screen } = await start()
    const { database } = server().services
    const written = async () =>
      isPostgres(database)
        ? 0
        : ((await sql<{ rows: number }>`select total_changes() as rows`.execute(database)).rows[0]?.rows ?? 0)
    const before = await written()
    for (let at = 0; at < 3600; at += BEAT_SECONDS) {
      advance(BEAT_SECONDS - 1)
      await flush()
      const { connection, states, lastSeenAt } = await statusOf(admin, screen)
      expect([connection, states.offline]).toEqual(['online', 0])
      expect(Date.parse(lastSeenAt ?? '')).toBeLessThanOrEqual(server().clock.now())
      advance(1)
      expect(await beat(screen)).toMatchObject({ isKnown: true, serverTime: server().clock.now() })
      await flush()
    }
    expect((await written()) - before).toBeLessThanOrEqual(10)
  })

  it('is late and then offline after the same silence as one that reports', async () => {
    const { admin, screen } = await start()
    advance(BEAT_SECONDS)
    await beat(screen)
    await flush()
    const heard = server().clock.now()
    advance(ONLINE_SECONDS - 1)
    await flush()
    expect(await statusOf(admin, screen)).toMatchObject({ connection: 'online' })
    advance(2)
    await flush()
    const late = await statusOf(admin, screen)
    expect(late).toMatchObject({ connection: 'late', lastSeenAt: new Date(heard).toISOString() })
    expect(late.states.offline).toBe(1)
    advance(LATE_SECONDS - ONLINE_SECONDS)
    expect((await statusOf(admin, screen)).connection).toBe('offline')
    expect(await beat(screen)).toMatchObject({ isKnown: false })
  })

  it('receives the tag of the newest manifest', async () => {
    const { admin, screen } = await start()
    const tagNow = async () => (await screen.call('/player/manifest')).headers.get('etag')
    expect((await beat(screen)).tag).toBe(await tagNow())
    const { tag: before } = await beat(screen)
    await admin.api.devices.update({ params: { id: screen.deviceId }, body: { name: 'Renamed' } })
    const { tag: after } = await beat(screen)
    expect(after).not.toBe(before)
    expect(after).toBe(await tagNow())
  })

  it('is asked for a full report if the server has another one of it, or none', async () => {
    const { screen } = await start()
    expect((await beat(screen, 'boot.2')).isKnown).toBe(false)
    expect((await beat(screen)).isKnown).toBe(true)
    await screen.report(shown)
    expect((await beat(screen)).isKnown).toBe(false)
  })

  it('reports to the server it moves to, despite the lease of the previous one', async () => {
    const { admin, screen } = await start()
    advance(BEAT_SECONDS)
    await beat(screen)
    await flush()
    advance(1)
    await screen.report({ group: 'new', device: '' }, { revision: 'boot.2' })
    await flush()
    const { database } = server().services
    const row = () =>
      database
        .selectFrom('device_states')
        .selectAll()
        .where('id', '=', screen.deviceId)
        .executeTakeFirstOrThrow()
    expect(await row()).toMatchObject({ shownGroup: 'new', lastSeenAt: server().clock.now() })
    expect((await statusOf(admin, screen)).connection).toBe('online')
  })

  it.skipIf(process.env.TEST_DATABASE_URL)(
    'keeps the time of the last heartbeat when the server stops, and after a crash',
    async () => {
      const own = await TestServer.start()
      const admin = await own.organization()
      const screen = await TestScreen.claim(own, admin)
      const { reports } = own.services
      await screen.report(shown, { revision: 'boot.1' })
      await reports.flush()
      own.clock.advance(BEAT_SECONDS * SECOND)
      await beat(screen)
      await reports.flush()
      const { database } = own.services
      const seen = async () =>
        (await database.selectFrom('device_states').select('lastSeenAt').executeTakeFirst())?.lastSeenAt
      const heard = own.clock.now()
      expect(await seen()).toBeGreaterThan(heard)
      own.clock.advance(SECOND)
      await reports.close()
      expect(await seen()).toBe(heard)
      await own.close()
    },
  )
})
