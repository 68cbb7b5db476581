import {
  CUSTOM_ROLES_MAX,
  type CustomRole,
  ROLE_PEOPLE_NAMED,
  type RoleCreate,
  type RoleRow,
  type RoleUpdate,
} from '@vitrine/contract/api/accounts/roles'
import type { UsedBy } from '@vitrine/contract/errors'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import type { Selectable } from 'kysely'
import { personName } from '#accounts/authors/queries.ts'
import { rowsColumn, rowsOfRole } from '#accounts/rights/queries.ts'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { CustomRolesTable } from '#db/tables/accounts.ts'
import { writeVersion } from '#db/versions.ts'
import { inUse, invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { groupsOf, leadsTo } from './provider-groups.ts'

/** People whose role a deletion changes. Each of them gets an entry in the audit log. */
const REPLACED_MAX = 500

type Row = Selectable<CustomRolesTable>

/** By name. `db` is bound to the organization. */
export async function listRoles(db: Db): Promise<CustomRole[]> {
  const rows = await db.selectFrom('custom_roles').selectAll().orderBy('nameKey').execute()
  return withUses(db, rows)
}

export async function getRole(db: Db, id: string): Promise<CustomRole> {
  const row = await db.selectFrom('custom_roles').selectAll().where('id', '=', id).executeTakeFirst()
  const [role] = row ? await withUses(db, [row]) : []
  if (!role) throw notFound('Role not found')
  return role
}

/** Adds how many people have each role, and the provider's groups that lead to it. */
async function withUses(db: Db, rows: readonly Row[]): Promise<CustomRole[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const counts = await db
    .selectFrom('users')
    .select(({ fn }) => ['roleId', fn.countAll<number>().as('count')])
    .where('roleId', 'in', ids)
    .groupBy('roleId')
    .execute()
  const people = new Map(counts.map(({ roleId, count }) => [roleId, Number(count)]))
  const groups = await groupsOf(
    db,
    rows.map(({ organizationId }) => organizationId),
  )
  return rows.map(({ nameKey: _, ...row }) => ({
    ...row,
    rows: rowsOfRole(row.rows),
    people: people.get(row.id) ?? 0,
    groups: groups.filter(({ roleId }) => roleId === row.id).map(({ group }) => group),
  }))
}

/** The first people with a role, by name. */
export async function peopleOf(
  db: Db,
  roleId: string,
  most = ROLE_PEOPLE_NAMED,
): Promise<{ id: string; name: string }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email'])
    .where('roleId', '=', roleId)
    .orderBy('nameOrder')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map((row) => ({ id: row.id, name: personName(row) }))
}

/** `db` is bound to the organization. Throws INVALID for a name in use, unknown places, and one role too many. */
export async function insertRole(
  db: Db,
  organizationId: string,
  { name, rows }: RoleCreate,
  now: string,
): Promise<string> {
  // One at a time, or two concurrent calls would both find room.
  await lockRow(db, 'organizations', organizationId)
  const { count } = await db
    .selectFrom('custom_roles')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= CUSTOM_ROLES_MAX)
    throw invalid({ name: `An organization can have up to ${CUSTOM_ROLES_MAX} roles. Delete one first` })
  const id = newId()
  const columns = await columnsOf(db, { name, rows })
  await refuseTakenName(db, columns.nameKey)
  await db
    .insertInto('custom_roles')
    .values({ id, organizationId, ...columns, version: 1, createdAt: now, updatedAt: now })
    .execute()
  return id
}

/** `db` is bound to the organization. Throws CONFLICT, and INVALID for a name in use and unknown places. */
export async function updateRole(
  db: Db,
  before: CustomRole,
  { version, ...input }: RoleUpdate,
  now: string,
): Promise<void> {
  await lockRow(db, 'organizations', before.organizationId)
  const columns = await columnsOf(db, input, before.rows)
  await refuseTakenName(db, columns.nameKey, before.id)
  await writeVersion(db, 'custom_roles', { id: before.id, seen: version, now }, columns)
}

/** Throws INVALID if another role has the name. */
async function refuseTakenName(db: Db, nameKey: string, own = ''): Promise<void> {
  const other = await db
    .selectFrom('custom_roles')
    .select('id')
    .where('nameKey', '=', nameKey)
    .where('id', '!=', own)
    .executeTakeFirst()
  if (other) throw invalid({ name: rule('not_exist') })
}

async function columnsOf(
  db: Db,
  { name, rows }: { name: string; rows: readonly RoleRow[] },
  before: readonly RoleRow[] = [],
) {
  return { name, nameKey: searchKey(name), rows: await rowsColumn(db, rows, before) }
}

/** Throws ROLE_IN_USE for one that people have, or that the identity provider leads to. */
export async function refuseRoleDeletion(db: Db, role: CustomRole): Promise<void> {
  const leads = await leadsTo(db, role)
  if (role.people === 0 && !leads) return
  throw inUse(
    'ROLE_IN_USE',
    'People, or groups of the identity provider, have this role. Choose another one for them',
    await usesOf(db, role, leads),
  )
}

async function usesOf(db: Db, { id, organizationId }: CustomRole, leads: boolean): Promise<UsedBy[]> {
  const people = (await peopleOf(db, id, REPLACED_MAX)).map((each) => ({ kind: 'user' as const, ...each }))
  if (!leads) return people
  const { name } = await db
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return [...people, { kind: 'organization', id: organizationId, name }]
}

/** Who gets another role when this one is deleted. Throws ROLE_IN_USE for too many. */
export async function peopleToReplace(db: Db, role: CustomRole): Promise<string[]> {
  if (role.people > REPLACED_MAX)
    throw inUse(
      'ROLE_IN_USE',
      `More than ${REPLACED_MAX} people have this role. Give some of them another one first`,
      await usesOf(db, role, false),
    )
  return (await peopleOf(db, role.id, REPLACED_MAX)).map(({ id }) => id)
}

export async function deleteRole(db: Db, id: string): Promise<void> {
  await db.deleteFrom('custom_roles').where('id', '=', id).execute()
}
