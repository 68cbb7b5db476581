import { describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { claimScreens, obey } from '#test/screens.ts'

const NOTHING = { group: '', device: '' }
const PICTURE = Buffer.from('not really a picture, but bytes').toString('base64')

describe('a screen', () => {
  const server = useServer()

  it('runs commands that people send, and reports the results', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const params = { id: screen.deviceId }
    const send = (kind: 'reload' | 'identify' | 'screenshot' | 'clear-cache') =>
      admin.api.devices.command({ params, body: { kind } })
    expect(await send('identify')).toEqual({ state: 'offline', text: '' })
    await screen.report(NOTHING)
    const line = await obey(screen, ({ kind }) => (kind === 'clear-cache' ? 'The disk is full' : ''))
    expect(await send('identify')).toEqual({ state: 'done', text: '' })
    expect(await send('screenshot')).toEqual({ state: 'done', text: '' })
    expect(await send('clear-cache')).toEqual({ state: 'failed', text: 'The disk is full' })
    expect(line.commands).toMatchObject([
      { kind: 'identify' },
      { kind: 'screenshot', width: 1280 },
      { kind: 'clear-cache' },
    ])
    line.close()
  })

  it('ACT-08 P1: can report results only for itself', async () => {
    const admin = await server().organization()
    const [screen, other] = await claimScreens(server(), admin, ['One', 'Two'])
    if (!screen || !other) throw new Error('Too few screens')
    await screen.report(NOTHING)
    await screen.open()
    const answer = admin.api.devices.command({ params: { id: screen.deviceId }, body: { kind: 'reload' } })
    const { data } = await screen.next(({ name }) => name === 'command')
    const { id: commandId } = data as unknown as { id: string }
    await other.api.player.commandDone({ params: { commandId }, body: { ok: true, text: 'forged' } })
    await screen.api.player.commandDone({ params: { commandId }, body: { ok: false, text: 'mine' } })
    expect(await answer).toEqual({ state: 'failed', text: 'mine' })
    screen.hangUp()
  })

  it('PAIR-13 P1: sends screenshots; only the latest is kept, visible to its own organization, at a limited rate', async () => {
    const admin = await server().organization()
    const stranger = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const params = { id: screen.deviceId }
    const at = (takenAt: number, image = PICTURE) =>
      screen.api.player.picture({
        body: { takenAt, width: 480, height: 270, mimetype: 'image/jpeg', image, partial: false },
      })
    expect((await admin.call('GET', `/devices/screenshot/${screen.deviceId}`)).status).toBe(404)
    const now = server().clock.now()
    await at(now - 1000)
    await at(now + 86_400_000, Buffer.from('newer').toString('base64'))
    expect((await admin.api.devices.get({ params })).device.pictureAt).toBe(now)
    const seen = await admin.call('GET', `/devices/screenshot/${screen.deviceId}`)
    expect([seen.status, seen.body, seen.headers.get('content-type')]).toEqual([200, 'newer', 'image/jpeg'])
    expect((await stranger.call('GET', `/devices/screenshot/${screen.deviceId}`)).status).toBe(404)
    expect((await refused(at(now, '<svg onload=alert(1)>'))).status).toBe(400)
    expect((await refused(at(now, 'A'.repeat(500_000)))).status).toBe(413)
    const statuses = await Promise.all(
      Array.from({ length: 12 }, () =>
        at(now).then(
          () => 200,
          ({ status }) => status,
        ),
      ),
    )
    expect(statuses).toContain(429)
    await admin.api.devices.remove({ params })
    const left = await server().services.database.selectFrom('pictures').select('id').execute()
    expect(left.map(({ id }) => id)).not.toContain(screen.deviceId)
  })

  it('is asked for a new screenshot when a user views it, but not while the last one is fresh', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const stranger = await server().organization()
    const line = await obey(screen)
    const body = { ids: [screen.deviceId] }
    expect(await stranger.api.devices.lookAt({ body })).toEqual({ asked: 0 })
    expect(await admin.api.devices.lookAt({ body })).toEqual({ asked: 1 })
    expect(await admin.api.devices.lookAt({ body })).toEqual({ asked: 0 })
    await expect.poll(() => line.commands).toMatchObject([{ kind: 'screenshot', width: 480 }])
    line.close()
  })

  it('PAIR-08 P0: distinguishes two machines with one identity from a restarted one', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const params = { id: screen.deviceId }
    const isCloned = async () => (await admin.api.devices.report({ params })).report?.isCloned
    for (const bootId of ['first', 'second', 'third']) {
      await screen.report(NOTHING, { bootId })
      expect(await isCloned()).toBe(false)
    }
    await screen.report(NOTHING, { bootId: 'second' })
    expect(await isCloned()).toBe(true)
    server().clock.advance(700_000)
    await screen.report(NOTHING, { bootId: 'second' })
    expect(await isCloned()).toBe(false)
  })

  it('has a PIN visible only to people with permission to change it; new hardware gets a new one', async () => {
    const admin = await server().organization()
    const reader = await server().user(admin)
    const screen = await TestScreen.claim(server(), admin)
    const params = { id: screen.deviceId }
    await screen.report(NOTHING)
    const pin = (await admin.api.devices.report({ params })).report?.pin
    expect(pin).toMatch(/^\d{6}$/)
    expect((await reader.api.devices.report({ params })).report?.pin).toBeNull()
    const { device } = await screen.manifest()
    expect(device.pinHash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(device)).not.toContain(`"${pin}"`)
  })

  it('counts in the delivery of the last publication, with its duration and the reason for a delay', async () => {
    const admin = await server().organization()
    const storyboard = await makeStoryboard(admin)
    const group = await makeGroup(admin, storyboard.id)
    const names = ['Fast', 'Slow', 'Loading', 'Waiting', 'Silent']
    const screens = await claimScreens(server(), admin, names, { deviceGroupId: group.id })
    const [fast, slow, loading, waiting] = screens
    if (!fast || !slow || !loading || !waiting) throw new Error('Too few screens')
    const published = server().clock.now()
    const hashes = async (screen: TestScreen) => {
      const { raw } = await screen.manifest()
      return { group: raw.group.hash, device: raw.device.hash }
    }
    for (const [screen, took] of [
      [fast, 700],
      [slow, 4000],
    ] as const)
      await screen.report(await hashes(screen), {
        shownAt: { group: published + took, device: published + took },
      })
    await loading.report(NOTHING, { download: { missing: 3, total: 7 } })
    await waiting.report(NOTHING, { held: await hashes(waiting) })
    const { deliveries } = await admin.api.devices.deliveries()
    expect(deliveries).toHaveLength(1)
    expect(deliveries[0]).toMatchObject({
      groupId: group.id,
      screens: 5,
      held: 3,
      shown: 2,
      p50: 4000,
      p95: 4000,
    })
    const reasons = async () => {
      const { deliveries: found } = await admin.api.devices.deliveries()
      return Object.fromEntries(found[0]?.lagging.map(({ name, why }) => [name, why]) ?? [])
    }
    const known = { Loading: 'downloading', Waiting: 'waits-for-page', Silent: 'never-seen' }
    expect(await reasons()).toEqual(known)
    server().clock.advance(180_000)
    expect(await reasons()).toEqual(known)
    server().clock.advance(1)
    expect(await reasons()).toEqual({ Loading: 'late', Waiting: 'late', Silent: 'never-seen' })
    server().clock.advance(420_000)
    expect(await reasons()).toEqual({ Loading: 'offline', Waiting: 'offline', Silent: 'never-seen' })
  })
})
