import { PAGE_SHOWS_MAX } from '@vitrine/contract/api/content/storyboards'
import type { MediaZoneEntry } from '@vitrine/contract/fields/kinds/media-zone'
import { neededFiles, scheduledStoryboards } from '@vitrine/contract/player/needed-files'
import { NO_TRAITS } from '@vitrine/contract/schedule/screen-rule'
import { pageSpans, shownAt, storyboardSpans } from '@vitrine/contract/schedule/show-dates'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { picture, uploadOne } from '#test/uploads.ts'

const DRY = { dryRun: 'true' } as const
const BAR = { anyTags: ['Bar'] }

describe('entries of media zones for some screens', () => {
  const server = useServer()

  /** A layout of one media zone. */
  const zone = (entries: (Partial<MediaZoneEntry> & { mediaId: string })[], name = 'Zone') => ({
    ...page(),
    name,
    widgets: page().widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
    config: {
      inputs: [{ name: 'w1-media', value: entries.map((entry) => ({ duration: 5, ...entry })) }],
    },
  })

  /** Two screens of one group, one of them with the tag; the group plays a layout with one entry for all. */
  async function prepared() {
    const admin = await server().organization()
    const { organizationId } = admin
    const superAdmin = await server().signIn()
    const body = { number: `E-${Math.random()}`, devicesCount: 9, organizationId }
    await superAdmin.api.licences.create({ body })
    const files = [
      await uploadOne(admin, 'bar.png', await picture('navy')),
      await uploadOne(admin, 'all.png', await picture('teal')),
    ]
    const [bar = '', all = ''] = files.map(({ id }) => id)
    const layout = await makeLayout(admin, zone([{ mediaId: all }]))
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    const [tagged, other] = [
      await TestScreen.claim(server(), admin, { deviceGroupId: group.id }),
      await TestScreen.claim(server(), admin, { deviceGroupId: group.id }),
    ]
    await admin.api.devices.tagMany({ body: { ids: [tagged.deviceId], add: ['bar'] } })
    server().clock.advance(10 * 60_000)
    const save = (entries: Parameters<typeof zone>[0], query = {}) =>
      admin.api.layouts.update({ params: { id: layout.id }, query, body: zone(entries) as never })
    return { admin, bar, all, layout, storyboard, group, tagged, other, save }
  }

  it('are downloaded and shown by those screens only, from one part for all', async () => {
    const { tagged, other, bar, all, save, storyboard } = await prepared()
    expect((await other.manifest()).group).not.toHaveProperty('links')
    await save([
      { mediaId: bar, screens: BAR },
      { mediaId: all, screens: { noTags: ['bar'] } },
    ])
    const [atBar, atOther] = [await tagged.manifest(), await other.manifest()]
    expect(atBar.raw.group).toEqual(atOther.raw.group)
    const needs = ({ group: part, device }: typeof atBar) => {
      if (!part.current) throw new Error('The group has no schedule')
      const traits = device.traits ?? NO_TRAITS
      const found = neededFiles(part, scheduledStoryboards(part.current, traits), traits)
      return Object.values(part.media).flatMap(({ name, sha256 }) => (found?.has(sha256) ? [name] : []))
    }
    expect([needs(atBar), needs(atOther)]).toEqual([['bar.png'], ['all.png']])
    const { items = [] } = atBar.group.storyboards[storyboard.id] ?? {}
    const spansOfPage = (id: string) => pageSpans(atBar.group.pages[id] as never)
    expect(storyboardSpans(items, spansOfPage, atBar.device.traits)).toBeNull()
    expect(storyboardSpans(items, spansOfPage, { tags: ['lobby'], places: [] })).toBeNull()
  })

  it('leave a screen without content seen: before the save, in its status, and in the forecast', async () => {
    const { admin, bar, all, other, tagged, save, group } = await prepared()
    const { impact } = await save([{ mediaId: bar, screens: BAR }], DRY)
    expect(impact).toMatchObject({
      ...{ screens: 2, changes: 2, nothing: { screens: 1 }, unknownTags: [] },
      rules: [{ index: 0, screens: 1 }],
    })
    const fine = await save([{ mediaId: bar, screens: BAR }, { mediaId: all }], DRY)
    expect(fine.impact).toMatchObject({ changes: 2, nothing: null, rules: [{ index: 0, screens: 1 }] })
    const unknown = await save([{ mediaId: all }, { mediaId: bar, screens: { anyTags: ['Pool'] } }], DRY)
    expect(unknown.impact).toMatchObject({ rules: [{ index: 0, screens: 0 }], unknownTags: ['Pool'] })
    await save([{ mediaId: bar, screens: BAR }])
    const { gaps } = await admin.api.deviceGroups.forecast()
    expect(gaps).toMatchObject([{ kind: 'nothing', group: { id: group.id }, screens: 1 }])
    const playsOf = async ({ deviceId: id }: TestScreen) =>
      (await admin.api.devices.coming({ params: { id }, query: {} as never })).coming.plays.map(
        ({ page: shown }) => shown,
      )
    expect((await playsOf(tagged)).some(Boolean)).toBe(true)
    expect((await playsOf(other)).some(Boolean)).toBe(false)
  })

  it('count as a change of a screen that gets or loses a tag, and of no other', async () => {
    const { admin, bar, all, other, tagged, save } = await prepared()
    await save([{ mediaId: bar, screens: BAR }, { mediaId: all }])
    const tag = async (screen: TestScreen, change: object) =>
      (await admin.api.devices.tagMany({ query: DRY, body: { ids: [screen.deviceId], ...change } })).impact
    expect(await tag(other, { add: ['Bar'] })).toMatchObject({ changes: 1, nothing: null })
    expect(await tag(other, { add: ['Lobby'] })).toMatchObject({ changes: 0 })
    expect(await tag(tagged, { remove: ['bar'] })).toMatchObject({ changes: 1 })
    await save([{ mediaId: bar, screens: BAR }])
    expect(await tag(tagged, { remove: ['bar'] })).toMatchObject({ nothing: { screens: 1 } })
  })

  it('are answered with the storyboards: the first page on a screen is that of the screen and of the server', async () => {
    const { admin, bar, all, other, tagged, save, storyboard } = await prepared()
    const always = await makeLayout(admin, zone([{ mediaId: all }], 'Always'))
    await save([{ mediaId: bar, screens: BAR }])
    const params = { id: storyboard.id }
    const items = [...storyboard.items, { layoutId: always.id, duration: 5 }]
    const body = { name: storyboard.name, type: storyboard.type, mode: 'AUTO' as const, items }
    await admin.api.storyboards.update({ params, body })
    await admin.api.storyboards.setStatus({ params: { ...params, status: 'approved' } })
    const answered = (await admin.api.storyboards.get({ params })).storyboard
    expect(answered.pageShows).toEqual({
      [items[0]?.layoutId ?? '']: [{ from: null, to: null, screens: BAR }],
    })
    const listed = (await admin.api.storyboards.list()).storyboards.find(({ id }) => id === storyboard.id)
    expect(listed?.pageShows).toEqual(answered.pageShows)
    const ofTags = Array.from({ length: PAGE_SHOWS_MAX }, (_, n) => ({
      mediaId: bar,
      screens: { anyTags: [`T${n}`] },
    }))
    const times = async () =>
      Object.values((await admin.api.storyboards.get({ params })).storyboard.pageShows ?? {}).map(
        ({ length }) => length,
      )
    await save(ofTags)
    expect(await times()).toEqual([PAGE_SHOWS_MAX])
    await save([...ofTags, { mediaId: bar, screens: BAR }])
    expect(await times()).toEqual([])
    await save([{ mediaId: bar, screens: BAR }])
    const now = server().clock.now()
    const firsts = await Promise.all(
      [tagged, other].map(async (screen) => {
        const { group: part, device } = await screen.manifest()
        const traits = device.traits ?? NO_TRAITS
        const played = part.storyboards[storyboard.id]?.items ?? []
        const ofScreen = (id: string) => pageSpans(part.pages[id] as never)
        const ofAnswer = (id: string) => answered.pageShows?.[id] ?? null
        const own = answered.items.map((item) => ({ ...item, pageId: item.layoutId ?? '' }))
        const { coming } = await admin.api.devices.coming({
          params: { id: screen.deviceId },
          query: {} as never,
        })
        const shownOf = (all: readonly { pageId: string }[], spansOfPage: typeof ofScreen) =>
          shownAt(all, 'Etc/GMT', now, spansOfPage, traits).value.map((index) => all[index]?.pageId)
        const pages = shownOf(played, ofScreen)
        expect(shownOf(own, ofAnswer)).toEqual(pages)
        expect(new Set(coming.plays.flatMap(({ page: shown }) => shown?.id ?? []))).toEqual(new Set(pages))
        return pages[0]
      }),
    )
    expect(firsts).toEqual([items[0]?.layoutId, always.id])
  })

  it('of a card in a zone count, too', async () => {
    const { admin, bar, all, other, save } = await prepared()
    const { card } = await admin.api.cards.create({
      body: zone([{ mediaId: bar, screens: BAR }, { mediaId: all }], 'Card') as never,
    })
    const { media } = await admin.api.media.list({ query: { isCard: '1' } })
    const cardMedium = media.media.find(({ cardId }) => cardId === card.id)?.id ?? ''
    await save([{ mediaId: cardMedium }])
    const body = { ids: [other.deviceId], add: ['Bar'] }
    const { impact } = await admin.api.devices.tagMany({ query: DRY, body })
    expect(impact).toMatchObject({ changes: 1 })
  })

  it('name places of their organization, which stay while they are named', async () => {
    const { admin, all, save, layout } = await prepared()
    const tower = async (by: Caller) =>
      (
        await by.api.buildings.create({
          body: { name: 'Tower', location: 'Cairo', coordinates: '', floors: [{ name: 'Ground' }] },
        })
      ).building
    const [own, foreign] = [await tower(admin), await tower(await server().organization())]
    const inPlace = (id: string) => [{ mediaId: all, screens: { inPlaces: [id] } }]
    expect(await refused(save(inPlace(foreign.id)))).toMatchObject({
      body: { errors: { 'w1-media.inPlaces': expect.anything() } },
    })
    await save(inPlace(own.id))
    const params = { id: own.id }
    expect(await refused(admin.api.buildings.remove({ params, body: {} as never }))).toMatchObject({
      body: { errKey: 'USED_IN_RULE', usedIn: [{ kind: 'layout', id: layout.id }] },
    })
    const impossible = [{ mediaId: all, screens: { inPlaces: [own.id], notInPlaces: [own.id] } }]
    expect(await refused(save(impossible))).toMatchObject({ body: { errKey: 'INVALID' } })
    await save([{ mediaId: all }])
    await admin.api.buildings.remove({ params, body: {} as never })
  })
})
