import { neededFiles, scheduledStoryboards } from '@vitrine/contract/player/needed-files'
import { NO_TRAITS } from '@vitrine/contract/schedule/screen-rule'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { picture, uploadOne } from '#test/uploads.ts'

type Layers = NonNullable<
  NonNullable<Parameters<Caller['api']['deviceGroups']['update']>[0]['body']['schedule']>['layers']
>

describe('layers of a group', () => {
  const server = useServer()
  let licences = 0
  const ticker = (storyboardId: string, more: object = {}) => ({
    name: 'Ticker',
    place: { kind: 'bottom' as const, makesRoom: true as const },
    storyboardId,
    slots: [],
    ...more,
  })
  const save = (
    admin: Caller,
    id: string,
    layers: object[],
    query: { dryRun?: 'true' } = {},
    slots?: object[],
  ) =>
    admin.api.deviceGroups.update({
      params: { id },
      query,
      body: {
        name: 'Lobby',
        schedule: { timezone: 'Etc/GMT', layers: layers as Layers, slots: (slots ?? []) as never },
      },
    })
  const scene = async () => {
    const admin = await server().organization()
    const { organizationId } = admin
    const licence = { number: `L-${++licences}`, devicesCount: 9, organizationId }
    await (await server().signIn()).api.licences.create({ body: licence })
    const [main, bar] = [await makeStoryboard(admin), await makeStoryboard(admin)]
    const group = await makeGroup(admin, main.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    return { admin, main, bar, group, screen }
  }

  it('are part of its schedule, which settles, and leave schedules without them byte for byte as they were', async () => {
    const { admin, main, bar, group, screen } = await scene()
    const before = await screen.manifest()
    expect(before.raw.group.body).not.toContain('layers')
    const { deviceGroup } = await save(admin, group.id, [
      ticker(bar.id, { place: { kind: 'bottom', width: 30, top: 5 } }),
      ticker(bar.id, {
        name: 'Frame',
        place: { kind: 'frame', right: 20 },
        slots: [{ from: '08:00 AM', to: '09:00 AM' }],
      }),
    ])
    const stored = [
      ticker(bar.id, { place: { kind: 'bottom' } }),
      ticker(bar.id, {
        name: 'Frame',
        place: { kind: 'frame', top: 10, right: 20, bottom: 10, left: 10 },
        slots: [{ from: '08:00 AM', to: '09:00 AM' }],
      }),
    ]
    expect(deviceGroup.schedule.layers).toEqual(stored)
    expect(deviceGroup.delivery.activateAt).toBe(server().clock.now() + 60_000)
    const pending = await screen.manifest()
    expect(pending.group.current).toEqual(before.group.current)
    expect(pending.group.next?.programme.layers).toEqual(stored)
    expect(Object.keys(pending.group.storyboards).sort()).toEqual([main.id, bar.id].sort())
    await save(admin, group.id, [])
    expect((await screen.manifest()).group.next?.programme).not.toHaveProperty('layers')
  })

  it('stay as they are in a save that has none', async () => {
    const { admin, bar, group } = await scene()
    await save(admin, group.id, [ticker(bar.id)])
    const { deviceGroup } = await admin.api.deviceGroups.update({
      params: { id: group.id },
      body: { name: 'Hall', schedule: { timezone: 'Europe/Berlin', slots: [] } },
    })
    expect(deviceGroup.schedule).toMatchObject({ timezone: 'Europe/Berlin', layers: [{ name: 'Ticker' }] })
  })

  it('are refused if they are too many, share a name or a time, or have a storyboard that is not approved', async () => {
    const { admin, bar, group } = await scene()
    const errorsOf = async (layers: object[]) => (await refused(save(admin, group.id, layers))).body.errors
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    expect(await errorsOf(names.map((name) => ticker(bar.id, { name })))).toHaveProperty(['schedule.layers'])
    expect(await errorsOf([ticker(bar.id), ticker(bar.id)])).toHaveProperty(['schedule.layers.1.name'])
    const slot = { from: '08:00 AM', to: '10:00 AM' }
    expect(await errorsOf([ticker(bar.id, { slots: [slot, slot] })])).toHaveProperty([
      'schedule.layers.0.slots.1.from',
    ])
    expect(
      await errorsOf([ticker(bar.id, { slots: [{ ...slot, fromSky: { event: 'sunset' } }] })]),
    ).toHaveProperty(['schedule.sky'])
    expect(await errorsOf([ticker(bar.id, { place: { kind: 'middle' } })])).toHaveProperty([
      'schedule.layers.0.place.kind',
    ])
    expect(await errorsOf([ticker(bar.id, { place: { kind: 'top', height: 90 } })])).toHaveProperty([
      'schedule.layers.0.place.height',
    ])
    const layout = await makeLayout(admin)
    const { storyboard: draft } = await admin.api.storyboards.create({
      body: { name: 'Draft', type: 'designed', items: [{ layoutId: layout.id, duration: 5 }] },
    })
    expect((await refused(save(admin, group.id, [ticker(draft.id)]))).errKey).toBe('NOT_APPROVED')
    const foreign = await makeStoryboard(await server().organization())
    expect((await refused(save(admin, group.id, [ticker(foreign.id)]))).status).toBe(404)
  })

  it('keep their storyboards and the places of their rules from being deleted', async () => {
    const { admin, bar, group } = await scene()
    const { building } = await admin.api.buildings.create({
      body: { name: 'Tower', location: 'Cairo', coordinates: '', floors: [{ name: 'Ground' }] },
    })
    await save(admin, group.id, [ticker(bar.id, { screens: { inPlaces: [building.id] } })])
    const kept = await refused(admin.api.storyboards.remove({ params: { id: bar.id } }))
    expect(kept.body.usedIn).toMatchObject([{ kind: 'device-group', id: group.id }])
    const place = await refused(
      admin.api.buildings.remove({ params: { id: building.id }, body: {} as never }),
    )
    expect(place.errKey).toBe('USED_IN_RULE')
    await save(admin, group.id, [])
    server().clock.advance(61_000)
    await admin.api.storyboards.remove({ params: { id: bar.id } })
  })

  it('for some screens: only those need their files', async () => {
    const { admin, group, screen } = await scene()
    const file = await uploadOne(admin, 'bar.png', await picture('navy'))
    const { widgets } = page()
    const layout = await makeLayout(admin, {
      ...page(),
      widgets: widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
      config: { inputs: [{ name: 'w1-media', value: [{ mediaId: file?.id ?? '', duration: 5 }] }] },
    })
    const bar = await makeStoryboard(admin, { layoutIds: [layout.id] })
    await save(admin, group.id, [ticker(bar.id, { screens: { anyTags: ['Bar', 'bar'] } })])
    const { group: part } = await screen.manifest()
    const coming = part.next?.programme
    if (!coming) throw new Error('Nothing is pending')
    expect(coming.layers?.[0]?.screens).toEqual({ anyTags: ['bar'] })
    const needs = (tags: string[]) => {
      const traits = tags.length > 0 ? { tags, places: [] } : NO_TRAITS
      return neededFiles(part, scheduledStoryboards(coming, traits), traits)?.size
    }
    expect([needs(['bar']), needs([])]).toEqual([1, 0])
  })

  it('are in what a save says before it happens, as changes of the screens on which they show', async () => {
    const { admin, bar, group, screen } = await scene()
    await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    await admin.api.devices.tagMany({ body: { ids: [screen.deviceId], add: ['bar'] } })
    const impactOf = async (layers: object[]) =>
      (await save(admin, group.id, layers, { dryRun: 'true' })).impact
    const ruled = ticker(bar.id, { screens: { anyTags: ['bar'] } })
    expect(await impactOf([ruled])).toMatchObject({
      changes: 1,
      nothing: null,
      examples: [],
      layers: [{ name: 'Ticker', change: 'added', screens: 1 }],
    })
    await save(admin, group.id, [ruled])
    expect(await impactOf([ruled])).toMatchObject({ changes: 0 })
    expect(await impactOf([ruled])).not.toHaveProperty('layers')
    expect(await impactOf([ticker(bar.id)])).toMatchObject({
      changes: 1,
      layers: [{ name: 'Ticker', change: 'changed', screens: 2 }],
    })
    expect(await impactOf([])).toMatchObject({ changes: 1, layers: [{ change: 'removed', screens: 1 }] })
  })

  it('return with an earlier schedule, and leave with one that had none', async () => {
    const { admin, bar, group } = await scene()
    await save(admin, group.id, [ticker(bar.id)])
    await save(admin, group.id, [])
    const { versions } = await admin.api.deviceGroups.versions({ params: { id: group.id } })
    const restore = async (version: number) => {
      const { deviceGroup: now } = await admin.api.deviceGroups.get({ params: { id: group.id } })
      const params = { id: group.id, version }
      const { deviceGroup } = await admin.api.deviceGroups.restore({
        params,
        body: { version: now.version },
      } as never)
      return deviceGroup.schedule.layers
    }
    const numbers = versions.map(({ version }) => version).sort((a, b) => a - b)
    expect(await restore(numbers[1] ?? 0)).toEqual([ticker(bar.id)])
    expect(await restore(numbers[0] ?? 0)).toBeUndefined()
  })

  it('leave with a storyboard that is deleted everywhere, and with one that is gone when the group is restored', async () => {
    const { admin, bar, group, screen } = await scene()
    await save(admin, group.id, [ticker(bar.id)])
    server().clock.advance(61_000)
    await admin.api.deviceGroups.remove({ params: { id: group.id }, body: {} as never })
    await admin.api.storyboards.remove({ params: { id: bar.id } })
    await admin.api.trash.remove({ params: { id: bar.id } } as never)
    await admin.api.trash.restore({ params: { id: group.id } })
    const { deviceGroup } = await admin.api.deviceGroups.get({ params: { id: group.id } })
    expect(deviceGroup.schedule).not.toHaveProperty('layers')
    expect((await screen.manifest()).group.storyboards).not.toHaveProperty(bar.id)
  })
})
