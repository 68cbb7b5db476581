import { describe, expect, it } from 'vitest'
import { Refreshed } from '#data/widget-data/refreshed.ts'
import { RateLimit } from '#lib/http/rate-limit.ts'
import { createLog } from '#lib/log.ts'
import { evaluateAlerts } from '#operations/alerts/evaluate.ts'
import { ClockWatch } from '#playback/clock-watch.ts'
import { checkUpdates } from '#screens/player-updates/check.ts'
import { makeGroup, makeLayout, makeStoryboard } from '#test/content.ts'
import { type Caller, TestClock, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

const MINUTE = 60_000
const YEAR = 365 * 24 * 60 * MINUTE

// A machine that starts with a wrong date that is corrected later: nothing may wait for the wrong date.
describe('a clock that is set back by a year', () => {
  const server = useServer()

  it('does not keep repeated work from being done', async () => {
    const { clock, services } = server()
    clock.advance(YEAR)
    await services.jobs.look()
    // `look` skips a job that is still running.
    await expect.poll(() => services.jobs.isRunning('forget-plays'), { timeout: 30_000 }).toBe(false)
    clock.advance(-YEAR + MINUTE)
    await services.jobs.look()
    const areRunning = () =>
      ['backup', 'check', 'repair-files', 'restore-drill'].some((name) => services.jobs.isRunning(name))
    await expect.poll(areRunning, { timeout: 30_000 }).toBe(false)
    const { jobs } = await (await server().signIn()).api.jobs.list()
    const times = jobs.flatMap(({ startedAt, nextAt }) => [startedAt, nextAt])
    expect(times.filter((at) => Date.parse(at ?? '') > clock.now() + YEAR / 2)).toEqual([])
    await services.jobs.look()
    expect((await (await server().signIn()).api.jobs.list()).jobs).toEqual(jobs)
  })

  it('does not keep a message from being sent', async () => {
    const { clock, services } = server()
    const { database, outbox } = services
    const text = {
      owner: '',
      channel: 'mail',
      recipient: 'a@b.test',
      subject: '',
      text: '',
      error: '',
    } as const
    await database
      .insertInto('outbox')
      .values({
        ...text,
        id: 'm',
        status: 'waiting',
        attempts: 1,
        nextAt: clock.now() + YEAR,
        createdAt: '2026',
      })
      .execute()
    await outbox.wake()
    const { messages } = await (await server().signIn()).api.outbox.list({ query: { search: 'a@b.test' } })
    expect(messages).toMatchObject([{ status: 'kept' }])
  })

  it('keeps no report and no recovery from being sent', async () => {
    const { clock, services } = server()
    const { database } = services
    const { organizationId, ...admin } = await server().organization()
    const report = { every: 'day', timezone: 'Etc/GMT' } as const
    const body = { name: 'Owner', causes: ['storage' as const], emails: ['owner@clock.test'], report }
    const { id: ruleId } = (await admin.api.alerts.create({ body })).alert
    const later = clock.now() + YEAR
    await database.updateTable('alert_rules').set({ reportAt: later, checkedAt: later }).execute()
    const problem = {
      ...{ name: 'Full', place: '', sentence: '', outcome: null },
      since: later,
      sentAt: later,
      endedAt: later,
    }
    await database
      .insertInto('alert_problems')
      .values({ id: 'p', organizationId, ruleId, cause: 'storage', subject: organizationId, ...problem })
      .execute()
    for (let minute = 0; minute < 2; minute += 1) {
      await evaluateAlerts(database, services)
      clock.advance(MINUTE)
    }
    const sent = await database
      .selectFrom('alert_messages')
      .select('kind')
      .where('organizationId', '=', organizationId)
      .execute()
    expect(sent.map(({ kind }) => kind).sort()).toEqual(['recovery', 'report'])
  })

  it('keeps no player update waiting for a screen', async () => {
    const { clock, services } = server()
    const { database } = services
    const admin = await server().organization()
    const { organizationId } = admin
    const { deviceId } = await TestScreen.claim(server(), admin)
    const later = clock.now() + YEAR
    await database
      .insertInto('player_updates')
      .values({
        ...{
          id: 'u',
          organizationId,
          build: 'b',
          version: '1',
          status: 'running',
          canaries: 1,
          decidedBy: null,
        },
        ...{ startedAt: later, activeAt: later, stoppedAt: null, checkedAt: later, watchedSince: later },
      })
      .execute()
    await database
      .insertInto('screen_updates')
      .values({
        ...{ id: 's', updateId: 'u', deviceId, organizationId, status: 'open', why: null, bootId: 'x' },
        ...{ allowedAt: later, seenAt: null, blankAt: null, changedAt: later },
      })
      .execute()
    for (let minute = 0; minute < 13; minute += 1) {
      await checkUpdates(services)
      clock.advance(MINUTE)
    }
    const screens = database.selectFrom('screen_updates').select(['status', 'why'])
    expect(await screens.execute()).toEqual([{ status: 'failed', why: 'silent' }])
  })

  it('locks no user out', () => {
    const limit = new RateLimit(2, MINUTE)
    for (const at of [YEAR, YEAR]) limit.hit('ada', at)
    expect(limit.isReached('ada', YEAR)).toBe(true)
    expect(limit.wait('ada', MINUTE)).toBe(0)
  })

  it('leaves no value from elsewhere unchanged', async () => {
    const clock = new TestClock()
    let loads = 0
    const load = async () => ++loads
    const values = new Refreshed({ load, every: MINUTE, max: 9, clock, log: createLog('silent') })
    clock.advance(YEAR)
    await values.get('weather')
    clock.advance(-YEAR)
    await values.refresh()
    expect(await values.get('weather')).toBe(2)
    values.close()
  })
})

// `jump` sets the clock and lets no time pass; the watch checks every second, and when a test says so.
describe('a clock that jumps', () => {
  const server = useServer({ SCHEDULE_SETTLE_SECONDS: '60' })
  const look = () => server().services.clockWatch.look()
  /** A server without memory of an earlier time, as after a restart. */
  const startAnew = async () => {
    const { services } = server()
    const watch = new ClockWatch(services)
    await watch.look()
    await watch.close()
  }

  /** A group that plays one storyboard and was just switched to another. */
  async function changedGroup() {
    const admin = await server().organization()
    const layout = await makeLayout(admin)
    const [before, after] = [
      await makeStoryboard(admin, { layoutIds: [layout.id] }),
      await makeStoryboard(admin, { layoutIds: [layout.id] }),
    ]
    const group = await makeGroup(admin, before.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const save = (storyboardId: string) =>
      admin.api.deviceGroups.update({ params: { id: group.id }, body: { name: group.name, storyboardId } })
    await save(after.id)
    return { admin, before, after, group, screen, save }
  }
  const scheduleOf = async (admin: Caller, id: string) => {
    const { deviceGroup } = await admin.api.deviceGroups.get({ params: { id } })
    return { storyboardId: deviceGroup.storyboardId, activateAt: deviceGroup.delivery.activateAt }
  }

  const ways: [string, () => Promise<void>][] = [
    ['while the server runs', look],
    ['while it was off', startAnew],
  ]
  it.each(ways)('keeps a settled schedule settled when it goes back %s', async (_when, notice) => {
    const { admin, after, group, screen } = await changedGroup()
    server().clock.advance(61_000)
    await look()
    expect((await screen.manifest()).group.next).not.toBeNull()
    for (const minutes of [10, 120]) {
      server().clock.jump(-minutes * MINUTE)
      await notice()
      expect(await scheduleOf(admin, group.id)).toEqual({ storyboardId: after.id, activateAt: null })
      const { group: told } = await screen.manifest()
      expect(told).toMatchObject({ current: { defaultStoryboardId: after.id }, next: null })
    }
  })

  it('keeps one that settled since the last look', async () => {
    const { after, screen } = await changedGroup()
    await look()
    server().clock.advance(61_000)
    server().clock.jump(-10 * MINUTE)
    await look()
    expect((await screen.manifest()).group).toMatchObject({
      current: { defaultStoryboardId: after.id },
      next: null,
    })
  })

  it('lets a schedule settle in a minute, whichever time it was saved by', async () => {
    server().clock.jump(60 * MINUTE)
    await look()
    const { before, after, screen } = await changedGroup()
    server().clock.jump(-60 * MINUTE)
    await look()
    const { group } = await screen.manifest()
    expect(group.current?.defaultStoryboardId).toBe(before.id)
    expect(group.next).toEqual({
      activateAt: server().clock.now() + MINUTE,
      programme: expect.objectContaining({
        defaultStoryboardId: after.id,
        activeFrom: group.next?.activateAt,
      }),
    })
  })

  it("doesn't settle a schedule that was saved a moment ago", async () => {
    const { screen } = await changedGroup()
    const before = await screen.manifest()
    server().clock.jump(-500)
    await look()
    server().clock.advance(500)
    await look()
    await startAnew()
    expect((await screen.manifest()).raw.group).toEqual(before.raw.group)
  })

  it('keeps manual switches and takeovers', async () => {
    const { admin, before, screen } = await changedGroup()
    const params = { id: screen.deviceId }
    await admin.api.devices.switchStory({ params, body: { storyboardId: before.id } })
    const { takeover } = await admin.api.takeovers.start({
      body: { title: 'Fire', targets: { kind: 'all' }, endsAt: server().clock.now() + 30 * MINUTE },
    })
    server().clock.jump(-60 * MINUTE)
    await look()
    const { device } = await screen.manifest()
    const now = server().clock.now()
    expect(device.override).toEqual({ storyboardId: before.id, since: now })
    expect(device.takeover).toMatchObject({ id: takeover.id, startedAt: now, endsAt: now + 30 * MINUTE })
  })

  it('tells screens to ask for the time again, and only then', async () => {
    const { screen } = await changedGroup()
    await look()
    await screen.open()
    server().clock.advance(5000)
    await look()
    const times = () => screen.told.filter(({ name }) => name === 'time')
    expect(times()).toEqual([])
    for (const jump of [-2000, 3_600_000, -3_600_000]) {
      screen.told.length = 0
      server().clock.jump(jump)
      await look()
      await screen.next(({ name }) => name === 'time')
      expect(times()).toMatchObject([{ data: { serverTime: server().clock.now() } }])
      expect((await screen.api.player.time()).serverTime).toBe(server().clock.now())
    }
    screen.hangUp()
  })
})
