import type { StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import { describe, expect, it } from 'vitest'
import { exported, imported } from '#test/archives.ts'
import { makeGroup, makeLayout, page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

type Item = Partial<StoryboardItem>
interface Settings {
  shuffle?: boolean
  width?: number
  height?: number
}

describe('a storyboard inside another', () => {
  const server = useServer()
  let made = 0

  const inner = (storyboardId: string, more: Item = {}): Item => ({ storyboardId, ...more })
  const bodyOf = (items: Item[], settings: Settings = {}) =>
    ({
      name: `Nested ${++made}`,
      type: 'designed' as const,
      mode: 'AUTO' as const,
      items,
      ...settings,
    }) as never
  async function board(admin: Caller, items: Item[], settings: Settings & { approve?: boolean } = {}) {
    const { approve = true, ...rest } = settings
    const { storyboard } = await admin.api.storyboards.create({ body: bodyOf(items, rest) })
    if (approve) await admin.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
    return storyboard.id
  }
  const save = (admin: Caller, id: string, items: Item[], settings: Settings = {}) =>
    admin.api.storyboards.update({ params: { id }, body: bodyOf(items, settings) })
  const approve = (admin: Caller, id: string) =>
    admin.api.storyboards.setStatus({ params: { id, status: 'approved' } })
  const layouts = async (admin: Caller, count: number) => {
    const ids: string[] = []
    for (let n = 0; n < count; n++) ids.push((await makeLayout(admin)).id)
    return ids
  }
  const rules = async (call: Promise<unknown>) => (await refused(call)).body.errors

  it('plays its approved version in its place, with the dates, rules, and conditions of both', async () => {
    const admin = await server().organization()
    const [a = '', b = '', c = ''] = await layouts(admin, 3)
    const bar = { anyTags: ['bar'] }
    const offers = await board(
      admin,
      [
        { layoutId: b, duration: 3, showFrom: '2026-12-05', screens: { noTags: ['closed'] } },
        { layoutId: c, duration: 4, transition: 'slide', weight: 2 },
      ],
      { shuffle: true },
    )
    const dates = { showFrom: '2026-12-01', showUntil: '2026-12-24' }
    const outer = await board(admin, [
      { layoutId: a, duration: 5 },
      inner(offers, {
        perRound: 1,
        random: true,
        transition: 'fade',
        idleSeconds: 30,
        screens: bar,
        ...dates,
      }),
    ])
    const group = await makeGroup(admin, outer)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const played = async () => (await screen.manifest()).group
    const { name } = (await admin.api.storyboards.get({ params: { id: offers } })).storyboard
    const first = await played()
    expect(first.storyboards[outer]?.items).toEqual([
      { pageId: a, duration: 5 },
      {
        ...{ pageId: b, duration: 3, transition: 'fade', idleSeconds: 30, screens: { noTags: ['closed'] } },
        ...{ showFrom: '2026-12-05', showUntil: '2026-12-24', within: [{ screens: bar }] },
      },
      { pageId: c, duration: 4, transition: 'slide', idleSeconds: 30, ...dates, within: [{ screens: bar }] },
    ])
    expect(first.storyboards[outer]?.order?.lists).toMatchObject([
      { id: outer, entries: [{ item: 0 }, { list: 1, perRound: 1, random: true }] },
      { id: offers, name, shuffle: true, entries: [{ item: 1 }, { item: 2, weight: 2 }] },
    ])
    expect(Object.keys(first.pages).sort()).toEqual([a, b, c].sort())
    // Only the outer one is scheduled; what was not approved doesn't play.
    await save(admin, offers, [{ layoutId: a, duration: 9 }])
    expect((await played()).storyboards[outer]?.items).toHaveLength(3)
    await approve(admin, offers)
    expect((await played()).storyboards[outer]?.items.map(({ pageId }) => pageId)).toEqual([a, a])
  })

  it('is refused in words: unknown, another size, a circle, too deep', async () => {
    const [admin, stranger] = [await server().organization(), await server().organization()]
    const [a = '', theirs = ''] = [...(await layouts(admin, 1)), ...(await layouts(stranger, 1))]
    const one = await board(admin, [{ layoutId: a }])
    const path = 'items.0.storyboardId'
    const other = await board(stranger, [{ layoutId: theirs }])
    expect(await rules(board(admin, [inner(other)]))).toHaveProperty([path])
    const tall = (await makeLayout(admin, page('Tall', 1080, 1920))).id
    expect(await rules(board(admin, [{ layoutId: tall }, inner(one)]))).toHaveProperty([
      'items.1.storyboardId',
    ])
    const two = await board(admin, [inner(one)])
    const three = await board(admin, [inner(two), { layoutId: a }])
    expect(await rules(board(admin, [inner(three)]))).toEqual({
      items: 'Up to 3 storyboards can be inside each other',
    })
    expect(await rules(save(admin, one, [inner(three)]))).toEqual({
      [path]: 'This storyboard would play itself',
    })
    expect(await rules(save(admin, one, [inner(one)]))).toEqual({
      [path]: 'This storyboard would play itself',
    })
    // The later edit of an inner one, which is fine alone.
    const alone = await board(admin, [{ layoutId: a }])
    expect((await rules(save(admin, one, [inner(alone)])))?.items).toContain('plays this one')
    expect((await rules(save(admin, one, [{ layoutId: tall }])))?.items).toContain('keep its size')
    // An edit that waits counts: a circle must not close when it is approved.
    await save(admin, alone, [inner(two)])
    expect(await rules(save(admin, two, [{ layoutId: a }, inner(alone)]))).toEqual({
      'items.1.storyboardId': 'This storyboard would play itself',
    })
    await save(admin, alone, [{ layoutId: a }])
    await save(admin, two, [inner(alone)])
    for (const wrong of [
      { perRound: 2 },
      { weight: 2, tied: true },
      { tied: true },
      { weight: 21 },
      { storyboardId: one },
    ])
      expect(await rules(save(admin, alone, [{ layoutId: a, ...wrong } as never]))).toBeDefined()
  })

  it('has up to 1,000 pages in a round, each counted as often as it plays', async () => {
    const admin = await server().organization()
    const [a = ''] = await layouts(admin, 1)
    const many = (count: number) => Array.from({ length: count }, () => ({ layoutId: a, duration: 1 }))
    const half = await board(admin, many(499))
    const outer = await board(admin, [inner(half, { weight: 2 }), { layoutId: a, weight: 2 }])
    const group = await makeGroup(admin, outer)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    expect((await screen.manifest()).group.storyboards[outer]?.items).toHaveLength(500)
    const more = [
      inner(half, { weight: 2 }),
      { layoutId: a, weight: 2 },
      { layoutId: a, tied: true as const },
    ]
    expect((await rules(save(admin, outer, more)))?.items).toContain('up to 1000 pages')
    expect((await rules(save(admin, half, many(500))))?.items).toContain('more than 1,000 pages')
    await save(admin, half, many(499))
  })

  it('must be approved first, and stays while another one plays it', async () => {
    const admin = await server().organization()
    const [a = ''] = await layouts(admin, 1)
    const one = await board(admin, [{ layoutId: a }], { approve: false })
    const outer = await board(admin, [inner(one)], { approve: false })
    expect((await refused(approve(admin, outer))).errKey).toBe('NOT_APPROVED')
    await approve(admin, one)
    await approve(admin, outer)
    const kept = await refused(admin.api.storyboards.remove({ params: { id: one } }))
    const { name, type } = (await admin.api.storyboards.get({ params: { id: outer } })).storyboard
    expect(kept.body).toMatchObject({
      errKey: 'USED_INSIDE',
      usedIn: [{ kind: 'storyboard', id: outer, name, type }],
    })
    const withdraw = admin.api.storyboards.setStatus({ params: { id: one, status: 'rejected' } })
    expect((await refused(withdraw)).errKey).toBe('USED_INSIDE')
    // Out of the draft, but not yet of what plays.
    await save(admin, outer, [{ layoutId: a }])
    expect((await refused(admin.api.storyboards.remove({ params: { id: one } }))).errKey).toBe('USED_INSIDE')
    await approve(admin, outer)
    await admin.api.storyboards.remove({ params: { id: one } })
  })

  it('returns from the trash with the one that plays it, and in an earlier version', async () => {
    const admin = await server().organization()
    const [a = ''] = await layouts(admin, 1)
    const one = await board(admin, [{ layoutId: a }])
    const outer = await board(admin, [inner(one, { weight: 2 }), { layoutId: a, tied: true }], {
      shuffle: true,
    })
    const { storyboard: before } = await admin.api.storyboards.get({ params: { id: outer } })
    for (const id of [outer, one]) await admin.api.storyboards.remove({ params: { id } })
    const { restored } = await admin.api.trash.restore({ params: { id: outer } })
    expect(restored.also).toMatchObject([{ id: one }])
    const { storyboard } = await admin.api.storyboards.get({ params: { id: outer } })
    expect(storyboard).toMatchObject({ items: before.items, shuffle: true })
    expect((await refused(admin.api.storyboards.remove({ params: { id: one } }))).errKey).toBe('USED_INSIDE')
    await save(admin, outer, [{ layoutId: a }])
    await admin.api.storyboards.restore({
      params: { id: outer, version: 1 as never },
      body: { version: 2 },
    })
    expect((await admin.api.storyboards.get({ params: { id: outer } })).storyboard).toMatchObject({
      items: before.items,
      shuffle: true,
    })
  })

  it('is taken out of all others and put back', async () => {
    const admin = await server().organization()
    const [a = ''] = await layouts(admin, 1)
    const one = await board(admin, [{ layoutId: a }])
    const outer = await board(admin, [inner(one), { layoutId: a, tied: true }])
    const items = async () => (await admin.api.storyboards.get({ params: { id: outer } })).storyboard.items
    const before = await items()
    const body = { kind: 'storyboard' as const, ids: [one], uses: 1 }
    await admin.api.deletions.everywhere({ body })
    expect(await items()).toEqual([{ layoutId: a, duration: 5 }])
    await admin.api.trash.restore({ params: { id: one } })
    expect(await items()).toEqual(before)
    const alone = await board(admin, [inner(one)])
    // It would be left empty.
    const kept = await refused(admin.api.deletions.everywhere({ body: { ...body, uses: 2 } }))
    expect(kept.body.usedIn?.map(({ id }) => id)).toEqual([outer, alone])
  })

  it('moves to another installation with its ids', async () => {
    const admin = await server().organization()
    const [a = ''] = await layouts(admin, 1)
    const one = await board(admin, [{ layoutId: a }])
    await board(admin, [inner(one, { perRound: 1 }), { layoutId: a, tied: true }], { shuffle: true })
    const archive = await exported(server(), admin.organizationId)
    const { organization } = await imported(server(), archive, 'Moved nested')
    const rows = await server()
      .services.database.selectFrom('storyboards')
      .select(['id', 'items', 'approved', 'shuffle'])
      .where('organizationId', '=', organization.id)
      .execute()
    const moved = rows.find(({ shuffle }) => shuffle === 1)
    const other = rows.find(({ shuffle }) => shuffle === 0)
    expect(JSON.parse(moved?.items ?? '')).toMatchObject([
      { storyboardId: other?.id, perRound: 1 },
      { tied: true },
    ])
    expect(JSON.parse(moved?.approved ?? '').items[0]).toMatchObject({ storyboardId: other?.id, pageId: '' })
  })

  it('says before its save what changes on the screens of the outer one', async () => {
    const admin = await server().organization()
    const [a = '', b = ''] = await layouts(admin, 2)
    const one = await board(admin, [{ layoutId: a }])
    const outer = await board(admin, [{ layoutId: a }, inner(one)])
    const group = await makeGroup(admin, outer)
    await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const dry = async (id: string, items: Item[], settings: Settings = {}) =>
      (
        await admin.api.storyboards.update({
          params: { id },
          query: { dryRun: 'true' },
          body: bodyOf(items, settings),
        } as never)
      ).impact
    expect(await dry(one, [{ layoutId: b }])).toMatchObject({ screens: 1, changes: 1 })
    expect(await dry(one, [{ layoutId: a }])).toMatchObject({ screens: 1, changes: 0 })
    expect(await dry(outer, [{ layoutId: a }, inner(one, { weight: 3 })])).toMatchObject({ changes: 1 })
    expect(await dry(outer, [{ layoutId: a }, inner(one)], { shuffle: true })).toMatchObject({ changes: 1 })
  })

  it('cannot close a circle in two saves that come together', async () => {
    const admin = await server().organization()
    const [a = ''] = await layouts(admin, 1)
    const [one, two] = [await board(admin, [{ layoutId: a }]), await board(admin, [{ layoutId: a }])]
    const saves = await Promise.allSettled([save(admin, one, [inner(two)]), save(admin, two, [inner(one)])])
    expect(saves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('plays its own copy under strict approval', async () => {
    const admin = await server().organization()
    const [a = '', b = ''] = await layouts(admin, 2)
    const one = await board(admin, [{ layoutId: a }])
    const outer = await board(admin, [inner(one)])
    const { organization } = await admin.api.organizations.get({ params: { id: admin.organizationId } })
    await admin.api.organizations.update({
      params: { id: admin.organizationId },
      body: { ...organization, approval: 'strict' } as never,
    })
    const group = await makeGroup(admin, outer)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const played = async () =>
      (await screen.manifest()).group.storyboards[outer]?.items.map(({ pageId }) => pageId)
    expect(await played()).toEqual([a])
    await save(admin, one, [{ layoutId: b }])
    expect(await played()).toEqual([a])
    await approve(admin, one)
    expect(await played()).toEqual([b])
  })
})
