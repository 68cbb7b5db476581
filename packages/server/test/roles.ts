import type { RoleLevels, RoleRow } from '@vitrine/contract/role-levels'
import { isoTime } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { type Caller, serverOf } from './harness.ts'

const NOTHING: RoleLevels = {
  ...{ buildings: 'none', devices: 'none', 'device-groups': 'none', media: 'none', cards: 'none' },
  ...{
    layouts: 'none',
    storyboards: 'none',
    'approve-storyboards': 'none',
    takeovers: 'none',
    'local-content': 'none',
  },
}

/** The levels of a custom role; none for other areas. */
export const levels = (chosen: Partial<RoleLevels>): RoleLevels => ({ ...NOTHING, ...chosen })

/** A custom role that allows nothing. */
export const makeRole = async ({ api }: Caller, name: string): Promise<string> =>
  (await api.roles.create({ body: { name, rows: [{ levels: levels({}) }] } })).role.id

let made = 0

type Admin = Caller & { organizationId: string }
type Person = Caller & { id: string; roleId: string }

/** A row of a custom role. */
export const row = (chosen: Partial<RoleLevels>, scope: object | null = null): RoleRow => ({
  levels: levels(chosen),
  scope: scope as RoleRow['scope'],
})

/** A logged-in person with a new custom role of one row. */
export const personWith = (
  admin: Admin,
  chosen: Partial<RoleLevels>,
  scope: object | null = null,
): Promise<Person> => personWithRows(admin, [row(chosen, scope)])

/** A logged-in person with a new custom role. */
export async function personWithRows(admin: Admin, rows: readonly RoleRow[]): Promise<Person> {
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
      ...{ rows: JSON.stringify(rows), createdAt: now, updatedAt: now },
    })
    .execute()
  const caller = await server.user(admin)
  const { id } = (await caller.api.auth.profile()).profile
  await database.updateTable('users').set({ roleId }).where('id', '=', id).execute()
  return { ...caller, id, roleId }
}
