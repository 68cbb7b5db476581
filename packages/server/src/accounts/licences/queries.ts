import type { Licence, LicenceInput } from '@vitrine/contract/api/accounts/licences'
import type { ListQuery } from '@vitrine/contract/api/base/entity'
import type { UsedBy } from '@vitrine/contract/errors'
import { searchKey } from '@vitrine/contract/search-key'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Listing, listRows } from '#base/list.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { writeVersion } from '#db/versions.ts'
import { inUse, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

/** A column of the license's organization. Not joined: counting a list's rows reads no organizations. */
const ofOrganization = (column: 'name' | 'nameKey' | 'nameOrder') =>
  sql<string>`(select ${sql.ref(column)} from "organizations" where "organizations"."id" = "licences"."organizationId")`

const selectLicences = (db: Db) =>
  db.selectFrom('licences').selectAll('licences').select(ofOrganization('name').as('organizationName'))

type Row = Awaited<ReturnType<ReturnType<typeof selectLicences>['executeTakeFirstOrThrow']>>

/**
 * Counts the screens of these licenses only: as part of the list's query, they would be counted for every sorted row.
 */
async function licencesOf(db: Db, rows: readonly Row[]): Promise<Licence[]> {
  const counts = await db
    .selectFrom('devices')
    .select(({ fn }) => ['licenceId', fn.countAll<number>().as('count')])
    .where('licenceId', 'in', anyOf(db, rows))
    .groupBy('licenceId')
    .execute()
  const used = new Map(counts.map(({ licenceId, count }) => [licenceId, Number(count)]))
  return rows.map(({ organizationName, ...row }) => ({
    ...row,
    organization: { id: row.organizationId, name: organizationName },
    usedDevices: used.get(row.id) ?? 0,
  }))
}

const LISTING: Listing = {
  search: ['numberKey', ofOrganization('nameKey')],
  sort: {
    number: 'numberKey',
    organization: ofOrganization('nameOrder'),
    expiresAt: sql`"licences"."expiresAt"`,
    devicesCount: 'devicesCount',
    createdAt: 'createdAt',
  },
}

export async function listLicences(
  db: Db,
  query: ListQuery,
): Promise<{ licences: Licence[]; total?: number }> {
  const { rows, total } = await listRows(db, selectLicences(db), 'licences', query, LISTING)
  return { licences: await licencesOf(db, rows), total }
}

export async function getLicence(db: Db, id: string): Promise<Licence> {
  const row = await selectLicences(db).where('licences.id', '=', id).executeTakeFirst()
  const [licence] = row ? await licencesOf(db, [row]) : []
  if (!licence) throw notFound('License not found')
  return licence
}

type Input = z.infer<typeof LicenceInput>

/**
 * The screen that was tried without a licence takes the first seat of the new one. Those of an imported organization
 * get theirs when a player connects: they may be more than its seats.
 */
export async function insertLicence(db: Db, input: Input, now: string): Promise<string> {
  const id = newId()
  const { number, organizationId, devicesCount, expiresAt } = input
  await db
    .insertInto('licences')
    .values({
      id,
      organizationId,
      number,
      numberKey: searchKey(number),
      devicesCount,
      expiresAt,
      version: 1,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  const tried = await db
    .selectFrom('devices')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('licenceId', 'is', null)
    // A screen gets its PIN when a player connects.
    .where('pin', '<>', '')
    .orderBy('id')
    .limit(devicesCount)
    .execute()
  if (tried.length > 0)
    await db.updateTable('devices').set({ licenceId: id }).where('id', 'in', anyOf(db, tried)).execute()
  return id
}

/** A licence with screens stays in its organization and keeps at least the used seats. */
export async function updateLicence(db: Db, licence: Licence, input: Input, now: string): Promise<void> {
  await lockRow(db, 'licences', licence.id)
  const { usedDevices } = await getLicence(db, licence.id)
  if (input.organizationId !== licence.organizationId)
    throw inUse('LICENCE_IN_USE', "You can't move a license to another organization. Create a new one.")
  if (input.devicesCount < usedDevices)
    throw inUse(
      'LICENCE_IN_USE',
      `${usedDevices} screens use this license. Disconnect some first.`,
      await screensOn(db, licence.id),
    )
  const { number, devicesCount, expiresAt, version } = input
  const columns = { number, numberKey: searchKey(number), devicesCount, expiresAt }
  await writeVersion(db, 'licences', { id: licence.id, seen: version, now }, columns)
}

async function screensOn(db: Db, licenceId: string): Promise<UsedBy[]> {
  const devices = await db
    .selectFrom('devices')
    .select(['id', 'name'])
    .where('licenceId', '=', licenceId)
    .orderBy('nameOrder')
    .orderBy('id')
    .execute()
  return devices.map((device) => ({ kind: 'device', ...device }))
}

export async function deleteLicence(db: Db, id: string): Promise<void> {
  await lockRow(db, 'licences', id)
  await refuseLicenceInUse(db, { id })
  await db.deleteFrom('licences').where('id', '=', id).execute()
}

/** Throws what deleting it would throw. */
export async function refuseLicenceInUse(db: Db, { id }: { id: string }): Promise<void> {
  const devices = await screensOn(db, id)
  if (devices.length > 0)
    throw inUse(
      'LICENCE_IN_USE',
      `${devices.length} screens use this license. Disconnect them first.`,
      devices,
    )
}
