import { SAVED_VERSIONS_KEPT } from '@vitrine/contract/api/base/saved-versions'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'

describe('earlier versions', () => {
  const server = useServer()

  async function saved() {
    const admin = await server().organization()
    const [first, second] = [await makeLayout(admin), await makeLayout(admin)]
    const body = (name: string, ...layouts: { id: string }[]) => ({
      ...{ name, type: 'designed' as const },
      items: layouts.map(({ id }) => ({ layoutId: id, duration: 5 })),
    })
    const { storyboard } = await admin.api.storyboards.create({ body: body('Lobby', first) })
    const params = { id: storyboard.id }
    await admin.api.storyboards.update({ params, body: body('Lobby 2', first, second) })
    return { admin, params, first, second, body }
  }

  it('of a storyboard say who saved what and when, and name the entry of the audit log', async () => {
    const { admin, params } = await saved()
    const { versions } = await admin.api.storyboards.versions({ params })
    expect(versions).toMatchObject([
      { version: 2, name: 'Lobby 2', parts: 2 },
      { version: 1, name: 'Lobby', parts: 1 },
    ])
    expect(versions[0]?.savedBy).not.toBe('')
    const { entries } = await admin.api.audit.list({ query: { thing: params.id } })
    expect(entries.map(({ request }) => request)).toEqual(versions.map(({ request }) => request))
  })

  it('are saved again as the newest, which needs approval, and lose nothing', async () => {
    const { admin, params } = await saved()
    await admin.api.storyboards.setStatus({ params: { ...params, status: 'approved' } })
    const { storyboard } = await admin.api.storyboards.restore({
      params: { ...params, version: 1 },
      body: { version: 2 },
    })
    expect(storyboard).toMatchObject({ version: 3, name: 'Lobby', status: 'pending', approvedVersion: 2 })
    expect(storyboard.items).toHaveLength(1)
    const { versions } = await admin.api.storyboards.versions({ params })
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 1])
    const again = { params: { ...params, version: 2 }, body: { version: 2 } }
    expect((await refused(admin.api.storyboards.restore(again))).errKey).toBe('CONFLICT')
    const gone = { params: { ...params, version: 9 }, body: {} }
    expect((await refused(admin.api.storyboards.restore(gone))).status).toBe(404)
    const { entries } = await admin.api.audit.list({ query: { thing: params.id, verb: 'restore' } })
    expect(entries).toHaveLength(1)
  })

  it('come without pages that are gone, and aren’t restored without any', async () => {
    const { admin, params, first, second, body } = await saved()
    const third = await makeLayout(admin)
    await admin.api.storyboards.update({ params, body: body('Lobby 3', third) })
    await admin.api.layouts.remove({ params: { id: first.id } })
    const restored = await admin.api.storyboards.restore({ params: { ...params, version: 2 }, body: {} })
    expect(restored.storyboard.items.map(({ layoutId }) => layoutId)).toEqual([second.id])
    const empty = admin.api.storyboards.restore({ params: { ...params, version: 1 }, body: {} })
    expect((await refused(empty)).errKey).toBe('PARTS_GONE')
  })

  it('of another organization don’t exist, and those who can only read restore none', async () => {
    const { admin, params } = await saved()
    const stranger = await server().organization()
    const viewer = await server().user(admin)
    const call = { params: { ...params, version: 1 }, body: {} }
    expect((await refused(stranger.api.storyboards.versions({ params }))).status).toBe(404)
    expect((await refused(stranger.api.storyboards.restore(call))).status).toBe(404)
    expect((await viewer.api.storyboards.versions({ params })).versions).toHaveLength(2)
    expect((await refused(viewer.api.storyboards.restore(call))).status).toBe(403)
  })

  it('are kept up to a maximum, and a save that changes nothing adds none', async () => {
    const { admin, params, first, body } = await saved()
    for (let n = 0; n < SAVED_VERSIONS_KEPT; n++)
      await admin.api.storyboards.update({ params, body: body(`Lobby ${n}`, first) })
    await admin.api.storyboards.update({ params, body: body(`Lobby ${SAVED_VERSIONS_KEPT - 1}`, first) })
    const { versions } = await admin.api.storyboards.versions({ params })
    expect(versions).toHaveLength(SAVED_VERSIONS_KEPT)
    expect(versions[0]?.version).toBe(SAVED_VERSIONS_KEPT + 2)
    expect(versions.at(-1)?.version).toBe(3)
  })

  it('count as storage, and leave without room only the current one', async () => {
    const { admin, params, first, second, body } = await saved()
    const superAdmin = await server().signIn()
    const id = admin.organizationId
    const { organization } = await superAdmin.api.organizations.get({ params: { id } })
    const { database } = server().services
    const { bytes } = await database
      .selectFrom('saved_versions')
      .select(({ fn }) => fn.sum<number>('bytes').as('bytes'))
      .where('organizationId', '=', id)
      .executeTakeFirstOrThrow()
    expect(organization.storage.used).toBeGreaterThan(Number(bytes))
    await database
      .updateTable('saved_versions')
      .set({ bytes: 2 ** 21 })
      .where('organizationId', '=', id)
      .execute()
    const limit = { name: organization.name, version: organization.version, storageMb: 1 }
    await superAdmin.api.organizations.update({ params: { id }, body: limit })
    await admin.api.storyboards.update({ params, body: body('Lobby 3', second, first) })
    expect((await admin.api.storyboards.versions({ params })).versions.map(({ version }) => version)).toEqual(
      [3],
    )
  })

  it('stay with a storyboard and a group restored from the trash', async () => {
    const { admin, params } = await saved()
    const { id } = await makeGroup(admin)
    await admin.api.storyboards.remove({ params })
    await admin.api.deviceGroups.remove({ params: { id } })
    for (const { id: trashed } of (await admin.api.trash.list({ query: {} })).trash)
      await admin.api.trash.restore({ params: { id: trashed } })
    expect((await admin.api.storyboards.versions({ params })).versions).toHaveLength(2)
    expect((await admin.api.deviceGroups.versions({ params: { id } })).versions).toHaveLength(1)
  })

  it('of a schedule leave the group’s name and screens, and come without storyboards that are gone', async () => {
    const admin = await server().organization()
    const [kept, dropped] = [
      await makeStoryboard(admin, { approve: true }),
      await makeStoryboard(admin, { approve: true }),
    ]
    const slot = (storyboardId: string, from: string, to: string) => ({ storyboardId, from, to })
    const slots = [slot(kept.id, '08:00 AM', '09:00 AM'), slot(dropped.id, '10:00 AM', '11:00 AM')]
    const schedule = { timezone: 'Europe/Berlin', slots, defaultStoryboardId: kept.id }
    const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Hall', schedule } })
    const params = { id: deviceGroup.id }
    await admin.api.deviceGroups.update({
      params,
      body: { name: 'Hall', schedule: { ...schedule, slots: [] } },
    })
    // A name alone isn't a schedule.
    await admin.api.deviceGroups.update({ params, body: { name: 'Great hall' } })
    const { versions } = await admin.api.deviceGroups.versions({ params })
    expect(versions.map(({ version, parts }) => [version, parts])).toEqual([
      [2, 0],
      [1, 2],
    ])
    // Once no screen plays the earlier schedule any more.
    server().clock.advance(120_000)
    await admin.api.storyboards.remove({ params: { id: dropped.id } })
    const restored = await admin.api.deviceGroups.restore({
      params: { ...params, version: 1 },
      body: { version: 3 },
    })
    expect(restored.deviceGroup).toMatchObject({ name: 'Great hall', version: 4, storyboardId: kept.id })
    expect(restored.deviceGroup.schedule.slots.map(({ storyboardId }) => storyboardId)).toEqual([kept.id])
    expect(restored.deviceGroup.delivery.activateAt).toBe(server().clock.now() + 60_000)
  })
})
