import type { Brand } from '@vitrine/contract/api/accounts/brand'
import type { Organization, OrganizationUpdate } from '@vitrine/contract/api/accounts/organizations'
import type { Region } from '@vitrine/contract/api/accounts/region'
import type { ListQuery } from '@vitrine/contract/api/base/entity'
import type { UsedBy } from '@vitrine/contract/errors'
import { ROLES } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { type Selectable, sql } from 'kysely'
import { listRows } from '#base/list.ts'
import { saveReferences } from '#base/references/queries.ts'
import { readRegion } from '#base/region.ts'
import { exportedBytes, storageUse } from '#base/storage/queries.ts'
import { anyIn, anyOf, lockRow } from '#db/database.ts'
import { firstFreeName } from '#db/lists/free-name.ts'
import type { Db, TableName } from '#db/schema.ts'
import type { OrganizationsTable } from '#db/tables/accounts.ts'
import { flag } from '#db/tables/column.ts'
import { writeVersion } from '#db/versions.ts'
import { AppError, inUse, invalid, notFound, USES_LISTED_MAX } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

/** As stored; its storage limit also depends on the installation's settings. */
export type StoredOrganization = Omit<Organization, 'storage'> & {
  storageMb: number | null
  storageUsed: number
  /** Of exports, in addition. */
  exportedBytes: number
}

export async function listOrganizations(
  db: Db,
  reader: Db,
  query: ListQuery,
): Promise<{ organizations: StoredOrganization[]; total?: number }> {
  const select = db.selectFrom('organizations').selectAll('organizations')
  const { rows, total } = await listRows(db, select, 'organizations', query, {
    search: ['nameKey', adminOf('nameKey'), adminOf('emailKey')],
    sort: {
      name: 'nameOrder',
      admin: adminOf('nameOrder'),
      email: adminOf('emailKey'),
      users: countOf('users'),
      devices: countOf('devices'),
      createdAt: 'createdAt',
    },
  })
  const totals = await totalsOf(reader, rows)
  return { organizations: rows.map((row) => withTotals(row, totals)), total }
}

/** A column of the organization's first administrator, as `totalsOf` answers it. */
const adminOf = (
  column: 'id' | 'nameKey' | 'nameOrder' | 'emailKey',
) => sql`(select ${sql.ref(`admins.${column}`)} from "users" as admins
  where admins."organizationId" = "organizations"."id" and admins."role" in (${ROLES.admin}, ${ROLES.superAdmin})
  order by admins."id" limit 1)`

const countOf = (table: 'users' | 'devices') =>
  sql`(select count(*) from ${sql.table(table)} where "organizationId" = "organizations"."id")`

export async function getOrganization(db: Db, id: string): Promise<StoredOrganization> {
  return withTotals(await organizationRow(db, id), await totalsOf(db, [{ id }]))
}

/** The same with totals that were read earlier. */
export const organizationWith =
  (totals: Totals, id: string) =>
  async (db: Db): Promise<StoredOrganization> =>
    withTotals(await organizationRow(db, id), totals)

async function organizationRow(db: Db, id: string): Promise<Row> {
  const row = await db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Organization not found')
  return row
}

/** Returns its id without counting storage, people and screens. Throws NOT_FOUND. */
export async function knownOrganization(db: Db, id: string): Promise<string> {
  const row = await db.selectFrom('organizations').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Organization not found')
  return row.id
}

export async function insertOrganization(
  db: Db,
  name: string,
  isHome: boolean,
  now: string,
  id = newId(),
): Promise<string> {
  // With a second organization, a waiting screen on the same network may belong to another one.
  await db.updateTable('pairings').set({ network: null }).where('network', 'is not', null).execute()
  await db
    .insertInto('organizations')
    .values({
      id,
      name,
      nameKey: searchKey(name),
      isHome: flag(isHome),
      unconfirmed: 0,
      version: 1,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  return id
}

/** `wanted`, with a number if it is taken: registration must not reveal which organizations exist. */
export async function freeOrganizationName(db: Db, wanted: string): Promise<string> {
  const stem = wanted.slice(0, 90).trim()
  // One at a time, or two of the same name would both find it free.
  const home = await db
    .selectFrom('organizations')
    .select('id')
    .where('isHome', '=', 1)
    .executeTakeFirstOrThrow()
  await lockRow(db, 'organizations', home.id)
  return firstFreeName(
    (n) => (n === 1 ? stem : `${stem} ${n}`),
    (keys) =>
      db
        .selectFrom('organizations')
        .select('nameKey')
        .where('nameKey', 'in', anyIn(db, JSON.stringify(keys)))
        .execute(),
  )
}

/**
 * Absent fields stay unchanged. Throws CONFLICT, and INVALID for a logo that isn't a media item of this organization.
 */
export async function updateOrganization(
  db: Db,
  id: string,
  {
    name,
    brand,
    branded,
    host,
    region,
    storageMb,
    playDays,
    requiresSecondFactor,
    version,
  }: OrganizationUpdate,
  now: string,
): Promise<void> {
  if (host) await refuseTakenHost(db, id, host)
  if (brand)
    await saveReferences(
      db,
      id,
      { kind: 'organization', id },
      { media: brand.logoId ? [brand.logoId] : [] },
      'brand.logoId',
    )
  await writeVersion(
    db,
    'organizations',
    { id, seen: version, now },
    {
      name,
      nameKey: searchKey(name),
      ...(brand && { primaryColour: brand.primary, accentColour: brand.accent, logoId: brand.logoId }),
      ...(branded !== undefined && { branded: flag(branded) }),
      ...(host !== undefined && { host }),
      ...(region && { region: JSON.stringify(region) }),
      ...(storageMb !== undefined && { storageMb }),
      ...(playDays !== undefined && { playDays }),
      ...(requiresSecondFactor !== undefined && { requiresSecondFactor: flag(requiresSecondFactor) }),
    },
  )
}

/** Throws INVALID for a host name that another organization has. The index refuses two at the same moment. */
async function refuseTakenHost(db: Db, id: string, host: string): Promise<void> {
  const other = await db
    .selectFrom('organizations')
    .select('id')
    .where('host', '=', host)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (other) throw invalid({ host: rule('not_exist') })
}

const brandIn = (
  row: Pick<OrganizationsTable, 'logoId'> & { primaryColour: string; accentColour: string },
): Brand => ({
  primary: row.primaryColour,
  accent: row.accentColour,
  logoId: row.logoId,
})

/** Its brand, whether the console shows it, and the locale of its screens. */
export async function appearanceOf(
  db: Db,
  id: string,
): Promise<{ brand: Brand; branded: boolean; region: Region }> {
  const row = await db
    .selectFrom('organizations')
    .select(['primaryColour', 'accentColour', 'logoId', 'branded', 'region'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { brand: brandIn(row), branded: row.branded === 1, region: readRegion(row.region) }
}

/** Language tag of its screens; empty if it isn't set. */
export const languageOf = async (db: Db, id: string): Promise<string> =>
  (await appearanceOf(db, id)).region.language ?? ''

/** Rows that prevent deleting an organization, in the order of the refusal. */
export const ORGANIZATION_CONTENT = [
  { kind: 'user', table: 'users', name: 'email' },
  { kind: 'licence', table: 'licences', name: 'number' },
  { kind: 'device', table: 'devices' },
  { kind: 'device-group', table: 'device_groups' },
  { kind: 'building', table: 'buildings' },
  { kind: 'storyboard', table: 'storyboards' },
  { kind: 'layout', table: 'pages', only: 'layout' },
  { kind: 'part', table: 'pages', only: 'part' },
  { kind: 'card', table: 'pages', only: 'card' },
  { kind: 'folder', table: 'folders' },
  { kind: 'media', table: 'media' },
] as const satisfies readonly {
  kind: UsedBy['kind']
  table: TableName
  /** Column with the name; absent: `name`. */
  name?: string
  /** Only pages of this kind. */
  only?: string
}[]

async function contentOf(db: Db, id: string): Promise<UsedBy[]> {
  const found: UsedBy[] = []
  for (const { kind, table, ...more } of ORGANIZATION_CONTENT) {
    const rows = await db
      .selectFrom(table)
      .select(['id', sql.ref<string>('name' in more ? more.name : 'name').as('name')])
      .where('organizationId', '=', id)
      // Cards are listed as pages, not also as media.
      .$if(table === 'media', (media) => media.where(sql.ref('cardId'), 'is', null))
      .$if('only' in more, (pages) => pages.where(sql.ref('kind'), '=', 'only' in more ? more.only : ''))
      .orderBy('id')
      .limit(USES_LISTED_MAX)
      .execute()
    // The first user is deleted with the organization.
    const keeping = kind === 'user' ? rows.slice(1) : rows
    found.push(...keeping.map((row) => ({ kind, id: row.id, name: row.name })))
  }
  return found
}

/** Throws what deleting it would throw. */
export async function refuseOrganizationInUse(
  db: Db,
  { id, isHome }: Pick<Organization, 'id' | 'isHome'>,
): Promise<void> {
  if (isHome) throw new AppError('HOME_ORGANIZATION', "The home organization can't be deleted")
  const uses = await contentOf(db, id)
  if (uses.length > 0)
    throw inUse('ORGANIZATION_IN_USE', 'This organization still has users or content', uses)
}

export async function deleteOrganization(
  db: Db,
  organization: Pick<Organization, 'id' | 'isHome'>,
): Promise<void> {
  const { id } = organization
  await lockRow(db, 'organizations', id)
  await refuseOrganizationInUse(db, organization)
  // Unused thumbnails don't prevent the deletion.
  await db.deleteFrom('thumbnails').where('organizationId', '=', id).execute()
  await db.deleteFrom('users').where('organizationId', '=', id).execute()
  await db.deleteFrom('organizations').where('id', '=', id).execute()
}

type Row = Selectable<OrganizationsTable>
type Totals = Awaited<ReturnType<typeof totalsOf>>

/** What is counted and summed up of organizations. Their rows aren't read, so that other threads can do it. */
export async function totalsOf(db: Db, organizations: readonly { id: string }[]) {
  const [only, ...more] = organizations
  // Of one organization, without looking each row up in a list.
  const ids = only && more.length === 0 ? sql<string>`(${only.id})` : anyOf(db, organizations)
  const count = (table: 'users' | 'devices') =>
    db
      .selectFrom(table)
      .select(({ fn }) => ['organizationId', fn.countAll<number>().as('count')])
      .where('organizationId', 'in', ids)
      .groupBy('organizationId')
      .execute()
  const users = new Map((await count('users')).map((row) => [row.organizationId, row.count]))
  const devices = new Map((await count('devices')).map((row) => [row.organizationId, row.count]))
  const used = await storageUse(db, organizations)
  const exported = await exportedBytes(db, organizations)
  const admins = await db
    .selectFrom('organizations')
    .innerJoin('users', (join) => join.on(sql<boolean>`"users"."id" = ${adminOf('id')}`))
    .select(['users.id', 'firstName', 'lastName', 'email', 'organizations.id as organizationId'])
    .where('organizations.id', 'in', ids)
    .execute()
  const first = new Map(admins.map(({ organizationId, ...admin }) => [organizationId, admin]))
  return { users, devices, used, exported, first }
}

function withTotals(row: Row, { users, devices, used, exported, first }: Totals): StoredOrganization {
  return {
    ...row,
    isHome: row.isHome === 1,
    requiresSecondFactor: row.requiresSecondFactor === 1,
    branded: row.branded === 1,
    brand: brandIn(row),
    region: readRegion(row.region),
    admin: first.get(row.id) ?? null,
    storageUsed: used.get(row.id)?.total ?? 0,
    exportedBytes: exported.get(row.id) ?? 0,
    usersCount: users.get(row.id) ?? 0,
    devicesCount: devices.get(row.id) ?? 0,
  }
}
