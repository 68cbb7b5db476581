import { neededFiles, scheduledStoryboards } from '@vitrine/contract/player/needed-files'
import { NO_TRAITS, playsOn } from '@vitrine/contract/schedule/screen-rule'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { picture, uploadOne } from '#test/uploads.ts'

describe('rules about screens', () => {
  const server = useServer()

  let licences = 0
  /** An organization that can have many screens. */
  const licensed = async () => {
    const admin = await server().organization()
    const { organizationId } = admin
    const superAdmin = await server().signIn()
    const body = { number: `R-${++licences}`, devicesCount: 9, organizationId }
    await superAdmin.api.licences.create({ body })
    return admin
  }
  /** A layout that shows a media item. */
  const showing = (admin: Caller, mediaId: string) => {
    const { widgets } = page()
    return makeLayout(admin, {
      ...page(),
      widgets: widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
      config: { inputs: [{ name: 'w1-media', value: [{ mediaId, duration: 5 }] }] },
    })
  }
  const building = async (admin: Caller, name = 'Tower') =>
    (
      await admin.api.buildings.create({
        body: { name, location: 'Cairo', coordinates: '', floors: [{ name: 'Ground' }, { name: 'First' }] },
      })
    ).building
  const claim = async (
    admin: Caller,
    { floorId, ...groups }: { deviceGroupId?: string; floorId?: string | undefined },
  ) => {
    const screen = await TestScreen.claim(server(), admin, groups)
    const params = { id: screen.deviceId }
    if (floorId) await admin.api.devices.update({ params, body: { name: 'Placed', floorId } })
    return screen
  }
  type Items = Parameters<Caller['api']['storyboards']['create']>[0]['body']['items']
  const approved = async (admin: Caller, items: Items) => {
    const { storyboard } = await admin.api.storyboards.create({
      body: { name: `Rules ${Math.random()}`, type: 'designed', items },
    })
    await admin.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
    return storyboard
  }

  it('reach screens of one group as one part, with the traits of each and the links to choose its files', async () => {
    const admin = await licensed()
    const files = [
      await uploadOne(admin, 'bar.png', await picture('navy')),
      await uploadOne(admin, 'all.png', await picture('teal')),
    ]
    const layouts = [await showing(admin, files[0]?.id ?? ''), await showing(admin, files[1]?.id ?? '')]
    const storyboard = await approved(admin, [
      { layoutId: layouts[0]?.id, duration: 5, screens: { anyTags: ['Bar'] } },
      { layoutId: layouts[1]?.id, duration: 5 },
    ])
    const group = await makeGroup(admin, storyboard.id)
    const [bar, other] = [
      await TestScreen.claim(server(), admin, { deviceGroupId: group.id }),
      await TestScreen.claim(server(), admin, { deviceGroupId: group.id }),
    ]
    await admin.api.devices.tagMany({ body: { ids: [bar.deviceId], add: ['bar'] } })
    const [atBar, atOther] = [await bar.manifest(), await other.manifest()]
    expect(atBar.raw.group).toEqual(atOther.raw.group)
    expect(atBar.device.traits).toEqual({ tags: ['bar'], places: [] })
    expect(atOther.device.traits).toBeUndefined()
    const needs = ({ group: part, device }: typeof atBar) => {
      if (!part.current) throw new Error('The group has no schedule')
      const traits = device.traits ?? NO_TRAITS
      return neededFiles(part, scheduledStoryboards(part.current, traits), traits)
    }
    const hashes = Object.values(atBar.group.media).map(({ name, sha256 }) => [name, sha256] as const)
    const hashOf = (name: string) => hashes.find(([each]) => each === name)?.[1] ?? ''
    expect([...(needs(atBar) ?? [])].sort()).toEqual([hashOf('bar.png'), hashOf('all.png')].sort())
    expect([...(needs(atOther) ?? [])]).toEqual([hashOf('all.png')])
  })

  it('leave manifests without rules as they were', async () => {
    const admin = await licensed()
    const storyboard = await makeStoryboard(admin)
    const group = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const { group: part, device } = await screen.manifest()
    expect(part).not.toHaveProperty('links')
    expect(device).not.toHaveProperty('traits')
    expect(part.storyboards[storyboard.id]?.items[0]).not.toHaveProperty('screens')
  })

  it('know the tags that screens inherit, and republish only what changes', async () => {
    const admin = await licensed()
    const { id: buildingId, floors } = await building(admin)
    const [floorId = '', otherFloorId = ''] = floors.map(({ id }) => id)
    const group = await makeGroup(admin, (await makeStoryboard(admin)).id)
    const screen = await claim(admin, { deviceGroupId: group.id, floorId })
    const outside = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const before = await outside.manifest()
    await admin.api.devices.tagMany({ body: { ids: [screen.deviceId], add: ['Own'] } })
    await admin.api.deviceGroups.tagMany({ body: { ids: [group.id], add: ['Group'] } })
    await admin.api.floors.tagMany({ body: { ids: [floorId], add: ['Floor', 'own'] } })
    await admin.api.floors.tagMany({ body: { ids: [otherFloorId], add: ['Elsewhere'] } })
    await admin.api.buildings.tagMany({ body: { ids: [buildingId], add: ['Building'] } })
    const found = await screen.manifest()
    expect(found.device.traits).toEqual({
      tags: ['building', 'floor', 'group', 'own'],
      places: [floorId, buildingId],
    })
    const after = await outside.manifest()
    expect(after.device.traits).toEqual({ tags: ['group'], places: [] })
    expect(after.raw.group).toEqual(before.raw.group)
    expect(after.raw.device.version).toBe(before.raw.device.version + 1)
    expect((await admin.api.buildings.get({ params: { id: buildingId } })).building).toMatchObject({
      tags: ['Building'],
      floors: [{ tags: ['Floor', 'Own'] }, { tags: ['Elsewhere'] }],
    })
    await admin.api.deviceGroups.remove({ params: { id: group.id }, body: {} as never })
    expect((await outside.manifest()).device.traits).toBeUndefined()
    await admin.api.trash.restore({ params: { id: group.id } })
    const { deviceGroup } = await admin.api.deviceGroups.get({ params: { id: group.id } })
    expect(deviceGroup.tags).toEqual(['Group'])
  })

  it('of slots may meet in time; on a screen to which several apply, the last one plays', async () => {
    const admin = await licensed()
    const [one, other] = [await makeStoryboard(admin), await makeStoryboard(admin)]
    const group = await makeGroup(admin, one.id)
    const times = { from: '08:00 AM', to: '09:00 AM' }
    const save = (slots: object[]) =>
      admin.api.deviceGroups.update({
        params: { id: group.id },
        body: { name: group.name, schedule: { timezone: 'Etc/GMT', slots: slots as never } },
      })
    await save([
      { ...times, storyboardId: one.id },
      { ...times, storyboardId: other.id, screens: { anyTags: ['bar'], noTags: [] } },
    ])
    const { deviceGroup } = await admin.api.deviceGroups.get({ params: { id: group.id } })
    expect(deviceGroup.schedule.slots.map(({ screens }) => screens)).toEqual([
      undefined,
      { anyTags: ['bar'] },
    ])
    const same = { ...times, storyboardId: other.id, screens: { anyTags: ['BAR'] } }
    const twice = await refused(save([same, { ...same, screens: { anyTags: ['Bar'] } }]))
    expect(twice.body.errors).toHaveProperty(['schedule.slots.1.from'])
  })

  it('are refused if no screen can match them, or they name a place of others', async () => {
    const admin = await licensed()
    const stranger = await server().organization()
    const foreign = await building(stranger)
    const layout = await makeLayout(admin)
    const create = (screens: object) =>
      admin.api.storyboards.create({
        body: { name: 'Rules', type: 'designed', items: [{ layoutId: layout.id, duration: 5, screens }] },
      })
    const contradiction = await refused(create({ allTags: ['bar'], noTags: ['BAR'] }))
    expect(contradiction.body.errors).toHaveProperty(['items.0.screens.noTags'])
    for (const place of [foreign.id, foreign.floors[0]?.id ?? '', layout.id]) {
      const unknown = await refused(create({ inPlaces: [place] }))
      expect(unknown.body.errors).toHaveProperty(['items.0.screens.inPlaces'])
    }
    const group = await makeGroup(admin)
    const storyboard = await makeStoryboard(admin)
    const slot = { from: '08:00 AM', to: '09:00 AM', storyboardId: storyboard.id }
    const refusal = await refused(
      admin.api.deviceGroups.update({
        params: { id: group.id },
        body: { name: 'G', schedule: { slots: [{ ...slot, screens: { notInPlaces: [foreign.id] } }] } },
      }),
    )
    expect(refusal.body.errors).toHaveProperty(['schedule.slots.0.screens.notInPlaces'])
  })

  it('keep the places that they name from being deleted', async () => {
    const admin = await licensed()
    const place = await building(admin)
    const [ground, first] = place.floors
    const layout = await makeLayout(admin)
    const items = [{ layoutId: layout.id, duration: 5, screens: { inPlaces: [first?.id ?? ''] } }]
    const storyboard = await approved(admin, items)
    const group = await makeGroup(admin, storyboard.id)
    const slot = { from: '08:00 AM', to: '09:00 AM', storyboardId: storyboard.id }
    await admin.api.deviceGroups.update({
      params: { id: group.id },
      body: {
        name: 'Bars',
        schedule: { timezone: 'Etc/GMT', slots: [{ ...slot, screens: { inPlaces: [place.id] } }] },
      },
    })
    const remove = () => admin.api.buildings.remove({ params: { id: place.id }, body: {} as never })
    const kept = await refused(remove())
    expect(kept.errKey).toBe('USED_IN_RULE')
    expect(kept.body.usedIn?.map(({ kind, id }) => [kind, id]).sort()).toEqual(
      [
        ['device-group', group.id],
        ['storyboard', storyboard.id],
      ].sort(),
    )
    const { name, location, coordinates } = place
    const update = (floors: { id?: string; name: string }[]) =>
      admin.api.buildings.update({ params: { id: place.id }, body: { name, location, coordinates, floors } })
    expect((await refused(update([{ id: ground?.id, name: 'Ground' }]))).errKey).toBe('USED_IN_RULE')
    await update([{ id: first?.id, name: 'First' }])
    await admin.api.deviceGroups.remove({ params: { id: group.id }, body: {} as never })
    await admin.api.storyboards.remove({ params: { id: storyboard.id } })
    await remove()
  })

  it('decide the forecast of each screen', async () => {
    const admin = await licensed()
    const layout = await makeLayout(admin)
    const storyboard = await approved(admin, [
      { layoutId: layout.id, duration: 5, screens: { anyTags: ['bar'] } },
    ])
    const group = await makeGroup(admin, storyboard.id)
    const screens = [
      await TestScreen.claim(server(), admin, { deviceGroupId: group.id }),
      await TestScreen.claim(server(), admin, { deviceGroupId: group.id }),
      await TestScreen.claim(server(), admin, { deviceGroupId: group.id }),
    ]
    await admin.api.devices.tagMany({ body: { ids: [screens[0]?.deviceId ?? ''], add: ['bar'] } })
    const { gaps } = await admin.api.deviceGroups.forecast({ query: {} })
    expect(gaps).toMatchObject([{ kind: 'nothing', group: { id: group.id }, screens: 2 }])
    await admin.api.deviceGroups.tagMany({ body: { ids: [group.id], add: ['Bar'] } })
    expect((await admin.api.deviceGroups.forecast({ query: {} })).gaps).toEqual([])
  })

  it('say before a save what would change, and save nothing', async () => {
    const admin = await licensed()
    const { id: buildingId, floors } = await building(admin)
    const [layout, second] = [await makeLayout(admin), await makeLayout(admin)]
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    const claims = [
      { deviceGroupId: group.id, floorId: floors[0]?.id },
      { deviceGroupId: group.id, floorId: floors[1]?.id },
      { deviceGroupId: group.id },
      {},
    ]
    const screens: TestScreen[] = []
    for (const each of claims) screens.push(await claim(admin, each))
    await admin.api.devices.tagMany({ body: { ids: [screens[0]?.deviceId ?? ''], add: ['bar'] } })
    const body = (rule: object | undefined, more: object[] = []) => ({
      ...{ name: storyboard.name, type: 'designed' as const },
      items: [{ layoutId: layout.id, duration: 5, ...(rule && { screens: rule }) }, ...more] as Items,
    })
    const params = { id: storyboard.id }
    const dry = async (rule: object | undefined, more?: object[]) =>
      (await admin.api.storyboards.update({ params, query: { dryRun: 'true' }, body: body(rule, more) }))
        .impact
    const before = await admin.api.storyboards.get({ params })
    expect(await dry(undefined)).toEqual({
      ...{ screens: 3, changes: 0, buildings: 0, nothing: null, rules: [], unknownTags: [], missing: [] },
      examples: [],
    })
    expect(await dry({ anyTags: ['Bar', 'Typo'] })).toMatchObject({
      screens: 3,
      changes: 2,
      buildings: 1,
      nothing: { screens: 2, from: server().clock.now() },
      rules: [{ index: 0, screens: 1 }],
      unknownTags: ['Typo'],
      missing: [],
      examples: [{ screens: 2, before: { pageId: layout.id }, after: null }],
    })
    expect(await dry({ inPlaces: [buildingId] }, [{ layoutId: second.id, duration: 5 }])).toMatchObject({
      changes: 3,
      buildings: 1,
      nothing: null,
      rules: [{ index: 0, screens: 2 }],
    })
    expect(await admin.api.storyboards.get({ params })).toEqual(before)
    const created = await admin.api.storyboards.create({
      query: { dryRun: 'true' },
      body: { ...body({ noTags: ['bar'] }), name: 'Only tried' },
    })
    expect(created.impact).toMatchObject({ screens: 4, changes: 0, rules: [{ index: 0, screens: 3 }] })
    const { storyboards } = await admin.api.storyboards.list({ query: {} })
    expect(storyboards.map(({ name }) => name)).not.toContain('Only tried')

    const slot = { from: '12:00 AM', to: '12:00 AM', storyboardId: (await makeStoryboard(admin)).id }
    const { impact, deviceGroup } = await admin.api.deviceGroups.update({
      params: { id: group.id },
      query: { dryRun: 'true' },
      body: {
        name: group.name,
        storyboardId: storyboard.id,
        schedule: { timezone: 'Etc/GMT', slots: [{ ...slot, screens: { anyTags: ['bar'] } }] },
      },
    })
    expect(impact).toMatchObject({ screens: 3, changes: 1, buildings: 1, rules: [{ index: 0, screens: 1 }] })
    expect(deviceGroup.schedule.slots).toHaveLength(1)
    const kept = await admin.api.deviceGroups.get({ params: { id: group.id } })
    expect(kept.deviceGroup.schedule.slots).toEqual([])
    expect(kept.deviceGroup.version).toBe(group.version)
    const wrong = await refused(dry({ inPlaces: [layout.id] }))
    expect(wrong.body.errors).toHaveProperty(['items.0.screens.inPlaces'])
  })

  it('name the first hundred tags that no screen has', async () => {
    const admin = await licensed()
    const layout = await makeLayout(admin)
    const tagsOf = (rule: number) => Array.from({ length: 20 }, (_, tag) => `tag ${rule} ${tag}`)
    const items = Array.from({ length: 6 }, (_, rule) => ({
      ...{ layoutId: layout.id, duration: 5, screens: { anyTags: tagsOf(rule) } },
    }))
    const body = { name: 'Ruled', type: 'designed' as const, items }
    const { impact } = await admin.api.storyboards.create({ query: { dryRun: 'true' }, body })
    expect(impact?.unknownTags).toHaveLength(100)
    expect(impact?.unknownTags[0]).toBe('tag 0 0')
  })

  it('decide the same on the server as on the screen', async () => {
    const admin = await licensed()
    const rules = [
      { anyTags: ['a'] },
      { allTags: ['A', 'b'] },
      { noTags: ['b'] },
      { noTags: ['a'], anyTags: ['B'] },
    ]
    const layouts: { id: string }[] = []
    for (const _ of rules) layouts.push(await makeLayout(admin))
    const storyboard = await approved(
      admin,
      rules.map((screens, index) => ({ layoutId: layouts[index]?.id, duration: 5, screens })),
    )
    const group = await makeGroup(admin, storyboard.id)
    for (const tags of [[], ['a'], ['b'], ['a', 'b']]) {
      const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
      if (tags.length > 0) await admin.api.devices.tagMany({ body: { ids: [screen.deviceId], add: tags } })
      const { group: part, device } = await screen.manifest()
      const plays = part.storyboards[storyboard.id]?.items.map((item) =>
        playsOn(item.screens, device.traits ?? NO_TRAITS),
      )
      const has = (tag: string) => tags.includes(tag)
      expect(plays).toEqual([has('a'), has('a') && has('b'), !has('b'), has('b') && !has('a')])
    }
  })
})
