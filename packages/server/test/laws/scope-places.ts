import { PERMISSIONS, ROLE_AREAS, ROLES, type Scope } from '@vitrine/contract/permissions'
import type { Caller, TestServer } from '#test/harness.ts'
import { levels, row } from '#test/roles.ts'
import { FACTS, TestScreen } from '#test/screen.ts'

/** Entities that hang on a place. */
export const PLACED_ENTITIES = [
  ...(['buildings', 'floors', 'devices', 'deviceGroups', 'takeovers'] as const),
  ...(['triggers', 'answers', 'plannedSwitches'] as const),
]
export type Entity = (typeof PLACED_ENTITIES)[number]
export const isPlaced = (entity: string): entity is Entity =>
  (PLACED_ENTITIES as readonly string[]).includes(entity)

/** A building with a floor, and a group with a screen on it; the ids. */
export async function makePlace(
  server: TestServer,
  admin: Caller,
  { name, storyboardId }: { name: string; storyboardId: string },
) {
  const floors = [{ name: `${name} floor` }]
  const { building } = await admin.api.buildings.create({
    body: { name: `${name} house`, location: 'Here', floors },
  })
  const schedule = { timezone: 'Etc/GMT', defaultStoryboardId: storyboardId, slots: [] }
  const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: `${name} group`, schedule } })
  const floor = building.floors[0]?.id ?? ''
  const settings = { name: `${name} screen`, deviceGroupId: deviceGroup.id }
  const { deviceId } = await TestScreen.claim(server, admin, settings)
  await admin.api.devices.update({ params: { id: deviceId }, body: { ...settings, floorId: floor } })
  return { building: building.id, floor, group: deviceGroup.id, device: deviceId }
}

/** Another screen there. */
export async function screenIn(
  admin: Caller,
  { group, floor }: { group: string; floor: string },
  name: string,
): Promise<string> {
  const { code } = await admin.api.player.startPairing({ body: { screen: FACTS } })
  const body = { code, name, deviceGroupId: group, floorId: floor }
  return (await admin.api.devices.claim({ body })).device.id
}

let made = 0

/** People, a key, and a person with a custom role, whose rights hold for a scope, with all permissions. */
export async function limitedCallers(
  server: TestServer,
  admin: Caller,
  scope: Scope,
): Promise<Record<'user' | 'admin' | 'key' | 'role' | 'rows', Caller>> {
  const permissions = PERMISSIONS.filter((each) => each !== 'approve-storyboards')
  const person = async (more: object) => {
    const login = { email: `limited${++made}@org.test`, password: 'password-1' }
    const body = { firstName: 'Lia', lastName: 'Limited', role: ROLES.user, ...more, ...login }
    await admin.api.users.create({ body: body as never })
    return server.signIn(login)
  }
  const key = await admin.api.apiKeys.create({ body: { name: 'Limited', role: ROLES.admin, scope } })
  // Whose role has the scope, not they.
  const all = levels(Object.fromEntries(ROLE_AREAS.map((area) => [area, 'write'] as const)))
  const { role } = await admin.api.roles.create({
    body: { name: 'Branch manager', rows: [{ levels: all, scope }] },
  })
  return {
    user: await person({ permissions, scope }),
    admin: await person({ role: ROLES.admin, scope }),
    key: server.as(key.secret),
    role: await person({ roleId: role.id }),
    rows: await person({ roleId: await roleOfRows(admin, scope) }),
  }
}

/** All permissions in one scope, of which a second row has those of media everywhere: they show no place. */
async function roleOfRows(admin: Caller, scope: Scope): Promise<string> {
  const all = Object.fromEntries(ROLE_AREAS.map((area) => [area, 'write'] as const))
  const rows = [row(all, scope), row({ media: 'write' })]
  return (await admin.api.roles.create({ body: { name: 'Manager and librarian', rows } })).role.id
}
