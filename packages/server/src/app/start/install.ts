import { ROLES } from '@vitrine/contract/permissions'
import { insertLicence } from '#accounts/licences/queries.ts'
import { insertOrganization } from '#accounts/organizations/queries.ts'
import { insertUser } from '#accounts/users/queries.ts'
import type { BlobStore } from '#blobs/blob-store.ts'
import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { type Clock, isoTime } from '#lib/clock.ts'
import { PassingStartError, type Settings, StartError } from '#lib/env.ts'
import { newPassword } from '#lib/ids.ts'
import { hashPassword, OPERATOR } from '#lib/security/passwords.ts'

const SAMPLE_LICENCE = 'SAMPLE-0001'

export interface FirstSignIn {
  email: string
  password: string
}

/**
 * On the first start: creates the home organization, its super admin and the sample licence (5 screens, no expiry) in
 * one transaction. Returns the login data, or null on later starts.
 */
export async function install(
  db: Db,
  settings: Pick<Settings, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>,
  clock: Clock,
): Promise<FirstSignIn | null> {
  if (!(await isEmpty(db))) return null
  const password = settings.ADMIN_PASSWORD ?? newPassword()
  const passwordHash = await hashPassword(password, OPERATOR)
  const now = isoTime(clock.now())
  await inTransaction(db, async (tx) => {
    const organizationId = await insertOrganization(tx, 'Home', true, now)
    const admin = {
      email: settings.ADMIN_EMAIL,
      firstName: 'Super',
      lastName: 'Admin',
      role: ROLES.superAdmin,
    }
    await insertUser(tx, { ...admin, organizationId, permissions: [], passwordHash }, now)
    await insertLicence(tx, { number: SAMPLE_LICENCE, organizationId, devicesCount: 5, expiresAt: null }, now)
  })
  return { email: settings.ADMIN_EMAIL, password }
}

const isEmpty = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) === undefined

/**
 * Ties the database to its file storage. With another folder, or an unmounted disk, every file would be missing and new
 * ones would go to the wrong place; and an empty database, which references no files, would have all of them deleted.
 * Throws a StartError.
 */
export async function bindStorage(db: Db, files: Pick<BlobStore, 'id' | 'list'>): Promise<void> {
  if (await isEmpty(db)) for await (const _file of files.list()) throw emptyDatabase()
  await db
    .insertInto('secrets')
    .values({ name: 'storage', value: files.id })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value: bound } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'storage')
    .executeTakeFirstOrThrow()
  refuseOtherStorage(bound, files.id)
}

export const emptyDatabase = () =>
  new StartError(
    'The database is empty, but the file storage belongs to another database. Restore that database, or choose empty storage.',
  )

/** Throws a StartError unless the storage, if there is one, is the one that the database is bound to. */
export function refuseOtherStorage(bound: string, found: string | undefined): void {
  if (bound === found) return
  // An unmounted disk is an empty folder, until it is mounted.
  if (found === undefined)
    throw new PassingStartError(
      `The files of this database aren't there: nothing has a vitrine-storage.json with the id ${bound}. Mount their disk, set the right bucket, or restore the files from the matching backup.`,
    )
  throw new StartError(
    `This file storage doesn't belong to this database (its vitrine-storage.json should have the id ${bound}). Mount the right disk, set the right bucket, or restore the files from the matching backup.`,
  )
}
