import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

describe('what a screen will play', () => {
  const server = useServer()

  it('lists pages with their times and reasons, on a screen and in a group', async () => {
    const admin = await server().organization()
    const [a, b, c] = [await makeLayout(admin), await makeLayout(admin), await makeLayout(admin)]
    const offers = await makeStoryboard(admin, { layoutIds: [b.id, c.id] })
    const items = [
      { layoutId: a.id, duration: 600 },
      { storyboardId: offers.id, perRound: 1, duration: 5, screens: { anyTags: ['Bar'] } },
    ]
    const body = { name: 'Outer', type: 'designed' as const, mode: 'AUTO' as const, items }
    const { storyboard: outer } = await admin.api.storyboards.create({ body })
    await admin.api.storyboards.setStatus({ params: { id: outer.id, status: 'approved' } })
    const group = await makeGroup(admin, outer.id)
    const { deviceId } = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    await admin.api.devices.tagMany({ body: { ids: [deviceId], add: ['bar'] } })
    const params = { id: deviceId }
    const now = server().clock.now()
    const { coming } = await admin.api.devices.coming({ params, query: { from: now, minutes: 60 } as never })
    const pages = coming.plays.map(({ page }) => page?.name)
    expect(pages.slice(-6)).toEqual([b.name, a.name, c.name, a.name, b.name, a.name])
    const inner = coming.plays.find(({ page }) => page?.id === b.id)
    expect(inner).toMatchObject({
      reason: 'default',
      storyboard: { id: outer.id, name: 'Outer' },
      inner: [{ id: offers.id, name: offers.name, nth: 1, of: 1 }],
      because: [{ part: 'anyTags', names: ['Bar'] }],
    })
    expect((inner?.end ?? 0) - (inner?.start ?? 0)).toBe(5000)
    const plain = (await admin.api.deviceGroups.coming({ params: { id: group.id }, query: {} })).coming
    expect(new Set(plain.plays.map(({ page }) => page?.id))).toEqual(new Set([a.id]))
    // A draft, as if it played from now on, with what is approved inside it.
    await admin.api.storyboards.update({
      params: { id: offers.id },
      body: { name: 'Offers', type: 'designed', mode: 'AUTO', items: [{ layoutId: a.id, duration: 5 }] },
    })
    await admin.api.storyboards.update({
      params: { id: outer.id },
      body: { ...body, items: [{ layoutId: c.id, duration: 30 }, ...items] },
    })
    const draft = await admin.api.devices.coming({
      params,
      query: { storyboardId: outer.id, minutes: 20 } as never,
    })
    expect(draft.coming.plays.map(({ page }) => page?.id)).toEqual([c.id, a.id, b.id, c.id, a.id])
    const stranger = await server().organization()
    expect((await refused(stranger.api.devices.coming({ params, query: {} }))).status).toBe(404)
    expect(
      (await refused(stranger.api.deviceGroups.coming({ params: { id: group.id }, query: {} }))).status,
    ).toBe(404)
    const theirs = await makeStoryboard(stranger)
    expect(
      (await refused(admin.api.devices.coming({ params, query: { storyboardId: theirs.id } }))).status,
    ).toBe(404)
  })

  it('says which play of the hour it is, and until when a page is used up', async () => {
    const admin = await server().organization()
    const [a, b] = [await makeLayout(admin), await makeLayout(admin)]
    const items = [
      { layoutId: a.id, duration: 60, perHour: 2 },
      { layoutId: b.id, duration: 60 },
    ]
    const body = { name: 'Paid', type: 'designed' as const, mode: 'AUTO' as const, items }
    expect(
      (
        await refused(
          admin.api.storyboards.create({
            body: { ...body, items: [{ layoutId: a.id, duration: 60, perHour: 61 }] },
          }),
        )
      ).status,
    ).toBe(400)
    const { storyboard } = await admin.api.storyboards.create({ body })
    expect(storyboard.items[0]).toMatchObject({ perHour: 2 })
    await admin.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
    const group = await makeGroup(admin, storyboard.id)
    const hour = 3_600_000
    const from = Math.ceil(server().clock.now() / hour + 24) * hour
    const query = { from, minutes: 20 } as never
    const { plays } = (await admin.api.deviceGroups.coming({ params: { id: group.id }, query })).coming
    const until = from + hour
    expect(plays.filter(({ page }) => page?.id === a.id).map(({ limit }) => limit)).toEqual([
      { most: 2, nth: 1, until },
      { most: 2, nth: 2, until },
    ])
    expect(plays.filter(({ page }) => page?.id === b.id).every(({ limit }) => limit === undefined)).toBe(true)
  })

  it('says that nothing plays, and answers at most 400 plays', async () => {
    const admin = await server().organization()
    const { deviceId } = await TestScreen.claim(server(), admin)
    const params = { id: deviceId }
    const none = (await admin.api.devices.coming({ params, query: {} })).coming
    expect(none.plays).toMatchObject([{ reason: 'nothing', page: null, storyboard: null, end: null }])
    const short = await makeStoryboard(admin, {
      layoutIds: [(await makeLayout(admin)).id, (await makeLayout(admin)).id],
    })
    const body = { name: 'Short', type: 'designed' as const, mode: 'AUTO' as const }
    await admin.api.storyboards.update({
      params: { id: short.id },
      body: { ...body, items: short.items.map((item) => ({ ...item, duration: 1 })) },
    })
    const query = { storyboardId: short.id, minutes: 60 } as never
    const { plays, until } = (await admin.api.devices.coming({ params, query })).coming
    expect([plays.length, until]).toEqual([400, plays.at(-1)?.end])
    expect(
      (await refused(admin.api.devices.coming({ params, query: { minutes: 1441 } as never }))).status,
    ).toBe(400)
  })
})
