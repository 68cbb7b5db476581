import type { ListQuery } from '@vitrine/contract/entity'
import type { Organization } from '@vitrine/contract/organizations'
import { ROLES } from '@vitrine/contract/permissions'
import { anyOf, lockRow } from '#db/database.ts'
import { type Db, flag, type OrganizationsTable, type TableName } from '#db/schema.ts'
import { listRows } from '#features/list.ts'
import { inUse, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { searchKey } from '#lib/search-key.ts'

export async function listOrganizations(
  db: Db,
  query: ListQuery,
): Promise<{ organizations: Organization[]; total?: number }> {
  const select = db.selectFrom('organizations').selectAll('organizations')
  const { rows, total } = await listRows(select, 'organizations', query, {
    search: ['nameKey'],
    sort: { name: 'nameKey', createdAt: 'createdAt' },
  })
  return { organizations: await withPeople(db, rows), total }
}

export async function getOrganization(db: Db, id: string): Promise<Organization> {
  const row = await db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()
  const [organization] = row ? await withPeople(db, [row]) : []
  if (!organization) throw notFound('There is no such organization')
  return organization
}

export async function isHomeOrganization(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('organizations').select('isHome').where('id', '=', id).executeTakeFirst()
  return row?.isHome === 1
}

export async function insertOrganization(
  db: Db,
  name: string,
  isHome: boolean,
  now: string,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('organizations')
    .values({
      id,
      name,
      nameKey: searchKey(name),
      isHome: flag(isHome),
      unconfirmed: 0,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  return id
}

/** `wanted`, or with a number behind it where that is taken: who registers is not told which organizations exist. */
export async function freeOrganizationName(db: Db, wanted: string): Promise<string> {
  const stem = wanted.slice(0, 90).trim()
  // One at a time, or two of one name would both find it free.
  const home = await db
    .selectFrom('organizations')
    .select('id')
    .where('isHome', '=', 1)
    .executeTakeFirstOrThrow()
  await lockRow(db, 'organizations', home.id)
  for (let n = 1; ; n++) {
    const name = n === 1 ? stem : `${stem} ${n}`
    const taken = await db
      .selectFrom('organizations')
      .select('id')
      .where('nameKey', '=', searchKey(name))
      .executeTakeFirst()
    if (!taken) return name
  }
}

export async function renameOrganization(db: Db, id: string, name: string, now: string): Promise<void> {
  await db
    .updateTable('organizations')
    .set({ name, nameKey: searchKey(name), updatedAt: now })
    .where('id', '=', id)
    .execute()
}

/** What must be gone before an organization is: everything but its first admin. */
const CONTENT: readonly TableName[] = [
  'buildings',
  'devices',
  'device_groups',
  'licences',
  'pages',
  'storyboards',
]

export async function deleteOrganization(db: Db, organization: Organization): Promise<void> {
  const { id } = organization
  await lockRow(db, 'organizations', id)
  if (organization.isHome) throw inUse('ORGANIZATION_IN_USE', 'The home organization stays')
  const people = await db.selectFrom('users').select('id').where('organizationId', '=', id).limit(2).execute()
  if (people.length > 1) throw inUse('ORGANIZATION_IN_USE', 'This organization still has users')
  for (const table of CONTENT) {
    const row = await db
      .selectFrom(table)
      .select('id')
      .where('organizationId', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (row) throw inUse('ORGANIZATION_IN_USE', 'This organization still has content')
  }
  await db.deleteFrom('users').where('organizationId', '=', id).execute()
  await db.deleteFrom('organizations').where('id', '=', id).execute()
}

async function withPeople(db: Db, rows: OrganizationsTable[]): Promise<Organization[]> {
  const ids = anyOf(db, rows)
  const count = (table: 'users' | 'devices') =>
    db
      .selectFrom(table)
      .select(({ fn }) => ['organizationId', fn.countAll<number>().as('count')])
      .where('organizationId', 'in', ids)
      .groupBy('organizationId')
      .execute()
  const users = new Map((await count('users')).map((row) => [row.organizationId, row.count]))
  const devices = new Map((await count('devices')).map((row) => [row.organizationId, row.count]))
  const admins = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email', 'organizationId'])
    .where('organizationId', 'in', ids)
    .where('role', 'in', [ROLES.admin, ROLES.superAdmin])
    .orderBy('id', 'desc')
    .execute()
  // The oldest account comes last and wins.
  const first = new Map(admins.map(({ organizationId, ...admin }) => [organizationId, admin]))
  return rows.map((row) => ({
    ...row,
    isHome: row.isHome === 1,
    admin: first.get(row.id) ?? null,
    usersCount: users.get(row.id) ?? 0,
    devicesCount: devices.get(row.id) ?? 0,
  }))
}
