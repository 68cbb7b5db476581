import type { LocalSlot } from '@vitrine/contract/api/content/local-slot'
import { describe, expect, it } from 'vitest'
import { setApproval } from '#test/approval/scene.ts'
import { exported, imported } from '#test/archives.ts'
import { makeGroup, makeLayout, page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { personWith } from '#test/roles.ts'
import { TestScreen } from '#test/screen.ts'
import { picture, uploadOne } from '#test/uploads.ts'

const SLOT: LocalSlot = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Offers of the branch',
  kinds: ['picture', 'page'],
  entries: 2,
  each: 20,
  seconds: 30,
}

describe('a local slot', () => {
  const server = useServer()
  let made = 0

  async function place(admin: Caller, name: string) {
    const body = {
      name,
      location: 'Cairo',
      coordinates: '30.0444, 31.2357',
      floors: [{ name: 'Ground' }, { name: 'First' }],
    }
    const { building } = await admin.api.buildings.create({ body: body as never })
    return { id: building.id, floors: building.floors.map(({ id }) => id) }
  }

  /** A storyboard with a slot between two pages, and a screen on each of two floors of A, and in B. */
  async function scene(more: Partial<LocalSlot> & { isEmpty?: true } = {}) {
    const { isEmpty, ...changes } = more
    const admin = await server().organization()
    const { organizationId } = admin
    const seats = { number: `L-${organizationId}`, devicesCount: 9, organizationId }
    await (await server().signIn()).api.licences.create({ body: seats })
    const [first, fallback, last, own] = [
      await makeLayout(admin),
      await makeLayout(admin),
      await makeLayout(admin),
      await makeLayout(admin, page('Own')),
    ]
    const slot = { ...SLOT, ...changes }
    const items = [
      { layoutId: first.id, duration: 5 },
      { ...(!isEmpty && { layoutId: fallback.id }), duration: 5, slot },
      { layoutId: last.id, duration: 5 },
    ]
    const body = { name: `Local ${++made}`, type: 'designed' as const, mode: 'AUTO' as const, items }
    const { storyboard } = await admin.api.storyboards.create({ body })
    const approve = (id: string) => admin.api.storyboards.setStatus({ params: { id, status: 'approved' } })
    await approve(storyboard.id)
    const group = await makeGroup(admin, storyboard.id)
    const [a, b] = [await place(admin, 'A'), await place(admin, 'B')]
    const at = async (floorId: string | undefined) => {
      const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
      const params = { id: screen.deviceId }
      await admin.api.devices.update({ params, body: { name: 'Lobby', floorId } as never })
      return screen
    }
    const screens = {
      ground: await at(a.floors[0]),
      first: await at(a.floors[1]),
      other: await at(b.floors[0]),
    }
    const names = new Map(
      [first, fallback, last, own].map(({ id }, n) => [id, ['first', 'fallback', 'last', 'own'][n]]),
    )
    /** What each screen plays in a round, by the forecast of the server. */
    const plays = async (screen: TestScreen, later = 0) => {
      const params = { id: screen.deviceId }
      const from = server().clock.now() + later
      const { coming } = await admin.api.devices.coming({ params, query: { from, minutes: 1 } as never })
      const all = coming.plays.map((play) => names.get(play.page?.id ?? '') ?? play.page?.name ?? '')
      return [...new Set(all)].sort()
    }
    const picked = await uploadOne(admin, `poster-${made}.png`, await picture('teal'))
    const fill = (caller: Caller, placeId: string, entries: object[], query: object = {}) =>
      caller.api.localContent.create({
        query: query as never,
        body: { storyboardId: storyboard.id, slotId: slot.id, placeId, entries: entries as never },
      })
    return {
      admin,
      storyboard,
      items,
      slot,
      a,
      b,
      screens,
      plays,
      own,
      picked,
      fill,
      approve,
      fallback,
      group,
    }
  }

  it('plays what the nearest place shows there, and the fallback elsewhere', async () => {
    const { admin, a, screens, plays, own, picked, fill, storyboard } = await scene()
    expect(await plays(screens.ground)).toEqual(['fallback', 'first', 'last'])
    const { content } = await fill(admin, a.id, [{ mediaId: picked.id }, { layoutId: own.id, duration: 7 }])
    expect(content).toMatchObject({
      status: 'approved',
      playing: 2,
      entries: [
        { kind: 'picture', mediaId: picked.id, duration: 5, waits: false },
        { kind: 'page', layoutId: own.id, duration: 7 },
      ],
    })
    expect(await plays(screens.ground)).toEqual(['first', 'last', 'own', picked.name].sort())
    expect(await plays(screens.other)).toEqual(['fallback', 'first', 'last'])
    // The floor wins over its building.
    await fill(admin, a.floors[1] ?? '', [{ layoutId: own.id }])
    expect(await plays(screens.first)).toEqual(['first', 'last', 'own'])
    expect(await plays(screens.ground)).toContain(picked.name)
    // The screen has the rules and the files, so that it decides without a network.
    const { group } = await screens.ground.manifest()
    expect(group.storyboards[storyboard.id]?.items.filter(({ within }) => within)).toHaveLength(4)
    expect(Object.keys(group.files)).toContain(picked.src)
    // Nothing again: what others show.
    const params = { id: content.id }
    await admin.api.localContent.update({ params, body: { entries: [] } })
    expect(await plays(screens.ground)).toEqual(['fallback', 'first', 'last'])
  })

  it('without a fallback, is nothing elsewhere', async () => {
    const { admin, a, screens, plays, own, fill } = await scene({ isEmpty: true })
    expect(await plays(screens.ground)).toEqual(['first', 'last'])
    await fill(admin, a.id, [{ layoutId: own.id }])
    expect(await plays(screens.ground)).toEqual(['first', 'last', 'own'])
    expect(await plays(screens.other)).toEqual(['first', 'last'])
  })

  it('shows the fallback while no entry has its dates', async () => {
    const { admin, a, screens, plays, own, fill } = await scene()
    const tomorrow = new Date(server().clock.now() + 86_400_000).toISOString().slice(0, 10)
    await fill(admin, a.id, [{ layoutId: own.id, showFrom: tomorrow, showUntil: tomorrow }])
    expect(await plays(screens.ground)).toEqual(['fallback', 'first', 'last'])
    const day = 86_400_000
    expect(await plays(screens.ground, day)).toEqual(['first', 'last', 'own'])
    expect(await plays(screens.ground, 2 * day)).toEqual(['fallback', 'first', 'last'])
  })

  it('refuses more than its limits, and takes as much', async () => {
    const { admin, a, b, own, picked, fill } = await scene()
    const layoutId = own.id
    const rules = async (entries: object[], where = a.id) =>
      (await refused(fill(admin, where, entries))).body.errors
    expect(await rules([{ layoutId }, { layoutId }, { layoutId }])).toHaveProperty('entries')
    expect(await rules([{ layoutId, duration: 21 }])).toHaveProperty(['entries.0.duration'])
    expect(
      await rules([
        { layoutId, duration: 20 },
        { layoutId, duration: 11 },
      ]),
    ).toHaveProperty('entries')
    const { content } = await fill(admin, a.id, [
      { layoutId, duration: 20 },
      { layoutId, duration: 10 },
    ])
    // Another size, another kind, both at the same time, nothing.
    const tall = await makeLayout(admin, page('Tall', 1080, 1920))
    expect(await rules([{ layoutId: tall.id }], b.id)).toHaveProperty(['entries.0.layoutId'])
    const text = await scene({ kinds: ['video'] })
    const wrong = await refused(text.fill(text.admin, text.a.id, [{ mediaId: text.picked.id }]))
    expect(wrong.body.errors).toHaveProperty(['entries.0.mediaId'])
    expect(await rules([{ layoutId, mediaId: picked.id }], b.id)).toHaveProperty(['entries.0.mediaId'])
    expect(await rules([{}], b.id)).toHaveProperty(['entries.0.mediaId'])
    // What others have doesn't exist.
    expect(await rules([{ mediaId: text.picked.id }], b.id)).toHaveProperty(['entries.0.mediaId'])
    expect(await rules([{ layoutId: text.own.id }], b.id)).toHaveProperty(['entries.0.layoutId'])
    expect(await rules([{ layoutId }], text.a.id)).toHaveProperty('placeId')
    const stranger = text.admin.api.localContent.get({ params: { id: content.id } })
    expect((await refused(stranger)).status).toBe(404)
    // Filled for the first time once.
    expect((await refused(fill(admin, a.id, [{ layoutId }]))).errKey).toBe('CONFLICT')
  })

  it('plays no more than stricter limits allow, once they are approved', async () => {
    const { admin, a, screens, plays, own, picked, fill, storyboard, items, slot, approve } = await scene()
    await fill(admin, a.id, [{ layoutId: own.id }, { mediaId: picked.id }])
    const { name } = storyboard
    const stricter = items.map((item) => ('slot' in item ? { ...item, slot: { ...slot, entries: 1 } } : item))
    const body = { name, type: 'designed' as const, mode: 'AUTO' as const, items: stricter }
    await admin.api.storyboards.update({ params: { id: storyboard.id }, body })
    expect(await plays(screens.ground)).toContain(picked.name)
    await approve(storyboard.id)
    expect(await plays(screens.ground)).toEqual(['first', 'last', 'own'])
  })

  it('is filled by people with the level, in their places only', async () => {
    const { admin, a, b, own, picked, fill, storyboard } = await scene()
    const scope = { places: { buildings: [a.id], floors: [], groups: [] }, folders: null }
    const branch = await personWith(admin, { 'local-content': 'write', media: 'write' }, scope)
    const { places } = await branch.api.localContent.places({ query: {} })
    expect(places).toMatchObject([
      { id: a.id, mayFill: true, floors: [{ mayFill: true }, { mayFill: true }] },
    ])
    const { slots } = await branch.api.localContent.slots({ query: { placeId: a.id } })
    expect(slots).toMatchObject([{ slot: { name: SLOT.name, entries: 2 }, approval: false, content: null }])
    expect((await refused(branch.api.localContent.slots({ query: { placeId: b.id } }))).status).toBe(404)
    const { content } = await fill(branch, a.id, [{ mediaId: picked.id }])
    expect((await refused(fill(branch, b.id, [{ mediaId: picked.id }]))).body.errors).toHaveProperty(
      'placeId',
    )
    const theirs = (await fill(admin, b.id, [{ layoutId: own.id }])).content
    const others = { params: { id: theirs.id }, body: { entries: [] } }
    expect((await refused(branch.api.localContent.update(others))).status).toBe(404)
    // Nothing of storyboards.
    for (const path of ['/storyboards', `/storyboards/${storyboard.id}`, `/storyboards/${content.id}`])
      expect((await branch.call('GET', path)).status).toBe(403)
    const reader = await personWith(admin, { 'local-content': 'read' }, scope)
    expect((await refused(fill(reader, a.floors[0] ?? '', []))).status).toBe(403)
    expect((await reader.api.localContent.get({ params: { id: content.id } })).content.entries).toHaveLength(
      1,
    )
    // People who change storyboards fill slots, too.
    const designer = await server().user(admin, ['storyboards'])
    await designer.api.localContent.update({ params: { id: content.id }, body: { entries: [] } })
    const other = await server().user(admin, ['media'])
    const refusal = other.api.localContent.update({ params: { id: content.id }, body: { entries: [] } })
    expect((await refused(refusal)).status).toBe(403)
  })

  it('waits for approval where the slot wants it, and plays the approved entries until then', async () => {
    const { admin, a, screens, plays, own, picked, fill, approve } = await scene({ approval: true })
    const branch = await personWith(admin, { 'local-content': 'write', media: 'write' })
    const { content } = await fill(branch, a.id, [{ mediaId: picked.id }])
    expect(content).toMatchObject({ status: 'pending', playing: null, entries: [{ waits: true }] })
    expect(await plays(screens.ground)).toContain('fallback')
    const { storyboards } = await admin.api.storyboards.pending({ query: {} })
    expect(storyboards.map(({ id }) => id)).toEqual([content.id])
    await approve(content.id)
    expect(await plays(screens.ground)).toContain(picked.name)
    const params = { id: content.id }
    const later = await branch.api.localContent.update({
      params,
      body: { entries: [{ mediaId: picked.id }, { layoutId: own.id }], version: 1 },
    })
    expect(later.content).toMatchObject({ playing: 1, entries: [{ waits: false }, { waits: true }] })
    expect(await plays(screens.ground)).not.toContain('own')
    const stale = branch.api.localContent.update({ params, body: { entries: [], version: 1 } })
    expect((await refused(stale)).errKey).toBe('CONFLICT')
  })

  it('under strict approval, changes no byte before someone approves it', async () => {
    const { admin, a, screens, own, picked, fill, approve, plays } = await scene()
    await setApproval(admin, 'strict')
    const bytes = async () =>
      Promise.all(Object.values(screens).map(async (screen) => (await screen.manifest()).raw.group.body))
    const before = await bytes()
    const branch = await personWith(admin, { 'local-content': 'write', media: 'write' })
    const { content } = await fill(branch, a.id, [{ mediaId: picked.id }])
    const params = { id: content.id }
    expect(await bytes()).toEqual(before)
    await approve(content.id)
    expect(await plays(screens.ground)).toContain(picked.name)
    const approved = await bytes()
    expect(approved).not.toEqual(before)
    await branch.api.localContent.update({ params, body: { entries: [{ layoutId: own.id }] } })
    await branch.api.media.update({ params: { id: picked.id }, body: { name: 'renamed.png' } })
    await branch.api.localContent.update({ params, body: { entries: [] } })
    expect(await bytes()).toEqual(approved)
    await setApproval(admin, 'live')
    await approve(content.id)
    expect(await plays(screens.ground)).toContain('fallback')
  })

  it('says before a save which screens change', async () => {
    const { admin, a, b, own, fill } = await scene()
    const { impact } = await fill(admin, a.id, [{ layoutId: own.id }], { dryRun: 'true' })
    expect(impact).toMatchObject({ changes: 2 })
    const { content } = await fill(admin, b.id, [{ layoutId: own.id }])
    const params = { id: content.id }
    const same = { params, query: { dryRun: 'true' } as never, body: { entries: [{ layoutId: own.id }] } }
    expect((await admin.api.localContent.update(same)).impact).toMatchObject({ changes: 0 })
    const none = { ...same, body: { entries: [] } }
    expect((await admin.api.localContent.update(none)).impact).toMatchObject({ changes: 1 })
    expect((await admin.api.localContent.get({ params })).content.entries).toHaveLength(1)
    const scope = { places: { buildings: [a.id], floors: [], groups: [] }, folders: null }
    const branch = await personWith(admin, { 'local-content': 'write', media: 'write' }, scope)
    expect((await fill(branch, a.id, [{ layoutId: own.id }], { dryRun: 'true' })).impact).toMatchObject({
      changes: 2,
    })
  })

  it('keeps what it shows from being deleted, and the place', async () => {
    const { admin, a, own, picked, fill } = await scene()
    const { content } = await fill(admin, a.id, [{ layoutId: own.id }, { mediaId: picked.id }])
    const layout = await refused(admin.api.layouts.remove({ params: { id: own.id } }))
    expect(layout.status).toBe(409)
    expect((await refused(admin.api.media.remove({ params: { id: picked.id } }))).status).toBe(409)
    const building = await refused(admin.api.buildings.remove({ params: { id: a.id } }))
    expect(building.status).toBe(409)
    const storyboard = await refused(admin.api.storyboards.remove({ params: { id: content.id } }))
    expect(storyboard.errKey).toBe('USED_INSIDE')
    const body = { name: 'x', type: 'designed' as const, items: [{ layoutId: own.id, duration: 5 }] }
    const past = await refused(admin.api.storyboards.update({ params: { id: content.id }, body }))
    expect(past.errKey).toBe('USED_INSIDE')
    await admin.api.localContent.update({ params: { id: content.id }, body: { entries: [] } })
    await admin.api.media.remove({ params: { id: picked.id } })
    await admin.api.layouts.remove({ params: { id: own.id } })
  })

  it('returns from the trash with what places show, and moves with its organization', async () => {
    const { admin, a, own, fill, storyboard, group, screens, plays } = await scene()
    const { content } = await fill(admin, a.id, [{ layoutId: own.id }])
    const archive = await exported(server(), admin.organizationId)
    const { organization } = await imported(server(), archive, 'Moved branches')
    const moved = await server()
      .services.database.selectFrom('storyboards')
      .select(['id', 'madeFor', 'slot', 'placeId', 'items', 'approved'])
      .where('organizationId', '=', organization.id)
      .execute()
    const [there, outer] = [moved.find(({ slot }) => slot), moved.find(({ slot }) => !slot)]
    expect(there?.madeFor).toBe(outer?.id)
    expect(outer?.approved).toContain(`"id":"${there?.slot}"`)
    const buildings = await server()
      .services.database.selectFrom('buildings')
      .select('id')
      .where('organizationId', '=', organization.id)
      .execute()
    expect(buildings.map(({ id }) => id)).toContain(there?.placeId)
    const body = { name: group.name, storyboardId: null }
    await admin.api.deviceGroups.update({ params: { id: group.id }, body })
    server().clock.advance(120_000)
    await admin.api.storyboards.remove({ params: { id: storyboard.id } })
    expect((await refused(admin.api.localContent.get({ params: { id: content.id } }))).status).toBe(404)
    await admin.api.trash.restore({ params: { id: storyboard.id } })
    const back = await admin.api.localContent.get({ params: { id: content.id } })
    expect(back.content.entries).toHaveLength(1)
    await admin.api.deviceGroups.update({
      params: { id: group.id },
      body: { name: group.name, storyboardId: storyboard.id },
    })
    server().clock.advance(120_000)
    expect(await plays(screens.ground)).toContain('own')
  })

  it('restores earlier versions without what is gone', async () => {
    const { admin, a, own, fallback, fill } = await scene()
    const params = {
      id: (await fill(admin, a.id, [{ layoutId: own.id }, { layoutId: fallback.id }])).content.id,
    }
    await admin.api.localContent.update({ params, body: { entries: [] } })
    await admin.api.layouts.remove({ params: { id: own.id } })
    const { versions } = await admin.api.localContent.versions({ params })
    expect(versions.map(({ parts }) => parts)).toEqual([0, 2])
    const version = versions[1]?.version ?? 0
    const restored = await admin.api.localContent.restore({ params: { ...params, version }, body: {} })
    expect(restored.content.entries).toMatchObject([{ layoutId: fallback.id }])
    const { entries } = await admin.api.audit.list({ query: { kind: 'storyboard' } })
    expect(entries.slice(0, 3).map(({ verb }) => verb)).toEqual(['restore', 'change', 'create'])
  })

  it('needs another id than the other slots of its storyboard', async () => {
    const { admin, items, slot } = await scene()
    const body = { name: 'Twice', type: 'designed' as const, items: [...items, { duration: 5, slot }] }
    expect((await refused(admin.api.storyboards.create({ body }))).body.errors).toHaveProperty([
      'items.3.slot',
    ])
  })
})
