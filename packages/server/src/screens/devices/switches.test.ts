import { searchKey } from '@vitrine/contract/search-key'
import { describe, expect, it } from 'vitest'
import { newId } from '#lib/ids.ts'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { uploadOne } from '#test/uploads.ts'

describe('manual switches', () => {
  const server = useServer()
  const MINUTE = 60_000

  async function prepared() {
    const admin = await server().organization()
    const [daily, special] = [await makeStoryboard(admin), await makeStoryboard(admin)]
    const group = await makeGroup(admin, daily.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const { deviceId } = screen
    const get = async () => (await admin.api.devices.get({ params: { id: deviceId } })).device
    const switchTo = (more: object = {}) =>
      admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId: special.id, ...more } })
    return { admin, daily, special, group, screen, deviceId, get, switchTo }
  }

  it('report who made them, since when, and until when', async () => {
    const { admin, special, deviceId, switchTo, screen } = await prepared()
    const since = server().clock.now()
    const until = since + 5 * MINUTE
    const { device } = await switchTo({ end: 'time', until })
    const expected = { storyboardId: special.id, storyboardName: special.name, since, end: 'time', until }
    expect(device.manualSwitch).toMatchObject({ ...expected, by: 'Ada Admin' })
    const { switches } = await admin.api.devices.switches()
    expect(switches).toMatchObject([{ ...expected, deviceId }])
    expect((await screen.manifest()).device.override).toEqual({ storyboardId: special.id, since, until })
    server().clock.advance(5 * MINUTE)
    expect((await admin.api.devices.switches()).switches).toEqual([])
    await admin.api.storyboards.remove({ params: { id: special.id } })
  })

  it('of more screens than are read at a time are listed by name, and counted where a media item is used', async () => {
    const { admin, deviceId } = await prepared()
    const { database } = server().services
    const media = await uploadOne(admin)
    const layout = await makeLayout(admin, {
      ...page(),
      widgets: page().widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
      config: { inputs: [{ name: 'w1-media', value: [{ mediaId: media.id, duration: 5 }] }] },
    })
    const special = await makeStoryboard(admin, { layoutIds: [layout.id] })
    await admin.api.devices.switchStory({
      params: { id: deviceId },
      body: { storyboardId: special.id, end: 'manual' },
    })
    const { id: _, ...row } = await database
      .selectFrom('devices')
      .selectAll()
      .where('id', '=', deviceId)
      .executeTakeFirstOrThrow()
    // Ids in another order than names.
    const ended = (n: number) => (n === 500 ? { overrideEnd: 'time', overrideUntil: 1 } : {})
    const copies = Array.from({ length: 650 }, (_, n) => ({
      ...{ ...row, id: newId(), tokenHash: newId(), ...ended(n) },
      ...{ name: `Screen ${(n * 7) % 650}`, nameKey: searchKey(`Screen ${(n * 7) % 650}`) },
    }))
    for (let start = 0; start < copies.length; start += 50)
      await database
        .insertInto('devices')
        .values(copies.slice(start, start + 50))
        .execute()
    const expected = [row, ...copies.filter((_, n) => n !== 500)]
      .map(({ name }) => name)
      .sort(new Intl.Collator('en-US', { numeric: true }).compare)

    const { switches } = await admin.api.devices.switches()
    expect(switches.map(({ deviceName }) => deviceName)).toEqual(expected)
    expect(new Set(switches.map(({ storyboardName }) => storyboardName))).toEqual(new Set([special.name]))
    const { screens } = await admin.api.media.uses({ params: { id: media.id } })
    expect(screens.total).toBe(650)
    expect(screens.first.map(({ name }) => name)).toEqual(expected.slice(0, 50))
    const { body } = await refused(admin.api.storyboards.remove({ params: { id: special.id } }))
    expect(body.usedIn).toHaveLength(50)
  })

  it('without an end outlast a schedule change', async () => {
    const { admin, daily, group, get, switchTo, deviceId, screen } = await prepared()
    await switchTo({ end: 'manual' })
    const slots = [{ from: '08:00 AM', to: '09:00 AM', storyboardId: daily.id }]
    for (const minutes of [1, 2]) {
      const schedule = { timezone: 'Etc/GMT', defaultStoryboardId: daily.id, slots: slots.slice(minutes - 1) }
      await admin.api.deviceGroups.update({ params: { id: group.id }, body: { name: group.name, schedule } })
      server().clock.advance(2 * MINUTE)
    }
    const { manualSwitch } = await get()
    expect(manualSwitch).toMatchObject({ end: 'manual', until: null })
    const body = { screens: [{ deviceId, since: manualSwitch?.since }] }
    expect(await admin.api.devices.backToSchedule({ body })).toEqual({ ended: [deviceId] })
    expect(await get()).toMatchObject({ manualSwitch: null, storyboardId: null })
    expect((await screen.manifest()).device.override).toBeNull()
    expect(await admin.api.devices.backToSchedule({ body })).toEqual({ ended: [] })
  })

  it('until the next change are ended by a saved schedule, or kept with it if the save says so', async () => {
    const { admin, daily, special, group, get, switchTo, screen } = await prepared()
    const saved = async (hour: string, more: object = {}) => {
      const slots = [{ from: `0${hour}:00 AM`, to: `0${hour}:30 AM`, storyboardId: daily.id }]
      const schedule = { timezone: 'Etc/GMT', defaultStoryboardId: daily.id, slots }
      const body = { name: group.name, schedule, ...more }
      await admin.api.deviceGroups.update({ params: { id: group.id }, body })
      server().clock.advance(2 * MINUTE)
      return (await get()).manualSwitch
    }
    const began = (await switchTo()).device.manualSwitch
    const kept = {
      storyboardId: special.id,
      since: began?.since,
      by: 'Ada Admin',
      end: 'manual',
      until: null,
    }
    expect(await saved('7', { keepsSwitches: true })).toMatchObject(kept)
    expect((await screen.manifest()).device.override).toMatchObject({ since: began?.since, until: null })
    // It lasts from now on, and a time stays a time.
    expect(await saved('8')).toMatchObject(kept)
    const until = server().clock.now() + 60 * MINUTE
    await switchTo({ end: 'time', until })
    expect(await saved('7', { keepsSwitches: true })).toMatchObject({ end: 'time', until })
    await switchTo()
    expect(await saved('8')).toBeNull()
  })

  it('that a slot has ended are not brought back by keeping switches, nor are those of other groups changed', async () => {
    const { admin, daily, group, get, switchTo, deviceId } = await prepared()
    const other = await makeGroup(admin, daily.id)
    const { database } = server().services
    const time = (minutes: number) => {
      const date = new Date(server().clock.now() + minutes * MINUTE)
      const hour = date.getUTCHours()
      const text = [((hour + 11) % 12) + 1, date.getUTCMinutes()].map((n) => String(n).padStart(2, '0'))
      return `${text.join(':')} ${hour < 12 ? 'AM' : 'PM'}`
    }
    const schedule = {
      timezone: 'Etc/GMT',
      defaultStoryboardId: daily.id,
      slots: [{ from: time(10), to: time(20), storyboardId: daily.id }],
    }
    const name = group.name
    await admin.api.deviceGroups.update({ params: { id: group.id }, body: { name, schedule } })
    server().clock.advance(2 * MINUTE)
    await switchTo()
    const row = await database
      .selectFrom('devices')
      .selectAll()
      .where('id', '=', deviceId)
      .executeTakeFirstOrThrow()
    const elsewhere = { ...row, id: newId(), tokenHash: newId(), deviceGroupId: other.id }
    await database.insertInto('devices').values(elsewhere).execute()
    server().clock.advance(10 * MINUTE)
    const wider = { ...schedule, slots: [] }
    await admin.api.deviceGroups.update({
      params: { id: group.id },
      body: { name, schedule: wider, keepsSwitches: true },
    })
    server().clock.advance(2 * MINUTE)
    expect((await get()).manualSwitch).toBeNull()
    const { device } = await admin.api.devices.get({ params: { id: elsewhere.id } })
    expect(device.manualSwitch).toMatchObject({ end: 'next-slot' })
  })

  it("stay if they began after the caller's last read", async () => {
    const { admin, deviceId, get, switchTo } = await prepared()
    const since = (await switchTo()).device.manualSwitch?.since
    server().clock.advance(1000)
    await switchTo()
    const body = { screens: [{ deviceId, since }] }
    expect(await admin.api.devices.backToSchedule({ body })).toEqual({ ended: [] })
    expect((await get()).manualSwitch).toMatchObject({ end: 'next-slot' })
  })

  it('need an end in the future, and screens of the same organization', async () => {
    const { deviceId, switchTo } = await prepared()
    const now = server().clock.now()
    for (const wrong of [
      { end: 'time' },
      { end: 'manual', until: now + MINUTE },
      { end: 'time', until: now },
      { end: 'time', until: now + 400 * 1440 * MINUTE },
    ])
      expect(await refused(switchTo(wrong))).toMatchObject({
        status: 400,
        body: { errors: { until: expect.any(String) } },
      })
    await switchTo()
    const stranger = await server().organization()
    const body = { screens: [{ deviceId }] }
    expect((await refused(stranger.api.devices.backToSchedule({ body }))).status).toBe(404)
    expect((await stranger.api.devices.switches()).switches).toEqual([])
  })
})
