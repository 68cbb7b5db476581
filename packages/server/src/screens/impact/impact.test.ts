import type { Impact } from '@vitrine/contract/api/base/impact'
import { whatPlays } from '@vitrine/contract/schedule/schedule'
import { NO_TRAITS, playsOn } from '@vitrine/contract/schedule/screen-rule'
import { storyboardSpans } from '@vitrine/contract/schedule/show-dates'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, page, showingOnly } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { uploadOne } from '#test/uploads.ts'

const HOUR = 3_600_000
const DRY = { dryRun: 'true' } as const
interface TagRequest {
  query: { dryRun?: 'true' }
  body: { ids: string[]; add?: string[]; remove?: string[] }
}
const TAGS = ['bar', 'lobby']

describe('the answer before a save that moves or tags screens', () => {
  const server = useServer()
  let licences = 0

  /** Two groups, two buildings, six screens; which pages play depends on tags, places, hours, and one value. */
  async function chain() {
    const admin = await server().organization()
    const { organizationId } = admin
    const superAdmin = await server().signIn()
    await superAdmin.api.licences.create({
      body: { number: `I-${++licences}`, devicesCount: 9, organizationId },
    })
    const buildings = await Promise.all(
      ['Tower', 'Annex'].map(async (name) => {
        const floors = [{ name: 'Ground' }, { name: 'First' }]
        const body = { name, location: 'Cairo', coordinates: '', floors }
        return (await admin.api.buildings.create({ body })).building
      }),
    )
    const [layout, valued, slotted] = [
      await makeLayout(admin, page('plain')),
      await makeLayout(admin, page('{Screen: Manager | us}')),
      await makeLayout(admin, page('slot')),
    ]
    const story = async (name: string, items: object[]) => {
      const { storyboard } = await admin.api.storyboards.create({
        body: { name, type: 'designed', items: items as never },
      })
      await admin.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
      return storyboard
    }
    const everywhere = await story('Everywhere', [
      { layoutId: layout.id, duration: 5, screens: { anyTags: ['bar'] } },
      { layoutId: valued.id, duration: 5, screens: { notInPlaces: [buildings[1]?.id] } },
    ])
    const late = await story('Late', [{ layoutId: slotted.id, duration: 5 }])
    const groups = [await makeGroup(admin, everywhere.id), await makeGroup(admin, late.id)]
    const slot = { from: '06:00 PM', to: '09:00 PM', storyboardId: late.id, screens: { noTags: ['lobby'] } }
    await admin.api.deviceGroups.update({
      params: { id: groups[0]?.id ?? '' },
      body: {
        name: 'First',
        schedule: { timezone: 'Etc/GMT', defaultStoryboardId: everywhere.id, slots: [slot] },
      },
    })
    server().clock.advance(10 * 60_000)
    const screens: TestScreen[] = []
    for (let index = 0; index < 6; index++)
      screens.push(
        await TestScreen.claim(server(), admin, {
          name: `S${index}`,
          deviceGroupId: groups[index % 2]?.id ?? '',
        }),
      )
    const { field } = await admin.api.screenFields.create({ body: { name: 'Manager', kind: 'text' } })
    const floors = buildings.flatMap((each) => each.floors)
    const values = floors.map(({ id }, index) => ({
      ...{ of: 'floor' as const, id, fieldId: field.id, value: `Manager ${index}` },
    }))
    await admin.api.screenValues.save({ body: { changes: values } })
    return { admin, groups, buildings, floors, screens, valued }
  }

  /** What a screen shows at every hour of eight days, as the screen computes it from its manifest. */
  async function shown(screen: TestScreen, valuedId: string): Promise<string> {
    const { group, device } = await screen.manifest()
    const traits = device.traits ?? NO_TRAITS
    const state = { current: group.current, next: group.next, override: null, traits }
    const spansOf = (id: string) => storyboardSpans(group.storyboards[id]?.items ?? [], () => null, traits)
    const value = device.values?.map((each) => each.value).join()
    return JSON.stringify(
      Array.from({ length: 192 }, (_, hour) => {
        const { storyboardId } = whatPlays(state, server().clock.now() + hour * HOUR, spansOf)
        const items = group.storyboards[storyboardId ?? '']?.items ?? []
        return items
          .filter((item) => playsOn(item.screens, traits))
          .map(({ pageId }) => (pageId === valuedId ? `${pageId} ${value}` : pageId))
      }),
    )
  }

  it('is what then happens on the screens, for 140 random saves, and changes nothing', async () => {
    const { admin, groups, buildings, floors, screens, valued } = await chain()
    const all = () => Promise.all(screens.map((screen) => shown(screen, valued.id)))
    const someOf = (ids: readonly string[]) =>
      fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 3 })
    const devices = screens.map(({ deviceId }) => deviceId)
    const tagging = fc.record({ add: fc.subarray(TAGS), remove: fc.subarray(TAGS) })
    const tags = (
      ids: readonly string[],
      call: (api: Caller['api']) => (request: TagRequest) => Promise<unknown>,
    ) =>
      fc.tuple(someOf(ids), tagging).map(
        ([some, change]) =>
          (query: { dryRun?: 'true' }) =>
            call(admin.api)({ query, body: { ids: some, ...change } }),
      )
    const target = fc.record(
      {
        deviceGroupId: fc.constantFrom(...[...groups, ...groups, ...groups].map(({ id }) => id), null),
        floorId: fc.constantFrom(...floors.map(({ id }) => id), null),
      },
      { requiredKeys: [] },
    )
    const saves = fc.oneof(
      tags(devices, (api) => api.devices.tagMany),
      tags(
        groups.map(({ id }) => id),
        (api) => api.deviceGroups.tagMany,
      ),
      tags(
        floors.map(({ id }) => id),
        (api) => api.floors.tagMany,
      ),
      tags(
        buildings.map(({ id }) => id),
        (api) => api.buildings.tagMany,
      ),
      fc.tuple(someOf(devices), target).map(
        ([ids, change]) =>
          (query: { dryRun?: 'true' }) =>
            admin.api.devices.updateMany({ query, body: { ids, ...change } }),
      ),
      fc.tuple(fc.constantFrom(...devices), target).map(
        ([id, change]) =>
          (query: { dryRun?: 'true' }) =>
            admin.api.devices.update({ params: { id }, query, body: { name: 'Moved', ...change } }),
      ),
    )
    let changes = 0
    let pictured = 0
    for (const save of fc.sample(saves, { numRuns: 140, seed: 44 })) {
      const before = await all()
      const { impact } = (await save(DRY)) as { impact?: Impact }
      expect(await all()).toEqual(before)
      await save({})
      const after = await all()
      const changed = after.filter((text, index) => text !== before[index]).length
      expect(impact?.changes).toBe(changed)
      changes += changed
      for (const example of impact?.examples ?? []) {
        expect(example.before?.pageId).not.toBe(example.after?.pageId)
        pictured += example.screens
      }
    }
    expect(changes).toBeGreaterThan(35)
    expect(pictured).toBeGreaterThan(20)
  }, 120_000)

  it('names the first page that differs, and since when', async () => {
    const { admin, groups, screens, floors } = await chain()
    const ids = [screens[1], screens[3]].map((screen) => screen?.deviceId ?? '')
    const { impact } = await admin.api.devices.updateMany({
      query: DRY,
      body: { ids, deviceGroupId: groups[0]?.id ?? '', floorId: floors[0]?.id ?? '' },
    })
    expect(impact).toMatchObject({ changes: 2, buildings: 1, nothing: null, missing: [] })
    const [example, ...others] = impact?.examples ?? []
    expect(others).toEqual([])
    expect(example).toMatchObject({ screens: 2, at: server().clock.now() })
    expect(ids).toContain(example?.deviceId)
    const dark = await admin.api.devices.updateMany({ query: DRY, body: { ids, deviceGroupId: null } })
    expect(dark.impact).toMatchObject({ changes: 2, examples: [{ screens: 2, after: null }] })
  })

  it('counts screens whose value changes with their floor, and has no pictures of them', async () => {
    const { admin, screens, floors } = await chain()
    const params = { id: screens[0]?.deviceId ?? '' }
    await admin.api.devices.update({ params, body: { name: 'Placed', floorId: floors[0]?.id ?? '' } })
    const body = { name: 'Placed', floorId: floors[1]?.id ?? '' }
    const { impact } = await admin.api.devices.update({ params, query: DRY, body })
    expect(impact).toMatchObject({ changes: 1, buildings: 1, nothing: null, examples: [] })
  })

  it.each(['page', 'slot', 'layer', 'entry'] as const)(
    'counts the screens on which a rule of a %s changes what plays, of those that differ in it alone',
    async (kind) => {
      const admin = await server().organization()
      const { organizationId } = admin
      const licence = { number: `R-${++licences}`, devicesCount: 9, organizationId }
      await (await server().signIn()).api.licences.create({ body: licence })
      const rule = { anyTags: ['lobby'] }
      const medium = await uploadOne(admin)
      const entries = [{ mediaId: medium.id, duration: 5 }]
      const zone = showingOnly(medium.id)
      const value = [...entries, { ...entries[0], ...(kind === 'entry' && { screens: rule }) }]
      const config = { inputs: [{ name: 'w1-media', value }] }
      const [main, other] = [await makeLayout(admin, { ...zone, config } as never), await makeLayout(admin)]
      const story = async (name: string, items: object[]) => {
        const body = { name: `${name} ${kind}`, type: 'designed' as const, items: items as never }
        const { id } = (await admin.api.storyboards.create({ body })).storyboard
        await admin.api.storyboards.setStatus({ params: { id, status: 'approved' } })
        return id
      }
      const [below, above] = [
        await story('Below', [
          { layoutId: main.id, duration: 5 },
          { layoutId: other.id, duration: 5, ...(kind === 'page' && { screens: rule }) },
        ]),
        await story('Above', [{ layoutId: other.id, duration: 5 }]),
      ]
      const group = await makeGroup(admin, below)
      const schedule = {
        ...{ timezone: 'Etc/GMT', defaultStoryboardId: below },
        slots:
          kind === 'slot' ? [{ from: '06:00 PM', to: '09:00 PM', storyboardId: above, screens: rule }] : [],
        layers:
          kind === 'layer'
            ? [{ name: 'Bar', place: { kind: 'bottom' }, storyboardId: above, slots: [], screens: rule }]
            : [],
      }
      const body = { name: 'All', schedule: schedule as never }
      await admin.api.deviceGroups.update({ params: { id: group.id }, body })
      const ids: string[] = []
      for (const name of ['A', 'B', 'C'])
        ids.push((await TestScreen.claim(server(), admin, { name, deviceGroupId: group.id })).deviceId)
      await admin.api.devices.tagMany({ body: { ids: ids.slice(0, 1), add: ['Lobby'] } })
      const { impact } = await admin.api.devices.tagMany({ query: DRY, body: { ids, add: ['Lobby'] } })
      expect(impact?.changes).toBe(2)
    },
  )

  it('counts the screens that a configuration concerns', async () => {
    const { admin, groups, screens } = await chain()
    const body = { name: 'Quiet', volume: 10 }
    const { configuration } = await admin.api.deviceConfigurations.create({ body })
    const params = { id: configuration.id }
    const deviceGroups = [groups[0]?.id ?? '']
    const { impact } = await admin.api.deviceConfigurations.update({
      params,
      query: DRY,
      body: { ...body, deviceGroups },
    })
    expect(impact?.changes).toBe(screens.length / 2)
    expect((await admin.api.deviceConfigurations.get({ params })).configuration).toEqual(configuration)
  })
})
