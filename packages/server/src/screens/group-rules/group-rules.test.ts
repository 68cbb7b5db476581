import { ROLES } from '@vitrine/contract/permissions'
import { describe, expect, it } from 'vitest'
import { fillAllGroups } from '#app/maintenance/fill-groups.ts'
import { setApproval } from '#test/approval/scene.ts'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { FACTS, type TestScreen } from '#test/screen.ts'
import { claimScreens } from '#test/screens.ts'

const DAY = 86_400_000
type Rule = NonNullable<Parameters<Caller['api']['deviceGroups']['update']>[0]['body']['rule']>
const BAR: Rule = { screens: { anyTags: ['Bar'] } }

describe('rules of groups', () => {
  const server = useServer()

  /** Two groups that play something, and screens in the second. */
  const scene = async (names: string[] = ['One', 'Two']) => {
    const admin = await server().organization()
    const storyboard = await makeStoryboard(admin)
    const bar = await makeGroup(admin, storyboard.id)
    const home = await makeGroup(admin, storyboard.id)
    const screens = await claimScreens(server(), admin, names, { deviceGroupId: home.id })
    return { admin, storyboard, bar, home, screens, ids: screens.map(({ deviceId }) => deviceId) }
  }
  const setRule = (admin: Caller, id: string, rule: Rule | null, query = {}) =>
    admin.api.deviceGroups.update({ params: { id }, query, body: { name: `Group ${id}`, rule } })
  const tag = (admin: Caller, ids: string[], add: string[], remove: string[] = []) =>
    admin.api.devices.tagMany({ body: { ids, add, remove } })
  const groupOf = async (admin: Caller, id: string) =>
    (await admin.api.devices.get({ params: { id } })).device.deviceGroupId
  const groupsOf = (admin: Caller, ids: string[]) => Promise.all(ids.map((id) => groupOf(admin, id)))
  const runJob = () => {
    const { database, publisher, clock } = server().services
    return fillAllGroups(database, publisher, clock.now())
  }

  it('take in screens that match, and give back those that no longer do, in the call that changes it', async () => {
    const { admin, bar, home, ids, screens } = await scene()
    const [one = '', two = ''] = ids
    await tag(admin, [one], ['bar'])
    const { deviceGroup } = await setRule(admin, bar.id, BAR)
    expect(deviceGroup.devices).toEqual([one])
    expect(deviceGroup.rule).toEqual({ ...BAR, leaving: 'back', rank: 50 })
    expect(await groupsOf(admin, ids)).toEqual([bar.id, home.id])
    await tag(admin, [two], ['BAR'])
    expect(await groupsOf(admin, ids)).toEqual([bar.id, bar.id])
    expect((await screens[1]?.manifest())?.raw.device).toBeDefined()
    await tag(admin, [one], [], ['bar'])
    expect(await groupsOf(admin, ids)).toEqual([home.id, bar.id])
    await setRule(admin, bar.id, null)
    await tag(admin, [two], [], ['bar'])
    expect(await groupOf(admin, two)).toBe(bar.id)
  })

  it('ask for tags of places, never for those of the group that a screen is in', async () => {
    const { admin, bar, home, ids } = await scene(['One'])
    const [one = ''] = ids
    await setRule(admin, bar.id, BAR)
    await admin.api.deviceGroups.tagMany({ body: { ids: [home.id], add: ['bar'] } })
    expect(await groupOf(admin, one)).toBe(home.id)
    const { building } = await admin.api.buildings.create({
      body: { name: 'Tower', location: 'Cairo', floors: [{ name: 'Ground' }] },
    })
    const floorId = building.floors[0]?.id ?? ''
    await admin.api.buildings.tagMany({ body: { ids: [building.id], add: ['bar'] } })
    await admin.api.devices.update({ params: { id: one }, body: { name: 'One', floorId } })
    expect(await groupOf(admin, one)).toBe(bar.id)
    await admin.api.buildings.tagMany({ body: { ids: [building.id], remove: ['bar'] } })
    expect(await groupOf(admin, one)).toBe(home.id)
    await setRule(admin, bar.id, { screens: { inPlaces: [building.id] } })
    expect(await groupOf(admin, one)).toBe(bar.id)
    await admin.api.devices.update({ params: { id: one }, body: { name: 'One', floorId: null } })
    expect(await groupOf(admin, one)).toBe(home.id)
    const used = await refused(admin.api.buildings.remove({ params: { id: building.id } }))
    expect(used.body.errKey).toBe('USED_IN_RULE')
  })

  it('reach the screen: it gets the manifest of its group at the next look, and a live list names it', async () => {
    const { admin, bar, screens, ids } = await scene(['One'])
    await setRule(admin, bar.id, BAR)
    const before = await screens[0]?.manifest()
    await tag(admin, ids, ['bar'])
    const after = await screens[0]?.manifest()
    expect(before?.raw.group.hash).not.toBe(undefined)
    expect(after?.device.traits?.tags).toEqual(['bar'])
    const { devices } = await admin.api.devices.list({ query: {} })
    expect(devices[0]).toMatchObject({ deviceGroupId: bar.id, ruleGroupId: bar.id, isPinned: false })
  })

  it('leave a screen with people who move it by hand, until they release it', async () => {
    const { admin, bar, home, ids } = await scene(['One'])
    const [one = ''] = ids
    await tag(admin, ids, ['bar'])
    await setRule(admin, bar.id, BAR)
    await admin.api.devices.update({ params: { id: one }, body: { name: 'One', deviceGroupId: home.id } })
    const { device } = await admin.api.devices.get({ params: { id: one } })
    expect(device).toMatchObject({ deviceGroupId: home.id, ruleGroupId: null, isPinned: true })
    const { filling } = await admin.api.deviceGroups.filling({ params: { id: bar.id } })
    expect(filling).toMatchObject({ matches: 1, pinned: 1, screens: [{ id: one, state: 'pinned' }] })
    await tag(admin, ids, ['bar', 'other'])
    await runJob()
    expect(await groupOf(admin, one)).toBe(home.id)
    await admin.api.devices.updateMany({ body: { ids, isPinned: false } })
    expect(await groupOf(admin, one)).toBe(bar.id)
    await admin.api.devices.updateMany({ body: { ids, isPinned: true } })
    await tag(admin, ids, [], ['bar'])
    expect(await groupOf(admin, one)).toBe(bar.id)
  })

  it('of two that match, the one with the lower rank has the screen, and the older group of equal ones', async () => {
    const { admin, bar, home, ids } = await scene(['One'])
    await tag(admin, ids, ['bar'])
    await setRule(admin, bar.id, BAR)
    await setRule(admin, home.id, BAR)
    expect(await groupsOf(admin, ids)).toEqual([bar.id])
    const { filling } = await admin.api.deviceGroups.filling({ params: { id: home.id } })
    expect(filling).toMatchObject({
      matches: 1,
      other: 1,
      screens: [{ state: 'other', from: { id: bar.id } }],
    })
    await setRule(admin, home.id, { ...BAR, rank: 1 })
    expect(await groupsOf(admin, ids)).toEqual([home.id])
    expect(await runJob()).toBe(0)
  })

  it('never take a screen from a group that plays something to one without content, and do so once it has some', async () => {
    const { admin, home, ids, storyboard } = await scene(['One'])
    const empty = await makeGroup(admin)
    await tag(admin, ids, ['bar'])
    const { filling } = await setRule(admin, empty.id, BAR, { dryRun: 'true' })
    expect(filling).toMatchObject({ joins: 0, waits: 1, screens: [{ state: 'waits', to: { id: empty.id } }] })
    await setRule(admin, empty.id, BAR)
    expect(await groupsOf(admin, ids)).toEqual([home.id])
    await admin.api.deviceGroups.update({
      params: { id: empty.id },
      body: { name: 'Filled', storyboardId: storyboard.id },
    })
    expect(await groupsOf(admin, ids)).toEqual([empty.id])
    await admin.api.deviceGroups.update({
      params: { id: home.id },
      body: { name: 'Home', storyboardId: null },
    })
    await tag(admin, ids, [], ['bar'])
    expect(await groupsOf(admin, ids)).toEqual([empty.id])
    const { filling: after } = await admin.api.deviceGroups.filling({ params: { id: empty.id } })
    expect(after).toMatchObject({ waits: 1, screens: [{ state: 'waits', to: { id: home.id } }] })
  })

  it('tell before a save who comes and who goes, why, and what changes on them, and save nothing then', async () => {
    const { admin, bar, home, ids } = await scene()
    const [one = '', two = ''] = ids
    const other = await makeStoryboard(admin)
    await admin.api.deviceGroups.update({
      params: { id: bar.id },
      body: { name: 'Bar', storyboardId: other.id },
    })
    await tag(admin, [one], ['bar'])
    await setRule(admin, bar.id, BAR)
    await tag(admin, [two], ['lobby'])
    const { filling, impact } = await setRule(
      admin,
      bar.id,
      { screens: { anyTags: ['lobby'] }, leaving: 'group', leaveTo: home.id },
      { dryRun: 'true' },
    )
    expect(filling).toMatchObject({ joins: 1, leaves: 1, members: 1, matches: 1 })
    expect(filling?.screens).toMatchObject([
      {
        ...{ id: two, state: 'joins', from: { id: home.id }, to: { id: bar.id } },
        because: [{ part: 'anyTags', names: ['lobby'] }],
      },
      {
        ...{ id: one, state: 'leaves', from: { id: bar.id }, to: { id: home.id } },
        because: [{ part: 'anyTags', names: ['lobby'] }],
      },
    ])
    expect(impact).toMatchObject({ changes: 2, nothing: null })
    expect(await groupsOf(admin, ids)).toEqual([bar.id, home.id])
    const tagging = await admin.api.devices.tagMany({
      query: { dryRun: 'true' },
      body: { ids: [two], add: ['bar'] },
    })
    expect(tagging.impact).toMatchObject({ changes: 1, nothing: null })
    expect(await groupOf(admin, two)).toBe(home.id)
  })

  it('follow what screens report, and when they last did, within a minute', async () => {
    const { admin, bar, home, ids, screens } = await scene(['One'])
    await setRule(admin, bar.id, { shape: 'portrait', machines: ['tizen'], seenDays: 2 })
    expect(await groupsOf(admin, ids)).toEqual([home.id])
    const facts = { ...FACTS, width: 1080, height: 1920, userAgent: 'Mozilla (Tizen 6)' }
    await (screens[0] as TestScreen).report({ group: '', device: '' }, { screen: facts })
    expect(await runJob()).toBe(1)
    expect(await groupsOf(admin, ids)).toEqual([bar.id])
    expect(await runJob()).toBe(0)
    const entry = await server()
      .services.database.selectFrom('audit_entries')
      .selectAll()
      .where('actorKind', '=', 'rule')
      .where('thingId', '=', ids[0] ?? '')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ actorId: bar.id, verb: 'move', kind: 'device' })
    server().clock.advance(2 * DAY + 400_000)
    expect(await runJob()).toBe(1)
    const row = server().services.database.selectFrom('devices').select('deviceGroupId')
    expect((await row.where('id', '=', ids[0] ?? '').executeTakeFirst())?.deviceGroupId).toBe(home.id)
  })

  it('of someone with rights for some places, take in only screens there', async () => {
    const { admin, bar, home, ids } = await scene()
    const [one = '', two = ''] = ids
    const { building } = await admin.api.buildings.create({
      body: { name: 'Mine', location: 'Cairo', floors: [{ name: 'Ground' }] },
    })
    const floorId = building.floors[0]?.id ?? ''
    await admin.api.devices.update({ params: { id: one }, body: { name: 'One', floorId } })
    await tag(admin, ids, ['bar'])
    const { secret } = await admin.api.apiKeys.create({
      body: {
        name: 'Regional',
        role: ROLES.admin,
        scope: { places: { buildings: [building.id], floors: [], groups: [bar.id] }, folders: null },
      },
    })
    const regional = server().as(secret)
    const { deviceGroup, filling } = await setRule(regional as never, bar.id, BAR)
    expect(filling).toBeUndefined()
    expect(deviceGroup.rule?.within).toEqual([{ buildings: [building.id], floors: [], groups: [bar.id] }])
    expect(await groupsOf(admin, ids)).toEqual([bar.id, home.id])
    await tag(admin, [two], ['again'])
    await runJob()
    expect(await groupOf(admin, two)).toBe(home.id)
    const outside = await refused(
      setRule(regional as never, bar.id, { ...BAR, leaving: 'group', leaveTo: home.id, rank: 3 }),
    )
    expect(outside.status).toBe(400)
  })

  it('of other organizations name nothing of this one, and move nothing in it', async () => {
    const { admin, bar, ids } = await scene(['One'])
    const stranger = await server().organization()
    const theirs = await makeGroup(stranger)
    const wrong = await refused(setRule(admin, bar.id, { ...BAR, leaving: 'group', leaveTo: theirs.id }))
    expect(wrong.body.errors).toEqual({ 'rule.leaveTo': expect.any(String) })
    expect((await refused(admin.api.deviceGroups.filling({ params: { id: theirs.id } }))).status).toBe(404)
    await setRule(stranger, theirs.id, BAR)
    await tag(admin, ids, ['bar'])
    expect(await groupOf(admin, ids[0] ?? '')).not.toBe(theirs.id)
    const self = await refused(setRule(admin, bar.id, { ...BAR, leaving: 'group', leaveTo: bar.id }))
    expect(self.status).toBe(400)
  })

  it('need someone who may approve, under strict approval', async () => {
    const { admin, bar, home, ids } = await scene(['One'])
    await setRule(admin, bar.id, BAR)
    await setApproval(admin, 'strict')
    const user = await server().user(admin, ['devices', 'device-groups'])
    const rule = { ...BAR, seenDays: 3 }
    expect((await refused(setRule(user, bar.id, rule))).body.errKey).toBe('NEEDS_APPROVAL')
    expect((await refused(tag(user, ids, ['bar']))).body.errKey).toBe('NEEDS_APPROVAL')
    expect(await groupsOf(admin, ids)).toEqual([home.id])
    await tag(admin, ids, ['bar'])
    expect(await groupsOf(admin, ids)).toEqual([bar.id])
  })
})
