import { describe, expect, it } from 'vitest'
import { page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { FACTS } from '#test/screen.ts'
import { uploadOne } from '#test/uploads.ts'

describe('floors', () => {
  const server = useServer()

  const building = async (admin: Caller, name: string) => {
    const body = { name, location: 'Here', floors: [{ name: 'Ground' }, { name: 'First' }] }
    return (await admin.api.buildings.create({ body })).building
  }
  const screen = async (admin: Caller, name: string) => {
    const { code } = await server()
      .as()
      .api.player.startPairing({ body: { screen: FACTS } })
    return (await admin.api.devices.claim({ body: { code, name } })).device
  }
  const drawn = async (caller: Caller, query?: { organizationId?: string }) =>
    (await caller.api.floors.list({ query })).buildings.map(({ name, floors }) => [
      name,
      floors.map((floor) => [floor.name, floor.devices.map((device) => device.name)]),
    ])

  it('lists buildings by name, floors in order and the screens on each', async () => {
    const admin = await server().organization()
    const west = await building(admin, 'West')
    await building(admin, 'East')
    const lobby = await screen(admin, 'Lobby')
    const first = west.floors[1]?.id
    await admin.api.devices.update({ params: { id: lobby.id }, body: { name: 'Lobby', floorId: first } })
    expect(await drawn(admin)).toEqual([
      [
        'East',
        [
          ['Ground', []],
          ['First', []],
        ],
      ],
      [
        'West',
        [
          ['Ground', []],
          ['First', ['Lobby']],
        ],
      ],
    ])
    const { buildings } = await admin.api.floors.list()
    const device = await admin.api.devices.get({ params: { id: lobby.id } })
    expect(buildings[1]?.floors[1]?.devices[0]).toMatchObject({
      id: lobby.id,
      connection: device.device.connection,
      content: device.device.content,
    })

    await admin.api.devices.update({ params: { id: lobby.id }, body: { name: 'Lobby', floorId: null } })
    expect((await drawn(admin))[1]).toEqual([
      'West',
      [
        ['Ground', []],
        ['First', []],
      ],
    ])
  })

  it('shows each organization its own, and the super admin the requested ones', async () => {
    const admin = await server().organization()
    const other = await server().organization()
    await building(admin, 'Ours')
    expect(await drawn(other)).toEqual([])
    const superAdmin = await server().signIn()
    expect(await drawn(superAdmin, { organizationId: other.organizationId })).toEqual([])
    expect((await drawn(superAdmin, { organizationId: admin.organizationId })).length).toBe(1)
  })

  describe('a plan', () => {
    const groundOf = async (admin: Caller, name = 'House') => {
      const { id, version, floors } = await building(admin, name)
      return { id: floors[0]?.id ?? '', other: floors[1]?.id ?? '', building: { id, version } }
    }
    const placeOf = async (admin: Caller, floorId: string, deviceId: string) => {
      const { buildings } = await admin.api.floors.list()
      const floor = buildings.flatMap(({ floors }) => floors).find(({ id }) => id === floorId)
      return floor?.devices.find(({ id }) => id === deviceId)?.place
    }
    const place = { x: 250, y: 1000, facing: 90 }

    it('is an image of the media library with its URL and size', async () => {
      const admin = await server().organization()
      const { id } = await groundOf(admin)
      const picture = await uploadOne(admin, 'ground.png')
      const { floor } = await admin.api.floors.plan({ params: { id }, body: { mediaId: picture.id } })
      expect(floor.plan).toMatchObject({ mediaId: picture.id, url: picture.url, width: picture.width })
      const { buildings } = await admin.api.floors.list()
      expect(buildings[0]?.floors[0]?.plan).toEqual(floor.plan)
      const none = await admin.api.floors.plan({ params: { id }, body: { mediaId: null } })
      expect(none.floor.plan).toBeNull()
    })

    it('is not a card, and not an image of another organization', async () => {
      const admin = await server().organization()
      const { id } = await groundOf(admin)
      await admin.api.cards.create({ body: { ...page(), name: 'Menu' } })
      const { media } = (await admin.api.media.list({ query: { isCard: '1' } })).media
      const foreign = await uploadOne(await server().organization(), 'theirs.png')
      for (const mediaId of [media[0]?.id ?? '', foreign.id, 'nowhere']) {
        const { body } = await refused(admin.api.floors.plan({ params: { id }, body: { mediaId } }))
        expect(Object.keys(body.errors ?? {})).toEqual(['mediaId'])
      }
      expect((await admin.api.floors.list()).buildings[0]?.floors[0]?.plan).toBeNull()
    })

    it('protects its image from deletion until the floor has another plan or is deleted', async () => {
      const admin = await server().organization()
      const { id, other, building } = await groundOf(admin)
      const pictures = [await uploadOne(admin, 'a.png'), await uploadOne(admin, 'b.png')]
      const remove = (n: number) => admin.api.media.remove({ params: { id: pictures[n]?.id ?? '' } })
      await admin.api.floors.plan({ params: { id }, body: { mediaId: pictures[0]?.id ?? '' } })
      expect((await refused(remove(0))).body.usedIn).toEqual([{ kind: 'floor', id, name: 'House · Ground' }])
      await admin.api.floors.plan({ params: { id }, body: { mediaId: pictures[1]?.id ?? '' } })
      await remove(0)
      expect((await refused(remove(1))).errKey).toBe('USED_IN_CARD')
      const body = { name: 'House', location: 'Here', floors: [{ id: other, name: 'First' }] }
      await admin.api.buildings.update({ params: { id: building.id }, body })
      await remove(1)
    })

    it('frees its image when its building is deleted', async () => {
      const admin = await server().organization()
      const { id, building } = await groundOf(admin)
      const picture = await uploadOne(admin, 'a.png')
      await admin.api.floors.plan({ params: { id }, body: { mediaId: picture.id } })
      await admin.api.buildings.remove({ params: { id: building.id } })
      await admin.api.media.remove({ params: { id: picture.id } })
    })

    it('is kept with its places when the building is saved', async () => {
      const admin = await server().organization()
      const { id, other, building } = await groundOf(admin)
      const picture = await uploadOne(admin, 'a.png')
      const lobby = await screen(admin, 'Lobby')
      await admin.api.floors.plan({ params: { id }, body: { mediaId: picture.id } })
      await admin.api.floors.place({ params: { id }, body: { deviceId: lobby.id, place } })
      const floors = [
        { id: other, name: 'First' },
        { id, name: 'Lower ground' },
      ]
      await admin.api.buildings.update({
        params: { id: building.id },
        body: { name: 'House', location: 'Here', floors },
      })
      const { buildings } = await admin.api.floors.list()
      expect(buildings[0]?.floors[1]).toMatchObject({ name: 'Lower ground', planId: picture.id })
      expect(await placeOf(admin, id, lobby.id)).toEqual(place)
    })

    it('placing a screen moves it to the floor; on another floor it has no place, and back here the old one', async () => {
      const admin = await server().organization()
      const { id, other } = await groundOf(admin)
      const lobby = await screen(admin, 'Lobby')
      const params = { id: lobby.id }
      const { floor } = await admin.api.floors.place({ params: { id }, body: { deviceId: lobby.id, place } })
      expect(floor.devices).toMatchObject([{ id: lobby.id, place }])
      expect((await admin.api.devices.get({ params })).device.floorId).toBe(id)
      await admin.api.devices.update({ params, body: { name: 'Lobby', floorId: other } })
      expect(await placeOf(admin, other, lobby.id)).toBeNull()
      await admin.api.devices.update({ params, body: { name: 'Lobby', floorId: id } })
      expect(await placeOf(admin, id, lobby.id)).toEqual(place)
    })

    it('a screen is moved, and removed from the plan but not from the floor', async () => {
      const admin = await server().organization()
      const { id } = await groundOf(admin)
      const lobby = await screen(admin, 'Lobby')
      const put = (to: typeof place | null) =>
        admin.api.floors.place({ params: { id }, body: { deviceId: lobby.id, place: to } })
      await put(place)
      const { version } = (await admin.api.devices.get({ params: { id: lobby.id } })).device
      await put({ x: 0, y: 0, facing: 359 })
      expect(await placeOf(admin, id, lobby.id)).toEqual({ x: 0, y: 0, facing: 359 })
      await put(null)
      expect(await placeOf(admin, id, lobby.id)).toBeNull()
      // A form that was opened before can still be saved.
      expect((await admin.api.devices.get({ params: { id: lobby.id } })).device.version).toBe(version)
      for (const bad of [
        { ...place, x: 1001 },
        { ...place, y: -1 },
        { ...place, facing: 360 },
      ])
        expect((await refused(put(bad))).status).toBe(400)
    })

    it('disconnecting a screen removes it from the plan', async () => {
      const admin = await server().organization()
      const { id } = await groundOf(admin)
      const lobby = await screen(admin, 'Lobby')
      await admin.api.floors.place({ params: { id }, body: { deviceId: lobby.id, place } })
      await admin.api.devices.remove({ params: { id: lobby.id } })
      const { database } = server().services
      const left = await database.selectFrom('floor_places').select('id').where('id', '=', lobby.id).execute()
      expect(left).toEqual([])
    })
  })
})
