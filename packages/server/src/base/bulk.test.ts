import { contract } from '@vitrine/contract'
import { BULK_MAX } from '@vitrine/contract/body-limits'
import { routesOf } from '@vitrine/contract/route'
import { describe, expect, it } from 'vitest'
import { makeGroup } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { entityOf } from '#test/paths.ts'
import { REFUSALS } from '#test/refusals.ts'
import { samples } from '#test/samples.ts'

const many = routesOf(contract).filter(({ route }) => route.path.endsWith('/remove-many'))
const paths = new Map(many.map(({ name, route }) => [name.replace(/Many$/, ''), route.path]))

describe('bulk changes', () => {
  const server = useServer()
  let licences = 0
  const addSeats = async (admin: Caller) => {
    const superAdmin = await server().signIn()
    const { organizationId } = (await admin.api.auth.profile()).profile
    const body = { number: `BULK-${++licences}`, devicesCount: 5, organizationId }
    await superAdmin.api.licences.create({ body })
  }
  /** Screens of an organization, by id. */
  const devices = async (admin: Caller, count: number) => {
    const superAdmin = await server().signIn()
    await addSeats(admin)
    const ids: string[] = []
    while (ids.length < count) ids.push((await samples.devices?.make(admin, superAdmin)) ?? '')
    return ids.sort()
  }

  it.each(many.map(({ name, route }) => [name, route] as const))(
    '%s deletes each thing once, and none is left',
    async (_name, route) => {
      const superAdmin = await server().signIn()
      const admin = await server().organization()
      await addSeats(admin)
      const sample = samples[entityOf(route)]
      const ids = [await sample?.make(admin, superAdmin), await sample?.make(admin, superAdmin)].sort()
      const { status, body } = await admin.call('POST', route.path, { ids: [...ids, ids[0]] })
      expect({ status, body }).toEqual({ status: 200, body: { done: ids, refused: [] } })
      expect((await admin.call('POST', route.path, { ids })).status).toBe(404)
    },
  )

  const refused = Object.entries(REFUSALS).filter(([, { route }]) => paths.has(route))
  it.each(refused)('%s is kept, and the rest is deleted', async (_name, { route, errKey, make }) => {
    const superAdmin = await server().signIn()
    const admin = await server().organization()
    const { id, uses } = await make(admin, superAdmin, server())
    const path = paths.get(route) ?? ''
    const [entity = ''] = route.split('.')
    const free = (await samples[entity]?.make(admin, superAdmin)) ?? ''
    const { status, body } = await superAdmin.call('POST', path, { ids: [id, free] })
    const { done, refused: left } = body as { done: string[]; refused: Record<string, unknown>[] }
    expect(status).toBe(200)
    expect(done).toEqual([free])
    const usedIn = left[0]?.usedIn as { kind: string; name: string }[]
    expect(left).toMatchObject([{ id, errKey, message: expect.stringMatching(/./) }])
    expect(usedIn.map(({ kind, name }) => `${kind} ${name}`)).toEqual(uses)
  })

  it('covers every kind whose list has checkboxes', () => {
    expect([...paths.keys()].sort()).toEqual([
      'cards.remove',
      'devices.remove',
      'layouts.remove',
      'media.remove',
      'storyboards.remove',
      'trash.remove',
      'users.remove',
    ])
    expect(refused.length).toBeGreaterThan(8)
  })

  it('moves screens to a group, a floor, and a configuration, and takes them out again', async () => {
    const admin = await server().organization()
    const ids = await devices(admin, 3)
    const group = await makeGroup(admin, null)
    const house = { name: 'Tower', location: 'Amman', floors: [{ name: 'Ground' }] }
    const [floor] = (await admin.api.buildings.create({ body: house })).building.floors
    const { configuration } = await admin.api.deviceConfigurations.create({ body: { name: 'Quiet' } })
    const target = { deviceGroupId: group.id, floorId: floor?.id, configurationId: configuration.id }
    const two = ids.slice(0, 2)
    expect(await admin.api.devices.updateMany({ body: { ids: two, ...target } })).toEqual({
      done: two,
      refused: [],
    })
    const state = async () => {
      const list = (await admin.api.devices.list({})).devices
      const { configurations } = await admin.api.deviceConfigurations.list({})
      return {
        group: list.filter(({ deviceGroupId }) => deviceGroupId === group.id).map(({ id }) => id),
        floor: list.filter(({ floorId }) => floorId === floor?.id).map(({ id }) => id),
        configuration: configurations[0]?.devices ?? [],
      }
    }
    const sorted = async () =>
      Object.fromEntries(Object.entries(await state()).map(([key, list]) => [key, list.toSorted()]))
    expect(await sorted()).toEqual({ group: two, floor: two, configuration: two })

    // Absent fields stay unchanged.
    await admin.api.devices.updateMany({ body: { ids, floorId: null } })
    expect(await sorted()).toEqual({ group: two, floor: [], configuration: two })
    await admin.api.devices.updateMany({ body: { ids, deviceGroupId: null, configurationId: null } })
    expect(await sorted()).toEqual({ group: [], floor: [], configuration: [] })
  })

  it('a form that was open during a bulk move gets a conflict', async () => {
    const admin = await server().organization()
    const [id = ''] = await devices(admin, 1)
    const { device } = await admin.api.devices.get({ params: { id } })
    const group = await makeGroup(admin, null)
    await admin.api.devices.updateMany({ body: { ids: [id], deviceGroupId: group.id } })
    const body = { name: 'Late', version: device.version }
    expect((await admin.call('PUT', `/devices/${id}`, body)).status).toBe(409)
  })

  it('skips things deleted in the meantime, and moves the rest', async () => {
    const admin = await server().organization()
    const [gone = '', here = ''] = await devices(admin, 2)
    await admin.api.devices.remove({ params: { id: gone } })
    const group = await makeGroup(admin, null)
    const answer = await admin.api.devices.updateMany({
      body: { ids: [gone, here], deviceGroupId: group.id },
    })
    expect(answer).toMatchObject({ done: [here], refused: [{ id: gone, errKey: 'NOT_FOUND' }] })
  })

  it('takes a bounded number of things', async () => {
    const admin = await server().organization()
    const ids = Array.from({ length: BULK_MAX + 1 }, (_, n) => `x${n}`)
    for (const [count, status] of [
      [0, 400],
      [BULK_MAX, 404],
      [BULK_MAX + 1, 400],
    ] as const)
      expect((await admin.call('POST', '/devices/remove-many', { ids: ids.slice(0, count) })).status).toBe(
        status,
      )
  })

  it('yields to other requests while it deletes many things', async () => {
    const admin = await server().organization()
    const body = { width: 1920, height: 1080, widgets: [], config: { inputs: [] } }
    const ids: string[] = []
    for (let n = 0; n < 250; n++)
      ids.push((await admin.api.layouts.create({ body: { ...body, name: `Page ${n}` } })).layout.id)
    // Of this thread only, so that a busy machine changes nothing.
    const used = () => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1000
    }
    const began = used()
    let [longest, last, running] = [0, began, true]
    const beat = () => {
      longest = Math.max(longest, used() - last)
      last = used()
      if (running) setImmediate(beat)
    }
    beat()
    const { done } = await admin.api.layouts.removeMany({ body: { ids } })
    running = false
    expect(done).toHaveLength(250)
    expect(longest).toBeLessThan((used() - began) / 3)
  })

  it('moves media to a folder and keeps names', async () => {
    const superAdmin = await server().signIn()
    const admin = await server().organization()
    const id = (await samples.media?.make(admin, superAdmin)) ?? ''
    const folderId = (await samples.folders?.make(admin, superAdmin)) ?? ''
    await admin.api.media.moveMany({ body: { ids: [id], folderId } })
    const { media } = await admin.api.media.get({ params: { id } })
    expect(media).toMatchObject({ folderId, name: 'a.png' })
  })
})
