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
import { Role } from '@vitrine/contract/api/accounts/users'
import {
  type Actor,
  can,
  isLimited,
  isWithin,
  mayCall,
  type Permission,
  ROLE_AREAS,
  ROLES,
  reachOf,
  type Scope,
} from '@vitrine/contract/permissions'
import { type RoleRow, rightsOfRows } from '@vitrine/contract/role-levels'
import { rightsOfKeys } from '#accounts/api-keys/queries.ts'
import { personName } from '#accounts/authors/queries.ts'
import { actorOf, idsOf, RIGHTS, rowsOfRole } from '#accounts/rights/queries.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { asReached } from '#db/scoped.ts'
import { notFound } from '#lib/errors.ts'

interface Whose {
  id: string
  name: string
  customRole: Holder['customRole']
  /** Of the custom role. */
  rows: readonly RoleRow[]
  actor: Actor
}

/** What a person with some rows of a custom role, and no scope besides, may do. */
export const actorOfRows = (rows: readonly RoleRow[]): Actor => ({
  ...{ role: ROLES.user, kiosk: false },
  ...rightsOfRows(rows),
})

const TABLES = {
  devices: { table: 'devices', area: 'devices' },
  'device-groups': { table: 'device_groups', area: 'device-groups' },
  buildings: { table: 'buildings', area: 'buildings' },
  floors: { table: 'floors', area: 'buildings' },
} as const satisfies Record<PlacedKind, { table: string; area: Permission }>

/** `db` is bound to the organization, and reaches what the caller does. */
export async function accessOf(db: Db, { id, name, customRole, rows, actor }: Whose): Promise<Access> {
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
  return {
    ...{ id, name, role: actor.role, customRole, isLimited: isLimited(actor), things },
    areas: levelsIn(actor, SHOWN_AREAS),
    rows: await Promise.all(
      rows.map(async (row) => ({
        areas: levelsIn(actorOfRows([row]), ROLE_AREAS),
        where: row.scope && (await namesIn(db, row.scope)),
      })),
    ),
  }
}

const levelsIn = (actor: Actor, areas: readonly (typeof SHOWN_AREAS)[number][]) =>
  areas.map((area) => ({
    area,
    level: (['write', 'read'] as const).find((level) => can(actor, level, area)) ?? ('none' as const),
  }))

/** Chosen places and folders that `db` has. */
async function namesIn(db: Db, scope: Scope): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = []
  for (const [table, ids] of idsOf(scope)) {
    const wanted = ids.map((id) => ({ id }))
    if (wanted.length === 0) continue
    const rows = db.selectFrom(table as 'buildings').select(['id', 'name'])
    found.push(...(await rows.where('id', 'in', anyOf(db, wanted)).orderBy('name').orderBy('id').execute()))
  }
  return found
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

/** Of the custom role that decides; none for an admin. */
const rowsOf = ({ role, roleRows }: Pick<PersonRow, 'role' | 'roleRows'>): RoleRow[] =>
  role === ROLES.user && roleRows !== null ? rowsOfRole(roleRows) : []

export async function getPerson(db: Db, id: string): Promise<Whose & { organizationId: string }> {
  const row = await selectPeople(db).where('users.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('User not found')
  const { organizationId } = row
  const rows = rowsOf(row)
  return {
    id,
    organizationId,
    name: personName(row),
    customRole: customRoleOf(row),
    rows,
    actor: actorOf(row),
  }
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
  return { ...row, customRole: null, rows: [], actor: { ...rights, kiosk: false } }
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
      if (!may(actor)) continue
      const rows = rowsOf(row)
      const holder = { id: row.id, name: personName(row), customRole: customRoleOf(row), rows, actor }
      add(found, holder, (one) => may(actorOfRows([one])))
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
      add(found, { id, name, customRole: null, rows: [], actor: { ...actor, kiosk: false } })
  }
  return found
}

/** `says`: whether a row of the custom role does. */
function add(
  found: Found,
  { id, name, customRole, rows, actor }: Whose,
  says: (row: RoleRow) => boolean = () => false,
): void {
  found.total++
  if (found.first.length >= ACCESS_NAMED) return
  found.first.push({
    ...{ id, name, customRole, role: Role.parse(actor.role), isLimited: isLimited(actor) },
    rows: rows.length > 1 ? rows.flatMap((row, index) => (says(row) ? [index + 1] : [])) : [],
  })
}
