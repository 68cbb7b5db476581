import { expect, test } from 'vitest'
import { makeGroup } from '#test/content.ts'
import { useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

const server = useServer()

test('screens are filtered by building, floor, and group, and never those of others', async () => {
  const admin = await server().organization()
  await (await server().signIn()).api.licences.create({
    body: { number: 'L 3', organizationId: admin.organizationId, devicesCount: 3, expiresAt: null },
  })
  const floors = [{ name: 'Ground' }, { name: 'Roof' }]
  const { building } = await admin.api.buildings.create({
    body: { name: 'Tower', location: 'Cairo', floors },
  })
  const group = await makeGroup(admin, null)
  const [ground, roof] = building.floors.map(({ id }) => id)
  const place = async (name: string, floorId?: string, deviceGroupId?: string) => {
    const { deviceId } = await TestScreen.claim(server(), admin, { name })
    await admin.api.devices.update({ params: { id: deviceId }, body: { name, floorId, deviceGroupId } })
  }
  await place('Lobby', ground, group.id)
  await place('Bar', roof)
  await place('Truck', undefined, group.id)
  const names = async (query: object, caller = admin) => {
    const { devices, total } = await caller.api.devices.list({ query: { page: 1, ...query } })
    expect(total).toBe(devices.length)
    return devices.map(({ name }) => name)
  }
  expect(await names({ buildingId: building.id })).toEqual(['Bar', 'Lobby'])
  expect(await names({ floorId: roof })).toEqual(['Bar'])
  expect(await names({ deviceGroupId: group.id })).toEqual(['Lobby', 'Truck'])
  expect(await names({ deviceGroupId: 'none' })).toEqual(['Bar'])
  expect(await names({ deviceGroupId: group.id, buildingId: building.id, search: 'lob' })).toEqual(['Lobby'])
  const other = await server().organization()
  for (const query of [{ buildingId: building.id }, { floorId: roof }, { deviceGroupId: group.id }])
    expect(await names(query, other)).toEqual([])
})
