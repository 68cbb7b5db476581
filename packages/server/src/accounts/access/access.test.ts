import { ROLE_AREAS, ROLES } from '@vitrine/contract/permissions'
import { expect, it } from 'vitest'
import { makeGroup } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'
import { personWith } from '#test/roles.ts'
import { TestScreen } from '#test/screen.ts'

const server = useServer()

const ALL = Object.fromEntries(ROLE_AREAS.map((area) => [area, 'write'] as const))

async function scene() {
  const admin = await server().organization()
  const { organizationId } = admin
  const seats = { number: `L-${organizationId}`, devicesCount: 9, organizationId }
  await (await server().signIn()).api.licences.create({ body: seats })
  const [inside, outside] = [await makeGroup(admin), await makeGroup(admin)]
  const lobby = await TestScreen.claim(server(), admin, { name: 'Lobby', deviceGroupId: inside.id })
  const hall = await TestScreen.claim(server(), admin, { name: 'Hall', deviceGroupId: outside.id })
  const scope = { places: { buildings: [], floors: [], groups: [inside.id] } }
  return { admin, inside, outside, lobby, hall, scope }
}

const names = ({ first }: { first: { name: string }[] }) => first.map(({ name }) => name).sort()

it('says what someone sees and changes, as their calls do', async () => {
  const { admin, inside, lobby, scope } = await scene()
  const person = await personWith(admin, { ...ALL, 'device-groups': 'read' }, scope)
  const params = { id: person.id }
  const { access } = await admin.api.access.person({ params })
  expect(access).toMatchObject({ role: ROLES.user, isLimited: true, customRole: { id: person.roleId } })
  const of = (kind: string) => access.things.find((each) => each.kind === kind)
  expect(of('devices')).toEqual({
    kind: 'devices',
    seen: { total: 1, first: [{ id: lobby.deviceId, name: 'Lobby' }] },
    changed: { total: 1, first: [{ id: lobby.deviceId, name: 'Lobby' }] },
  })
  expect(of('device-groups')).toMatchObject({
    seen: { total: 1, first: [{ id: inside.id }] },
    changed: { total: 0 },
  })
  const level = (area: string) => access.areas.find((each) => each.area === area)?.level
  expect(['devices', 'device-groups', 'takeovers', 'users', 'audit'].map(level)).toEqual([
    ...['write', 'read', 'write', 'read', 'none'],
  ])
  // They ask about themselves only.
  expect((await person.api.access.person({ params })).access).toEqual(access)
  const other = await server().user(admin)
  expect((await refused(other.api.access.person({ params }))).status).toBe(404)
  expect((await refused((await server().organization()).api.access.person({ params }))).status).toBe(404)
  const role = await admin.api.access.role({ params: { id: person.roleId } })
  expect(role.access).toMatchObject({ things: access.things, areas: access.areas })
})

it('says what a key may do, no more than its maker', async () => {
  const { admin, scope } = await scene()
  const { key } = await admin.api.apiKeys.create({ body: { name: 'Signs', role: ROLES.admin, scope } })
  const params = { id: key.id }
  const { access } = await admin.api.access.key({ params })
  expect(access.things[0]?.changed.total).toBe(1)
  await admin.api.apiKeys.revoke({ params })
  expect((await refused(admin.api.access.key({ params }))).status).toBe(404)
})

it('says who may change a screen, and by which role', async () => {
  const { admin, lobby, hall, scope } = await scene()
  const manager = await personWith(admin, ALL, scope)
  await personWith(admin, { ...ALL, devices: 'read' })
  const plain = await server().user(admin, ['devices'])
  await server().user(admin, ['media', 'device-groups'])
  await admin.api.apiKeys.create({ body: { name: 'Signs', permissions: ['devices'], scope } })
  await admin.api.apiKeys.create({ body: { name: 'Files', permissions: ['media'] } })
  const ask = async (id: string) => (await admin.api.access.device({ params: { id } })).access
  const [here, there] = [await ask(lobby.deviceId), await ask(hall.deviceId)]
  const idOf = async ({ api }: typeof admin | typeof plain) => (await api.auth.profile()).profile.id
  const people = [await idOf(admin), await idOf(plain)]
  expect(here.people.first.map(({ id }) => id).sort()).toEqual([...people, manager.id].sort())
  expect(here.people.first.find(({ id }) => id === manager.id)).toMatchObject({
    ...{ isLimited: true, customRole: { id: manager.roleId } },
  })
  expect(names(here.keys)).toEqual(['Signs'])
  expect(there.people.first.map(({ id }) => id).sort()).toEqual(people.sort())
  expect(names(there.keys)).toEqual([])
  // It is what their calls do.
  const update = { params: { id: hall.deviceId }, body: { name: 'Hall' } }
  expect((await refused(manager.api.devices.update(update))).status).toBe(404)
  expect((await refused(manager.api.access.device({ params: update.params }))).status).toBe(403)
})
