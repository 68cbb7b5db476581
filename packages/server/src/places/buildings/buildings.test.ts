import { describe, expect, it } from 'vitest'
import { makeStoryboard } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'
import { makePlace, screenIn } from '#test/laws/scope-places.ts'
import { personWithRows, row } from '#test/roles.ts'

const body = {
  name: 'Main house',
  location: 'Market square 1',
  floors: [{ name: 'Ground' }, { name: 'First' }],
}

describe('buildings', () => {
  const server = useServer()

  it('creates, lists, reads, changes and deletes', async () => {
    const admin = await server().organization()
    const { building } = await admin.api.buildings.create({ body })
    expect(building).toMatchObject({
      name: 'Main house',
      location: 'Market square 1',
      organizationId: admin.organizationId,
    })
    expect(building.floors.map((floor) => floor.name)).toEqual(['Ground', 'First'])

    const [ground] = building.floors
    const floors = [{ name: 'Roof' }, { id: ground?.id, name: 'Ground floor' }]
    const { building: changed } = await admin.api.buildings.update({
      params: { id: building.id },
      body: { ...body, floors },
    })
    expect(changed.floors.map((floor) => floor.name)).toEqual(['Roof', 'Ground floor'])
    expect(changed.floors[1]?.id).toBe(ground?.id)

    const { buildings } = await admin.api.buildings.list()
    expect(buildings).toEqual([changed])
    expect(await admin.api.buildings.get({ params: { id: building.id } })).toEqual({ building: changed })
    expect(await admin.api.buildings.remove({ params: { id: building.id } })).toEqual({ id: building.id })
    expect((await admin.api.buildings.list()).buildings).toEqual([])
  })

  it('stores the location as decimal degrees, however it was typed', async () => {
    const admin = await server().organization()
    const { building } = await admin.api.buildings.create({
      body: { ...body, coordinates: '48.2082N 16.3738E' },
    })
    expect(building.coordinates).toBe('48.2082, 16.3738')
    expect((await admin.api.floors.list()).buildings[0]?.coordinates).toBe('48.2082, 16.3738')
    const params = { id: building.id }
    const { building: without } = await admin.api.buildings.update({ params, body })
    expect(without.coordinates).toBe('')
    const wrong = await refused(admin.api.buildings.create({ body: { ...body, coordinates: 'Vienna' } }))
    expect(wrong.body.errors).toHaveProperty('coordinates')
  })

  it('reports problems field by field', async () => {
    const admin = await server().organization()
    const error = await refused(
      admin.api.buildings.create({
        body: { name: ' ', location: '', floors: [{ name: 'A' }, { name: 'a ' }] },
      }),
    )
    expect(error.body).toMatchObject({
      errKey: 'INVALID',
      errors: {
        name: 'Name is required',
        location: 'Location is required',
        'floors.1.name': 'Name exists before',
      },
    })
  })

  it('refuses the name of another building, ignoring case', async () => {
    const admin = await server().organization()
    await admin.api.buildings.create({ body })
    const error = await refused(admin.api.buildings.create({ body: { ...body, name: 'MAIN HOUSE' } }))
    expect(error.body.errors).toEqual({ name: 'Name exists before' })
    const other = await server().organization()
    await other.api.buildings.create({ body })
  })

  it('refuses a save over a newer one, and a floor of another building', async () => {
    const admin = await server().organization()
    const { building } = await admin.api.buildings.create({ body })
    const { building: second } = await admin.api.buildings.create({ body: { ...body, name: 'Second' } })
    const params = { id: building.id }
    await admin.api.buildings.update({ params, body: { ...body, version: building.version } })
    const error = await refused(
      admin.api.buildings.update({ params, body: { ...body, version: building.version } }),
    )
    expect(error.errKey).toBe('CONFLICT')
    const stolen = [{ id: second.floors[0]?.id, name: 'Ground' }]
    const foreign = await refused(admin.api.buildings.update({ params, body: { ...body, floors: stolen } }))
    expect(foreign.body.errors).toHaveProperty('floors.0.id')
  })

  it("can't be deleted, nor its floors, while a screen is on one", async () => {
    const admin = await server().organization()
    const { building } = await admin.api.buildings.create({ body })
    const now = '2026-11-21T12:00:00.000Z'
    await server()
      .services.database.insertInto('devices')
      .values({
        id: 'screen-on-ground',
        organizationId: admin.organizationId,
        name: 'Lobby 1',
        nameKey: 'lobby 1',
        type: 0,
        screenSize: 1,
        floorId: building.floors[0]?.id ?? null,
        tokenHash: '',
        version: 1,
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    const params = { id: building.id }
    expect((await admin.api.buildings.get({ params })).building.devicesCount).toBe(1)
    const kept = await refused(admin.api.buildings.remove({ params }))
    expect(kept.errKey).toBe('USED_IN_BUILDING')
    expect(kept.body.usedIn).toEqual([{ kind: 'device', id: expect.any(String), name: expect.any(String) }])
    const without = { ...body, floors: [{ name: 'New' }] }
    expect((await refused(admin.api.buildings.update({ params, body: without }))).errKey).toBe(
      'USED_IN_BUILDING',
    )
    expect((await admin.api.buildings.get({ params })).building.floors).toHaveLength(2)
  })

  it('pages, searches and sorts on request, and lists everything by default', async () => {
    const admin = await server().organization()
    for (const name of ['Delta', 'alpha', 'Bravo 100%', 'charlie'])
      await admin.api.buildings.create({ body: { ...body, name } })
    const names = async (query?: object) => {
      const answer = await admin.api.buildings.list({ query })
      return [answer.buildings.map((each) => each.name), answer.total]
    }
    expect(await names()).toEqual([['alpha', 'Bravo 100%', 'charlie', 'Delta'], undefined])
    expect(await names({ sort: '-name', page: 1, pageSize: 3 })).toEqual([
      ['Delta', 'charlie', 'Bravo 100%'],
      4,
    ])
    expect(await names({ sort: '-name', page: 2, pageSize: 3 })).toEqual([['alpha'], 4])
    expect(await names({ search: '100%' })).toEqual([['Bravo 100%'], undefined])
    expect(await names({ search: '%' })).toEqual([['Bravo 100%'], undefined])
    expect((await refused(admin.api.buildings.list({ query: { sort: 'passwordHash' } }))).status).toBe(400)
  })

  it('a scope of buildings, or of groups, lists those with its screens', async () => {
    const admin = await server().organization()
    const boss = await server().signIn()
    const { organizationId } = admin
    await boss.api.licences.create({ body: { number: 'PLACES', devicesCount: 10, organizationId } })
    const storyboardId = (await makeStoryboard(admin, { approve: true })).id
    const [mine, theirs] = [
      await makePlace(server(), admin, { name: 'Mine', storyboardId }),
      await makePlace(server(), admin, { name: 'Theirs', storyboardId }),
    ]
    await screenIn(admin, { group: theirs.group, floor: mine.floor }, 'Of another group')
    const { buildings: all } = await admin.api.buildings.list()
    const listed = async (places: { buildings: string[]; floors: string[]; groups: string[] }) => {
      const person = await personWithRows(admin, [
        row({ buildings: 'write', devices: 'write' }, { places, folders: null }),
      ])
      return (await person.api.buildings.list()).buildings
    }
    const whole = await listed({ buildings: [mine.building], floors: [], groups: [] })
    expect(whole).toEqual(all.filter(({ id }) => id === mine.building))
    expect(whole[0]?.devicesCount).toBe(2)
    const byGroup = await listed({ buildings: [], floors: [], groups: [mine.group] })
    expect(byGroup.map(({ id, devicesCount }) => [id, devicesCount])).toEqual([[mine.building, 1]])
    const both = await listed({ buildings: [theirs.building], floors: [], groups: [mine.group] })
    expect(both.map(({ devicesCount }) => devicesCount).toSorted()).toEqual([1, 1])
  })
})
