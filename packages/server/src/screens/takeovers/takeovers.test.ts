import { describe, expect, it } from 'vitest'
import { isPostgres } from '#db/database.ts'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { claimScreens } from '#test/screens.ts'

const HOUR = 3_600_000

describe('a takeover', () => {
  const server = useServer()
  const now = () => server().clock.now()
  const fire = (more: object = {}) => ({
    title: 'Fire',
    text: 'Leave by the stairs',
    targets: { kind: 'all' as const },
    endsAt: now() + HOUR,
    ...more,
  })

  it('ACT-07 P1: is sent to connected screens immediately, leaving their content untouched, until all clear', async () => {
    const admin = await server().organization()
    const [one, two] = await claimScreens(server(), admin, ['One', 'Two'])
    if (!one || !two) throw new Error('Too few screens')
    const before = await one.manifest()
    await one.open()
    const { takeover } = await admin.api.takeovers.start({ body: fire() })
    expect(takeover).toMatchObject({
      isActive: true,
      screens: 2,
      confirmed: 0,
      offline: 2,
      startedBy: 'Ada Admin',
    })
    const { data } = await one.next(
      ({ name, data }) => name === 'device' && (data.body?.includes(takeover.id) ?? false),
    )
    const told = JSON.parse(data.body ?? '')
    expect(told.takeover).toEqual({
      id: takeover.id,
      title: 'Fire',
      text: 'Leave by the stairs',
      tone: 'danger',
      storyboardId: null,
      startedAt: now(),
      endsAt: takeover.endsAt,
    })
    // A screen that reconnects later gets it too.
    expect((await two.manifest()).device.takeover?.id).toBe(takeover.id)
    const { raw } = await one.manifest()
    await one.report({ group: raw.group.hash, device: raw.device.hash }, { takeoverId: takeover.id })
    const [seen] = (await admin.api.takeovers.list()).takeovers
    expect(seen).toMatchObject({ screens: 2, confirmed: 1, offline: 1 })
    const { takeover: over } = await admin.api.takeovers.clear({ params: { id: takeover.id } })
    expect(over).toMatchObject({ isActive: false, clearedBy: 'Ada Admin' })
    const after = await one.manifest()
    expect(after.device).toEqual(before.device)
    one.hangUp()
  })

  it('starts while the reader is busy, and counts its screens itself', async () => {
    const { reader, database } = server().services
    if (isPostgres(database)) return
    const admin = await server().organization()
    await claimScreens(server(), admin, ['One', 'Two'])
    await reader.getExecutor().provideConnection(async (connection) => {
      const execute = connection.executeQuery
      connection.executeQuery = () => new Promise(() => {})
      try {
        const { takeover } = await admin.api.takeovers.start({ body: fire() })
        expect(takeover).toMatchObject({ screens: 2, confirmed: 0, offline: 2 })
      } finally {
        connection.executeQuery = execute
      }
    })
  })

  it('is for the chosen groups or screens only, and never for another organization', async () => {
    const admin = await server().organization()
    const stranger = await server().organization()
    const foreign = await TestScreen.claim(server(), stranger)
    const group = await makeGroup(admin)
    const [inside] = await claimScreens(server(), admin, ['Inside'], { deviceGroupId: group.id })
    const [outside] = await claimScreens(server(), admin, ['Outside'])
    if (!inside || !outside) throw new Error('Too few screens')
    const holds = async (screen: TestScreen) => (await screen.manifest()).device.takeover !== undefined
    const { takeover } = await admin.api.takeovers.start({
      body: fire({ targets: { kind: 'groups', ids: [group.id] } }),
    })
    expect([await holds(inside), await holds(outside), await holds(foreign)]).toEqual([true, false, false])
    await admin.api.takeovers.clear({ params: { id: takeover.id } })
    await admin.api.takeovers.start({ body: fire({ targets: { kind: 'devices', ids: [outside.deviceId] } }) })
    expect([await holds(inside), await holds(outside), await holds(foreign)]).toEqual([false, true, false])
    const ids = [foreign.deviceId]
    const { status, body } = await refused(
      admin.api.takeovers.start({ body: fire({ targets: { kind: 'devices', ids } }) }),
    )
    expect([status, body.errors]).toMatchObject([400, { targets: expect.any(String) }])
    expect((await refused(stranger.api.takeovers.clear({ params: { id: takeover.id } }))).status).toBe(404)
  })

  it('ACT-07: counts each screen once, by its last report, whether that is written yet or not', async () => {
    const admin = await server().organization()
    const stranger = await server().organization()
    const group = await makeGroup(admin)
    const inside = await claimScreens(server(), admin, ['1', '2', '3'], { deviceGroupId: group.id })
    const outside = await claimScreens(server(), admin, ['4', '5', '6'])
    const foreign = await TestScreen.claim(server(), stranger)
    const start = async (targets: object) =>
      (await admin.api.takeovers.start({ body: fire({ targets }) })).takeover.id
    const all = await start({ kind: 'all' })
    const ofGroup = await start({ kind: 'groups', ids: [group.id] })
    const ofScreens = await start({ kind: 'devices', ids: outside.map(({ deviceId }) => deviceId) })
    const [one, two, , four, five] = [...inside, ...outside]
    const { reports } = server().services
    const say = (screen: TestScreen | undefined, takeoverId: string | null) =>
      screen?.report({ group: '', device: '' }, { takeoverId })
    await say(one, all)
    await say(two, all)
    await say(four, null)
    await say(five, ofScreens)
    await reports.flush()
    // One reverts its stored report, another reports for the first time, a third repeats its report.
    await say(one, null)
    await say(four, ofScreens)
    await say(five, ofScreens)
    await say(foreign, all)
    const counted = async () =>
      new Map((await admin.api.takeovers.list()).takeovers.map((each) => [each.id, each]))
    const expected: [string, object][] = [
      [all, { screens: 6, confirmed: 1, offline: 2 }],
      [ofGroup, { screens: 3, confirmed: 0, offline: 1 }],
      [ofScreens, { screens: 3, confirmed: 2, offline: 1 }],
    ]
    for (const writing of [undefined, reports.flush()]) {
      await writing
      const counts = await counted()
      for (const [id, count] of expected) expect(counts.get(id)).toMatchObject(count)
    }
  })

  it('needs an end within a day, and ends automatically', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    for (const endsAt of [undefined, null, now(), now() - 1, now() + 25 * HOUR, Number.NaN])
      expect(
        (await refused(admin.api.takeovers.start({ body: fire({ endsAt }) }))).body.errors,
      ).toHaveProperty('endsAt')
    const { takeover } = await admin.api.takeovers.start({ body: fire() })
    server().clock.advance(HOUR)
    const later = await server().signIn({ email: admin.email, password: 'password-1' })
    const [over] = (await later.api.takeovers.list()).takeovers
    expect(over).toMatchObject({ id: takeover.id, isActive: false, clearedBy: null })
    // The screen ended it by its own clock; the next change of its manifest drops it.
    await later.api.devices.update({ params: { id: screen.deviceId }, body: { name: 'New name' } })
    expect((await screen.manifest()).device.takeover).toBeUndefined()
  })

  it('sends a screen the earlier one that outlasts the newest, with everything it needs, and no other', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const { id: storyboardId } = await makeStoryboard(admin)
    const start = async (more: object) => (await admin.api.takeovers.start({ body: fire(more) })).takeover.id
    const ofAll = await start({ endsAt: now() + 3 * HOUR, storyboardId })
    await start({ endsAt: now() + HOUR / 2 })
    const newest = await start({ endsAt: now() + HOUR })
    const { device } = await screen.manifest()
    expect(device.takeover?.id).toBe(newest)
    expect(device.earlierTakeovers?.map(({ id }) => id)).toEqual([ofAll])
    expect(Object.keys(device.storyboards)).toEqual([storyboardId])
    await start({ endsAt: now() + 4 * HOUR })
    expect((await screen.manifest()).device).not.toHaveProperty('earlierTakeovers')
  })

  it('can be active 50 times at most, and each counts its own screens', async () => {
    const admin = await server().organization()
    const [screen] = await claimScreens(server(), admin, ['One', 'Two'])
    const targets = { kind: 'devices' as const, ids: [screen?.deviceId ?? ''] }
    const { takeover } = await admin.api.takeovers.start({ body: fire({ targets }) })
    for (let n = 1; n < 50; n++) await admin.api.takeovers.start({ body: fire() })
    expect((await refused(admin.api.takeovers.start({ body: fire() }))).message).toContain('50')
    const { takeovers } = await admin.api.takeovers.list()
    expect(takeovers.map(({ screens }) => screens).sort()).toEqual([1, ...Array(49).fill(2)])
    await admin.api.takeovers.clear({ params: { id: takeover.id } })
    await admin.api.takeovers.start({ body: fire() })
  })

  it('is listed while it is active, however many have started and ended since', async () => {
    const admin = await server().organization()
    const { takeover } = await admin.api.takeovers.start({ body: fire() })
    for (let n = 0; n < 55; n++) {
      const { takeover } = await admin.api.takeovers.start({ body: fire() })
      await admin.api.takeovers.clear({ params: { id: takeover.id } })
    }
    for (const caller of [admin, await server().signIn()]) {
      const { takeovers } = await caller.api.takeovers.list()
      const ids = takeovers.map(({ id }) => id)
      expect(ids).toEqual([...ids].sort().reverse())
      expect(ids).toHaveLength(50)
      expect(ids).toContain(takeover.id)
    }
  })

  it('follows a screen that changes its group, and survives a deleted group', async () => {
    const admin = await server().organization()
    const [from, to] = [await makeGroup(admin), await makeGroup(admin)]
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: from.id })
    const targets = { kind: 'groups' as const, ids: [from.id, to.id] }
    const { takeover } = await admin.api.takeovers.start({ body: fire({ targets }) })
    const shown = async () => (await screen.manifest()).device.takeover?.id
    const join = (deviceGroupId: string | null) =>
      admin.api.devices.update({ params: { id: screen.deviceId }, body: { name: 'Lobby', deviceGroupId } })
    await join(to.id)
    expect(await shown()).toBe(takeover.id)
    await join(null)
    expect(await shown()).toBeUndefined()
    await admin.api.deviceGroups.remove({ params: { id: from.id } })
    await join(to.id)
    expect(await shown()).toBe(takeover.id)
    await admin.api.takeovers.clear({ params: { id: takeover.id } })
    expect(await shown()).toBeUndefined()
  })

  it('includes an approved storyboard with everything it needs', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const draft = await makeStoryboard(admin, { approve: false })
    const ready = await makeStoryboard(admin)
    const start = (storyboardId: string) => admin.api.takeovers.start({ body: fire({ storyboardId }) })
    expect((await refused(start(draft.id))).errKey).toBe('NOT_APPROVED')
    await start(ready.id)
    const { device } = await screen.manifest()
    expect(device.takeover?.storyboardId).toBe(ready.id)
    expect(Object.keys(device.storyboards)).toEqual([ready.id])
    expect(Object.keys(device.pages)).toHaveLength(1)
  })

  it('protects its storyboard from being withdrawn or deleted until it ends', async () => {
    const admin = await server().organization()
    const { id } = await makeStoryboard(admin)
    const { takeover } = await admin.api.takeovers.start({ body: fire({ storyboardId: id }) })
    const reject = () => admin.api.storyboards.setStatus({ params: { id, status: 'rejected' } })
    const remove = () => admin.api.storyboards.remove({ params: { id } })
    for (const call of [reject, remove]) expect((await refused(call())).errKey).toBe('USED_IN_TAKEOVER')
    await admin.api.takeovers.clear({ params: { id: takeover.id } })
    await reject()
    await remove()
  })

  it('is started and ended by admins only, and visible to everyone in the organization', async () => {
    const admin = await server().organization()
    const user = await server().user(admin, ['devices', 'storyboards'])
    expect((await refused(user.api.takeovers.start({ body: fire() }))).errKey).toBe('FORBIDDEN')
    const { takeover } = await admin.api.takeovers.start({ body: fire() })
    expect((await refused(user.api.takeovers.clear({ params: { id: takeover.id } }))).errKey).toBe(
      'FORBIDDEN',
    )
    expect((await user.api.takeovers.list()).takeovers).toHaveLength(1)
  })
})
