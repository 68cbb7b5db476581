// What someone may see and change, and who may change a screen: the functions that decide each call, asked ahead.
import {
  ACCESS_NAMED,
  type Access,
  type Holder,
  PLACED_KINDS,
  type PlacedKind,
  type ScreenAccess,
  SHOWN_AREAS,
} from '@vitrine/contract/api/accounts/access'
import type { CustomRole } from '@vitrine/contract/api/accounts/roles'
import { Role } from '@vitrine/contract/api/accounts/users'
import {
  type Actor,
  can,
  isLimited,
  isWithin,
  limitsOf,
  mayCall,
  type Permission,
  ROLES,
  reachOf,
} from '@vitrine/contract/permissions'
import { rightsOfLevels } from '@vitrine/contract/role-levels'
import { rightsOfKeys } from '#accounts/api-keys/queries.ts'
import { personName } from '#accounts/authors/queries.ts'
import { actorOf, RIGHTS } from '#accounts/rights/queries.ts'
import type { Db } from '#db/schema.ts'
import { asReached } from '#db/scoped.ts'
import { notFound } from '#lib/errors.ts'

interface Whose {
  id: string
  name: string
  customRole: Holder['customRole']
  actor: Actor
}

/** What a person with a custom role, and no scope besides, may do. */
export function actorOfRole({ levels, scope }: CustomRole): Actor {
  const rights = { role: ROLES.user, ...rightsOfLevels(levels) }
  return { ...rights, kiosk: false, limits: limitsOf(rights, scope) }
}

const TABLES = {
  devices: { table: 'devices', area: 'devices' },
  'device-groups': { table: 'device_groups', area: 'device-groups' },
  buildings: { table: 'buildings', area: 'buildings' },
  floors: { table: 'floors', area: 'buildings' },
} as const satisfies Record<PlacedKind, { table: string; area: Permission }>

/** `db` is bound to the organization, and reaches what the caller does. */
export async function accessOf(db: Db, { id, name, customRole, actor }: Whose): Promise<Access> {
  const things: Access['things'] = []
  for (const kind of PLACED_KINDS) {
    const { table, area } = TABLES[kind]
    const seen = can(actor, 'read', area) && asReached(db, reachOf(actor, { read: area }), 'found')
    const changed = can(actor, 'write', area) && asReached(db, reachOf(actor, { write: area }), 'changed')
    things.push({
      kind,
      seen: await firstOf(seen, table),
      changed: await firstOf(changed, table),
    })
  }
  const levelOf = (area: (typeof SHOWN_AREAS)[number]) =>
    (['write', 'read'] as const).find((level) => can(actor, level, area)) ?? 'none'
  return {
    ...{ id, name, role: actor.role, customRole, isLimited: isLimited(actor), things },
    areas: SHOWN_AREAS.map((area) => ({ area, level: levelOf(area) })),
  }
}

/** The first rows by name, and how many there are. */
async function firstOf(db: Db | false, table: (typeof TABLES)[PlacedKind]['table']) {
  if (!db) return { total: 0, first: [] }
  // The columns that these tables share.
  const rows = db.selectFrom(table as 'devices')
  const { count } = await rows.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const first = await rows.select(['id', 'name']).orderBy('name').orderBy('id').limit(ACCESS_NAMED).execute()
  return { total: Number(count), first }
}

const selectPeople = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('custom_roles', 'custom_roles.id', 'users.roleId')
    .select(['users.id', 'firstName', 'lastName', 'email', 'users.organizationId', 'users.roleId'])
    .select(['custom_roles.name as roleName', ...RIGHTS])

type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>

const customRoleOf = ({ roleId, roleName }: Pick<PersonRow, 'roleId' | 'roleName'>) =>
  roleId === null ? null : { id: roleId, name: roleName ?? '' }

export async function getPerson(db: Db, id: string): Promise<Whose & { organizationId: string }> {
  const row = await selectPeople(db).where('users.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('User not found')
  const { organizationId } = row
  return { id, organizationId, name: personName(row), customRole: customRoleOf(row), actor: actorOf(row) }
}

/** Throws NOT_FOUND, also for a key that has ended. */
export async function getKeyHolder(db: Db, id: string, now: number) {
  const row = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'organizationId'])
    .where('id', '=', id)
    .executeTakeFirst()
  const rights = row && (await rightsOfKeys(db, [row], now)).get(id)
  if (!row || !rights) throw notFound('API key not found')
  return { ...row, customRole: null, actor: { ...rights, kiosk: false } }
}

/** The rows read at a time. */
const AT_ONCE = 500
/** Of a list of holders; the order of those that are left out doesn't matter. */
interface Found {
  total: number
  first: Holder[]
}

/** `db` is bound to the organization. */
export async function whoMayChange(db: Db, deviceId: string, now: number): Promise<ScreenAccess> {
  const device = await db
    .selectFrom('devices')
    .leftJoin('floors', 'floors.id', 'devices.floorId')
    .select(['devices.id', 'devices.name', 'devices.floorId', 'deviceGroupId', 'buildingId'])
    .where('devices.id', '=', deviceId)
    .executeTakeFirst()
  if (!device) throw notFound('Screen not found')
  const who = { write: 'devices' } as const
  const may = (actor: Actor) => mayCall(actor, { who }) && isWithin(reachOf(actor, who), device)
  const { id, name } = device
  return { device: { id, name }, people: await people(db, may), keys: await keys(db, may, now) }
}

async function people(db: Db, may: (actor: Actor) => boolean): Promise<Found> {
  const found: Found = { total: 0, first: [] }
  for (let offset = 0; ; offset += AT_ONCE) {
    const rows = await selectPeople(db)
      // Others can't: regular users without the permission or a custom role.
      .where(({ or, eb }) =>
        or([
          eb('users.role', '!=', ROLES.user),
          eb('users.roleId', 'is not', null),
          eb('users.permissions', 'like', '%"devices"%'),
        ]),
      )
      .orderBy('users.nameOrder')
      .orderBy('users.id')
      .offset(offset)
      .limit(AT_ONCE)
      .execute()
    for (const row of rows) {
      const actor = actorOf(row)
      if (may(actor)) add(found, { id: row.id, name: personName(row), customRole: customRoleOf(row), actor })
    }
    if (rows.length < AT_ONCE) return found
  }
}

async function keys(db: Db, may: (actor: Actor) => boolean, now: number): Promise<Found> {
  const found: Found = { total: 0, first: [] }
  const rows = await db.selectFrom('api_keys').select(['id', 'name']).orderBy('name').orderBy('id').execute()
  const rights = await rightsOfKeys(db, rows, now)
  for (const { id, name } of rows) {
    const actor = rights.get(id)
    if (actor && may({ ...actor, kiosk: false }))
      add(found, { id, name, customRole: null, actor: { ...actor, kiosk: false } })
  }
  return found
}

function add(found: Found, { id, name, customRole, actor }: Whose): void {
  found.total++
  if (found.first.length >= ACCESS_NAMED) return
  found.first.push({ id, name, customRole, role: Role.parse(actor.role), isLimited: isLimited(actor) })
}
