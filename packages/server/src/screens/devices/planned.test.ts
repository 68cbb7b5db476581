import { PLANNED_MAX } from '@vitrine/contract/api/screens/manual-switches'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { uploadOne } from '#test/uploads.ts'

describe('planned switches', () => {
  const server = useServer()
  const MINUTE = 60_000
  const HOUR = 60 * MINUTE

  async function prepared() {
    const admin = await server().organization()
    const [daily, special] = [await makeStoryboard(admin), await makeStoryboard(admin)]
    const group = await makeGroup(admin, daily.id)
    const screen = await TestScreen.claim(server(), admin, { name: 'Lobby', deviceGroupId: group.id })
    const { deviceId } = screen
    const send = (body: object) =>
      admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId: special.id, ...body } })
    const manual = async () => (await admin.api.devices.get({ params: { id: deviceId } })).device.manualSwitch
    const planned = async () => (await admin.api.devices.switches()).planned
    const part = async () => (await screen.manifest()).device
    const begin = () => server().services.clockWatch.look()
    return { admin, daily, special, group, screen, deviceId, send, manual, planned, part, begin }
  }

  it('reach the screen with their content, and become its manual switch when they begin', async () => {
    const { admin, special, deviceId, group, send, manual, planned, part, begin } = await prepared()
    const from = server().clock.now() + 5 * MINUTE
    const until = from + HOUR
    const { device, plannedId } = await send({ from, end: 'time', until })
    expect(device.manualSwitch).toBeNull()
    const shared = { storyboardId: special.id, storyboardName: special.name, by: 'Ada Admin', since: from }
    const expected = { ...shared, end: 'time', until, deviceId, deviceName: 'Lobby', deviceGroupId: group.id }
    expect(await planned()).toEqual([{ ...expected, id: plannedId }])
    const told = await part()
    expect(told).toMatchObject({
      override: null,
      planned: [{ storyboardId: special.id, since: from, until }],
    })
    expect(Object.keys(told.storyboards)).toEqual([special.id])

    await begin()
    expect(await manual()).toBeNull()
    server().clock.advance(5 * MINUTE)
    await begin()
    expect(await manual()).toMatchObject({ ...shared, end: 'time', until })
    expect(await planned()).toEqual([])
    const started = await part()
    expect(started.override).toEqual({ storyboardId: special.id, since: from, until })
    expect(started).not.toHaveProperty('planned')
    await admin.api.devices.backToSchedule({ body: { screens: [{ deviceId, since: from }] } })
    expect(await manual()).toBeNull()
  })

  it("list the files that only they need, so that current content doesn't wait for them", async () => {
    const { admin, daily, send, part } = await prepared()
    const image = await uploadOne(admin)
    const showing = async () => {
      const layout = await makeLayout(admin, {
        ...page(),
        widgets: page().widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
        config: { inputs: [{ name: 'w1-media', value: [{ mediaId: image.id, duration: 5 }] }] },
      })
      return (await makeStoryboard(admin, { layoutIds: [layout.id] })).id
    }
    const [film, same] = [await showing(), await showing()]
    const from = server().clock.now() + HOUR
    await send({ from, storyboardId: film, end: 'manual' })
    await send({ from: from + HOUR, storyboardId: daily.id, end: 'manual' })
    const needs = async () => (await part()).planned?.map((each) => each.needs)
    expect(await needs()).toEqual([[image.src], undefined])
    await send({ storyboardId: same })
    expect(await needs()).toEqual([undefined, undefined])
  })

  it('the last one that is due wins, and is overridden by a later manual switch', async () => {
    const { daily, special, send, manual, planned, begin } = await prepared()
    const now = server().clock.now()
    await send({ from: now + 2 * MINUTE, storyboardId: daily.id, end: 'manual' })
    await send({ from: now + MINUTE, end: 'manual' })
    server().clock.advance(3 * MINUTE)
    await begin()
    expect(await manual()).toMatchObject({ storyboardId: daily.id, since: now + 2 * MINUTE })
    expect(await planned()).toEqual([])

    await send({ from: server().clock.now() + MINUTE, storyboardId: special.id })
    server().clock.advance(2 * MINUTE)
    await send({ storyboardId: daily.id })
    await begin()
    expect(await manual()).toMatchObject({ storyboardId: daily.id, since: server().clock.now() })
    expect(await planned()).toEqual([])
  })

  it('keep their times when the clock is set back, and switches that have begun stay', async () => {
    const { special, screen, send, manual, planned, begin } = await prepared()
    const from = server().clock.now() + MINUTE
    await send({ from, end: 'manual' })
    await send({ from: from + 5 * MINUTE })
    server().clock.advance(2 * MINUTE)
    server().clock.jump(-10 * MINUTE)
    await begin()
    const now = server().clock.now()
    expect(await manual()).toMatchObject({ storyboardId: special.id, since: now })
    expect(await planned()).toMatchObject([{ since: from + 5 * MINUTE }])
    expect((await screen.manifest()).device.override).toMatchObject({ since: now, until: null })
  })

  it('can be canceled by people with permission to change screens, in their own organization only', async () => {
    const { admin, send, planned, part } = await prepared()
    const { plannedId = '' } = await send({ from: server().clock.now() + HOUR })
    const stranger = await server().organization()
    const body = { ids: [plannedId] }
    expect((await refused(stranger.api.devices.cancelPlanned({ body }))).status).toBe(404)
    expect((await stranger.api.devices.switches()).planned).toEqual([])
    expect(await planned()).toHaveLength(1)
    expect(await admin.api.devices.cancelPlanned({ body: { ids: [plannedId, 'nothing'] } })).toEqual({
      canceled: [plannedId],
    })
    expect(await planned()).toEqual([])
    expect(await part()).not.toHaveProperty('planned')
    expect((await refused(admin.api.devices.cancelPlanned({ body }))).status).toBe(404)
  })

  it('need a start in the future, an end after it, and an approved storyboard', async () => {
    const { admin, send } = await prepared()
    const now = server().clock.now()
    for (const [wrong, field] of [
      [{ from: now }, 'from'],
      [{ from: now + 400 * 24 * HOUR }, 'from'],
      [{ from: now + HOUR, end: 'time', until: now + HOUR }, 'until'],
      [{ from: now + HOUR, end: 'time', until: now + MINUTE }, 'until'],
    ] as const)
      expect(await refused(send(wrong))).toMatchObject({
        status: 400,
        body: { errors: { [field]: expect.any(String) } },
      })
    const pending = await makeStoryboard(admin, { approve: false })
    expect((await refused(send({ storyboardId: pending.id, from: now + HOUR }))).errKey).toBe('NOT_APPROVED')
  })

  it('are limited per screen', async () => {
    const { send, planned } = await prepared()
    const now = server().clock.now()
    for (let one = 1; one <= PLANNED_MAX; one++) await send({ from: now + one * HOUR })
    expect(await refused(send({ from: now + 99 * HOUR }))).toMatchObject({
      status: 400,
      body: { errors: { from: expect.stringContaining(`${PLANNED_MAX}`) } },
    })
    expect(await planned()).toHaveLength(PLANNED_MAX)
  })

  it('are deleted with their screen, which frees their storyboard', async () => {
    const { admin, special, deviceId, send, planned } = await prepared()
    await send({ from: server().clock.now() + HOUR })
    const uses = await refused(admin.api.storyboards.remove({ params: { id: special.id } }))
    expect(uses.errKey).toBe('USED_ON_SCREEN')
    await admin.api.devices.remove({ params: { id: deviceId }, body: {} })
    expect(await planned()).toEqual([])
    await admin.api.storyboards.remove({ params: { id: special.id } })
  })
})
