import { describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { claimScreens } from '#test/screens.ts'

describe('G-007: device groups', () => {
  const server = useServer()

  const save = async (admin: Caller, id: string, body: object) =>
    (await admin.api.deviceGroups.update({ params: { id }, body: { name: 'Shops', ...body } })).deviceGroup

  it('B-022: settles a changed schedule a minute after the last save, and nothing else', async () => {
    const admin = await server().organization()
    const [first, second, third] = [
      await makeStoryboard(admin),
      await makeStoryboard(admin),
      await makeStoryboard(admin),
    ]
    const { id } = await makeGroup(admin, first.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: id })
    const began = server().clock.now()
    const slots = [{ from: '09:00 AM', to: '05:00 PM', storyboardId: third.id }]

    const once = await save(admin, id, { schedule: { defaultStoryboardId: second.id } })
    expect(once).toMatchObject({ storyboardId: second.id, delivery: { activateAt: began + 60_000 } })
    server().clock.advance(30_000)
    const twice = await save(admin, id, { schedule: { defaultStoryboardId: second.id, slots } })
    expect(twice.delivery.activateAt).toBe(began + 90_000)
    expect(twice.schedule).toEqual({ timezone: 'Etc/GMT-2', defaultStoryboardId: second.id, slots })

    server().clock.advance(10_000)
    const renamed = await save(admin, id, {
      name: 'Renamed',
      storyboardId: second.id,
      schedule: twice.schedule,
    })
    expect(renamed).toMatchObject({ name: 'Renamed', delivery: { activateAt: began + 90_000 } })

    const { group, raw } = await screen.manifest()
    expect(group).toMatchObject({
      current: { defaultStoryboardId: first.id, slots: [] },
      next: {
        activateAt: began + 90_000,
        programme: { defaultStoryboardId: second.id, slots, activeFrom: began + 90_000 },
      },
    })
    expect(Object.keys(group.storyboards).sort()).toEqual([first.id, second.id, third.id].sort())

    // It activates without a save; the next save starts from it.
    server().clock.advance(60_000)
    const params = { id }
    expect((await admin.api.deviceGroups.get({ params })).deviceGroup.delivery.activateAt).toBeNull()
    expect((await screen.manifest()).raw.group.hash).toBe(raw.group.hash)
    await save(admin, id, { schedule: { ...twice.schedule, timezone: 'Africa/Cairo' } })
    expect((await screen.manifest()).group).toMatchObject({
      current: { defaultStoryboardId: second.id, slots, timezone: 'Etc/GMT-2' },
      next: { programme: { timezone: 'Africa/Cairo' } },
    })
  })

  it('applies a schedule immediately if nothing plays', async () => {
    const admin = await server().organization()
    const storyboard = await makeStoryboard(admin)
    const { id } = await makeGroup(admin)
    const saved = await save(admin, id, { storyboardId: storyboard.id })
    expect(saved.delivery.activateAt).toBeNull()
    expect(saved.schedule.defaultStoryboardId).toBe(storyboard.id)
  })

  it('refuses slots that overlap, two defaults, and storyboards of others', async () => {
    const admin = await server().organization()
    const mine = await makeStoryboard(admin)
    const theirs = await makeStoryboard(await server().organization())
    const { id } = await makeGroup(admin)
    const slot = (from: string, to: string) => ({ from, to, storyboardId: mine.id })
    const overlapping = { slots: [slot('09:00 AM', '12:00 PM'), slot('11:59 AM', '01:00 PM')] }
    expect((await refused(save(admin, id, { schedule: overlapping }))).body.errors).toEqual({
      'schedule.slots.1.from': 'This overlaps another time slot',
    })
    await save(admin, id, {
      schedule: { slots: [slot('09:00 AM', '12:00 PM'), slot('12:00 PM', '01:00 PM')] },
    })
    const two = { storyboardId: mine.id, schedule: { defaultStoryboardId: theirs.id } }
    expect((await refused(save(admin, id, two))).status).toBe(400)
    expect((await refused(save(admin, id, { storyboardId: theirs.id }))).status).toBe(404)
  })

  it('sends screens overnight slots, dates, and events, which only overlap between layers', async () => {
    const admin = await server().organization()
    const storyboardId = (await makeStoryboard(admin)).id
    const { id } = await makeGroup(admin, storyboardId)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: id })
    const weekly = { from: '06:00 PM', to: '02:00 AM', overnight: true as const, storyboardId, days: [4, 5] }
    const dates = { startDate: '2026-12-24', endDate: '2026-12-26' }
    const dated = { from: '10:00 AM', to: '11:00 PM', storyboardId, ...dates }
    const event = { from: '12:00 AM', to: '12:00 AM', storyboardId, ...dates, event: 'Christmas' }
    const slots = [weekly, dated, event]
    expect((await save(admin, id, { schedule: { slots } })).schedule.slots).toEqual(slots)
    expect((await screen.manifest()).group.next?.programme.slots).toEqual(slots)
    const early = { ...weekly, from: '01:00 AM', to: '03:00 AM', overnight: undefined, days: [6] }
    const refusal = await refused(save(admin, id, { schedule: { slots: [...slots, early] } }))
    expect(refusal.body.errors).toEqual({ 'schedule.slots.3.from': 'This overlaps another time slot' })
  })

  it('V-021: names the time that another one must be after, and accepts only zones that every screen knows', async () => {
    const admin = await server().organization()
    const { id } = await makeGroup(admin)
    const storyboardId = (await makeStoryboard(admin)).id
    const refusal = async (schedule: object) =>
      (await refused(save(admin, id, { schedule: { slots: [], ...schedule } }))).body.errors
    expect(await refusal({ slots: [{ from: '05:00 PM', to: '09:00 AM', storyboardId }] })).toEqual({
      'schedule.slots.0.to': 'Selected time must be after From field',
    })
    for (const timezone of ['+02:00', '-0530', 'Mars/Phobos', '', ' UTC'])
      expect(await refusal({ timezone }), timezone).toEqual({ 'schedule.timezone': "Timezone isn't valid" })
    for (const timezone of ['Etc/GMT-14', 'UTC', 'Africa/Cairo', 'America/Argentina/Buenos_Aires'])
      await save(admin, id, { schedule: { timezone, slots: [] } })
  })

  it('moves screens from group to group, and counts their deliveries', async () => {
    const admin = await server().organization()
    const [one, two] = [await makeGroup(admin, (await makeStoryboard(admin)).id), await makeGroup(admin)]
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: one.id })
    await screen.open()
    const { raw } = await screen.manifest()
    await screen.report({ group: raw.group.hash, device: raw.device.hash })
    const groups = async () =>
      new Map((await admin.api.deviceGroups.list()).devicesGroups.map((each) => [each.id, each]))
    expect((await groups()).get(one.id)).toMatchObject({
      devices: [screen.deviceId],
      delivery: { screens: 1, online: 1, held: 1, shown: 1 },
    })
    await admin.api.deviceGroups.update({
      params: { id: two.id },
      body: { name: two.name, devices: [screen.deviceId] },
    })
    const { data } = await screen.next((told) => told.name === 'group')
    expect(JSON.parse(data.body ?? '').groupId).toBe(two.id)
    expect((await groups()).get(one.id)).toMatchObject({ devices: [] })
    expect((await groups()).get(two.id)).toMatchObject({ delivery: { screens: 1, held: 0 } })

    await admin.api.deviceGroups.remove({ params: { id: two.id } })
    const last = await screen.next((told) => told.name === 'group' && told.data !== data)
    expect(JSON.parse(last.data.body ?? '').groupId).toBeNull()
    const unknown = { name: one.name, devices: [screen.deviceId, 'nowhere'] }
    const refusal = await refused(admin.api.deviceGroups.update({ params: { id: one.id }, body: unknown }))
    expect(refusal.body.errors).toHaveProperty('devices.1')
    screen.hangUp()
  })

  it('LOAD-02: counts each screen once, by its last report, also while reports are being written', async () => {
    const admin = await server().organization()
    const group = await makeGroup(admin, (await makeStoryboard(admin)).id)
    const empty = await makeGroup(admin)
    const screens = await claimScreens(server(), admin, ['3', '1', '2', '4'], { deviceGroupId: group.id })
    const [one, two, three] = screens
    const current = async (screen = one) => {
      const { group, device } = (await screen?.manifest())?.raw ?? {}
      return { group: group?.hash ?? '', device: device?.hash ?? '' }
    }
    await one?.report(await current(one))
    await two?.report({ group: '', device: '' })
    // One reverts its report, another now has the content, a third reports for the first time.
    await one?.report({ group: 'old', device: '' })
    await two?.report(await current(two))
    await three?.report({ group: '', device: '' }, { held: await current(three) })
    const order = ['1', '2', '3', '4'].map((name) => screens[['3', '1', '2', '4'].indexOf(name)]?.deviceId)
    const expected = { screens: 4, online: 3, held: 2, shown: 1 }
    const { devicesGroups } = await admin.api.deviceGroups.list()
    const found = new Map(devicesGroups.map((each) => [each.id, each]))
    expect(found.get(group.id)).toMatchObject({ devices: order, delivery: expected })
    const none = { screens: 0, online: 0, held: 0, shown: 0 }
    expect(found.get(empty.id)).toMatchObject({ devices: [], delivery: none })

    const asked = Array.from({ length: 8 }, async (_, n) => {
      for (let turn = 0; turn < n; turn++) await new Promise(setImmediate)
      if (n === 4) void one?.report({ group: 'older', device: '' })
      return (await admin.api.deviceGroups.get({ params: { id: group.id } })).deviceGroup.delivery
    })
    for (const delivery of await Promise.all(asked)) expect(delivery).toMatchObject(expected)
  })
})
