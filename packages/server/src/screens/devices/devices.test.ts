import { describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { type Refused, refused, useServer } from '#test/harness.ts'
import { FACTS, TestScreen } from '#test/screen.ts'

describe('G-006: screens', () => {
  const server = useServer()

  const showCode = () =>
    server()
      .as()
      .api.player.startPairing({ body: { screen: FACTS } })
  /** Logs in again after the access token has expired. */
  const later = async <T extends { email: string }>(admin: T) => ({
    ...admin,
    ...(await server().signIn({ email: admin.email, password: 'password-1' })),
  })
  const licence = async (organizationId: string, devicesCount: number, expiresAt: string | null = null) =>
    (await server().signIn()).api.licences.create({
      body: { number: `L ${organizationId} ${devicesCount}`, organizationId, devicesCount, expiresAt },
    })

  it('PAIR-03 P0, PAIR-06 P1: are found by their code, previewed, and claimed once; the waiting screen is notified immediately', async () => {
    const admin = await server().organization()
    const { code, secret, sign } = await showCode()
    const waiting = server().as().api.player.awaitPairing({ body: { secret } })
    const typed = `${code.slice(0, 3).toLowerCase()} ${code.slice(3)}`
    const found = await admin.api.devices.findPairing({ body: { code: typed } })
    expect(found).toMatchObject({ sign, screen: FACTS, suggestedName: 'Screen 1' })
    const { device } = await admin.api.devices.claim({ body: { code: typed, name: 'Lobby' } })
    expect(device).toMatchObject({
      name: 'Lobby',
      type: 0,
      screenSize: 1,
      connection: 'never',
      content: 'unknown',
    })
    const { claimed } = await waiting
    expect(claimed).toMatchObject({ deviceId: device.id, name: 'Lobby' })
    // A lost response is repeated; the code is no longer valid, and never revealed the token.
    expect((await server().as().api.player.awaitPairing({ body: { secret } })).claimed).toEqual(claimed)
    const again = admin.api.devices.claim({ body: { code, name: 'Again' } })
    expect((await refused(again)).errKey).toBe('INVALID_CODE')
    const guess = server()
      .as()
      .api.player.awaitPairing({ body: { secret: code } })
    expect((await refused(guess)).status).toBe(404)
    const rows = await server().services.database.selectFrom('pairings').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('shows a code for a quarter of an hour, which can be claimed a little longer', async () => {
    let admin = await server().organization()
    const { code, secret } = await showCode()
    server().clock.advance(16 * 60_000)
    admin = await later(admin)
    await admin.api.devices.findPairing({ body: { code } })
    server().clock.advance(2 * 60_000)
    const late = await refused(admin.api.devices.claim({ body: { code, name: 'Late' } }))
    expect(late.errKey).toBe('INVALID_CODE')
    expect((await refused(server().as().api.player.awaitPairing({ body: { secret } }))).status).toBe(404)
  })

  it('PAIR-02 P0: stops a caller from guessing codes', async () => {
    const admin = await server().organization()
    const keys = []
    for (let n = 0; n < 12; n++)
      keys.push((await refused(admin.api.devices.findPairing({ body: { code: 'BBBBBB' } }))).errKey)
    expect(keys.slice(9)).toEqual(['INVALID_CODE', 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
  })

  it('gives the one free seat to one of twenty concurrent claims', async () => {
    const admin = await server().organization()
    await licence(admin.organizationId, 1)
    const codes = await Promise.all(Array.from({ length: 20 }, showCode))
    const claims = codes.map(({ code }, n) => admin.api.devices.claim({ body: { code, name: `S ${n}` } }))
    const results = await Promise.allSettled(claims)
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    for (const each of results)
      if (each.status === 'rejected') expect((each.reason as Refused).errKey).toBe('NO_LICENCE_SEAT')
    expect((await admin.api.devices.list()).devices).toHaveLength(1)
  })

  it('PAIR-04 P0: gives one screen to one of twenty that claim it at the same time', async () => {
    const admins = await Promise.all([server().organization(), server().organization()])
    const { code } = await showCode()
    const claims = Array.from({ length: 20 }, (_, n) =>
      admins[n % 2]?.api.devices.claim({ body: { code, name: `S ${n}` } }),
    )
    const results = await Promise.allSettled(claims)
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  })

  it('lets an organization without a licence try one screen, and one with an expired licence connect no more', async () => {
    const admin = await server().organization()
    const claim = async () => {
      const { code } = await showCode()
      return admin.api.devices.claim({ body: { code, name: 'Screen' } })
    }
    await claim()
    expect((await refused(claim())).errKey).toBe('NO_LICENCE_SEAT')
    await licence(admin.organizationId, 2)
    // The first screen takes one of its seats.
    const { device } = await claim()
    expect((await refused(claim())).errKey).toBe('NO_LICENCE_SEAT')
    await admin.api.devices.remove({ params: { id: device.id } })
    await claim()

    const late = await server().organization()
    await licence(late.organizationId, 5, '2020-01-01')
    const { code } = await showCode()
    const refusal = await refused(late.api.devices.claim({ body: { code, name: 'Late' } }))
    expect(refusal.errKey).toBe('NO_LICENCE_SEAT')
  })

  it('replaces the hardware of a screen', async () => {
    const admin = await server().organization()
    const old = await TestScreen.claim(server(), admin, { name: 'Lobby' })
    await old.open()
    const { code, secret } = await showCode()
    await admin.api.devices.replace({ params: { id: old.deviceId }, body: { code } })
    await old.next((told) => told.name === 'unpaired')
    expect((await refused(old.api.player.manifest())).errKey).toBe('DEVICE_UNPAIRED')
    const { claimed } = await server().as().api.player.awaitPairing({ body: { secret } })
    expect(claimed).toMatchObject({ deviceId: old.deviceId, name: 'Lobby' })
    const fresh = new TestScreen(server(), old.deviceId, claimed?.token ?? '')
    expect((await fresh.manifest()).device.name).toBe('Lobby')
  })

  it('belong to floors of the same organization only', async () => {
    const [admin, other] = [await server().organization(), await server().organization()]
    const screen = await TestScreen.claim(server(), admin)
    const group = await makeGroup(other)
    const params = { id: screen.deviceId }
    const body = { name: 'Lobby', deviceGroupId: group.id }
    const refusal = await refused(admin.api.devices.update({ params, body }))
    expect(refusal.body.errors).toHaveProperty('deviceGroupId')
    const floor = await refused(admin.api.devices.update({ params, body: { name: 'Lobby', floorId: 'x' } }))
    expect(floor.body.errors).toHaveProperty('floorId')
    const { device } = await admin.api.devices.update({
      params,
      body: { name: 'Hall', type: 2, screenSize: 3 },
    })
    expect(device).toMatchObject({ name: 'Hall', type: 2, screenSize: 3, deviceGroupId: null })
    expect((await screen.manifest()).device.name).toBe('Hall')
  })

  it('show a storyboard immediately, until the next schedule change', async () => {
    const admin = await server().organization()
    const [daily, special] = [await makeStoryboard(admin), await makeStoryboard(admin)]
    const group = await makeGroup(admin, daily.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    await screen.open()
    server().clock.advance(1000)
    const since = server().clock.now()
    const { device } = await admin.api.devices.switchStory({
      params: { id: screen.deviceId },
      body: { storyboardId: special.id },
    })
    expect(device.storyboardId).toBe(special.id)
    const { data } = await screen.next((told) => told.name === 'device')
    expect(JSON.parse(data.body ?? '')).toMatchObject({
      override: { storyboardId: special.id, since },
      storyboards: { [special.id]: { id: special.id } },
    })
    const params = { id: screen.deviceId }
    const shown = async () => (await admin.api.devices.get({ params })).device.storyboardId
    const removal = admin.api.storyboards.remove({ params: { id: special.id } })
    expect((await refused(removal)).errKey).toBe('USED_ON_SCREEN')

    const schedule = { timezone: 'Etc/GMT', defaultStoryboardId: daily.id, slots: [] }
    await admin.api.deviceGroups.update({ params: { id: group.id }, body: { name: group.name, schedule } })
    expect(await shown()).toBe(special.id)
    server().clock.advance(61_000)
    expect(await shown()).toBeNull()
    await admin.api.storyboards.remove({ params: { id: special.id } })
    expect((await screen.manifest()).device.override).toBeNull()
    screen.hangUp()
  })

  it('have separate facts for being online and for showing the latest version', async () => {
    let admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const { raw } = await screen.manifest()
    const state = async () => {
      const { device } = await admin.api.devices.get({ params: { id: screen.deviceId } })
      return [device.connection, device.content]
    }
    await screen.report({ group: raw.group.hash, device: raw.device.hash })
    expect(await state()).toEqual(['online', 'up-to-date'])
    await admin.api.devices.update({ params: { id: screen.deviceId }, body: { name: 'Renamed' } })
    const start = server().clock.now()
    for (const [milliseconds, ...expected] of [
      [0, 'online', 'updating'],
      [119_999, 'online', 'updating'],
      [120_000, 'online', 'behind'],
      [180_000, 'online', 'behind'],
      [180_001, 'late', 'behind'],
      [600_000, 'late', 'behind'],
      [600_001, 'offline', 'behind'],
    ] as const) {
      server().clock.advance(start + milliseconds - server().clock.now())
      expect(await state(), `after ${milliseconds} ms`).toEqual(expected)
    }
    server().clock.advance(10 * 60_000)
    admin = await later(admin)
    expect(await state()).toEqual(['offline', 'behind'])
    await server().services.reports.flush()
    expect(await state()).toEqual(['offline', 'behind'])
  })

  it('leaves no state and no screenshot of a deleted screen, not even from a report in transit', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const { reports, database } = server().services
    await screen.report({ group: '', device: '' })
    await reports.flush()
    const states = () =>
      database.selectFrom('device_states').select('id').where('id', '=', screen.deviceId).execute()
    expect(await states()).toHaveLength(1)
    const report = await database
      .selectFrom('device_states')
      .selectAll()
      .where('id', '=', screen.deviceId)
      .executeTakeFirstOrThrow()
    reports.add(report)
    const flushed = reports.flush()
    await admin.api.devices.remove({ params: { id: screen.deviceId } })
    reports.add(report)
    await flushed
    await reports.flush()
    expect(await states()).toEqual([])
  })
})
