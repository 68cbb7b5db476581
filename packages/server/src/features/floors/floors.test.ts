import { describe, expect, it } from 'vitest'
import { type Caller, useServer } from '#test/harness.ts'
import { FACTS } from '#test/screen.ts'

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

  it('shows each organization its own, and the super admin the one that is named', async () => {
    const admin = await server().organization()
    const other = await server().organization()
    await building(admin, 'Ours')
    expect(await drawn(other)).toEqual([])
    const superAdmin = await server().signIn()
    expect(await drawn(superAdmin, { organizationId: other.organizationId })).toEqual([])
    expect((await drawn(superAdmin, { organizationId: admin.organizationId })).length).toBe(1)
  })
})
