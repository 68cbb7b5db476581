import type { RoleLevels } from '@vitrine/contract/role-levels'
import { isoTime } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { type Caller, serverOf } from './harness.ts'

const NOTHING: RoleLevels = {
  ...{ buildings: 'none', devices: 'none', 'device-groups': 'none', media: 'none', cards: 'none' },
  ...{ layouts: 'none', storyboards: 'none', 'approve-storyboards': 'none' },
}

/** The levels of a custom role; none for other areas. */
export const levels = (chosen: Partial<RoleLevels>): RoleLevels => ({ ...NOTHING, ...chosen })

/** A custom role that allows nothing. */
export const makeRole = async ({ api }: Caller, name: string): Promise<string> =>
  (await api.roles.create({ body: { name, levels: levels({}) } })).role.id

let made = 0

/** A logged-in person with a new custom role. */
export async function personWith(
  admin: Caller & { organizationId: string },
  chosen: Partial<RoleLevels>,
  scope: object | null = null,
): Promise<Caller & { id: string; roleId: string }> {
  const server = serverOf(admin)
  const { database, clock } = server.services
  const now = isoTime(clock.now())
  const roleId = newId()
  const { organizationId } = admin
  const name = `Custom ${++made}`
  await database
    .insertInto('custom_roles')
    .values({
      ...{ id: roleId, organizationId, name, nameKey: name.toLowerCase(), version: 1 },
      ...{ levels: JSON.stringify(levels(chosen)), scope: scope && JSON.stringify(scope) },
      ...{ createdAt: now, updatedAt: now },
    })
    .execute()
  const caller = await server.user(admin)
  const { id } = (await caller.api.auth.profile()).profile
  await database.updateTable('users').set({ roleId }).where('id', '=', id).execute()
  return { ...caller, id, roleId }
}
