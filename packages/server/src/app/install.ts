import { ROLES } from '@vitrine/contract/permissions'
import type { BlobStore } from '#blobs/blob-store.ts'
import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { insertLicence } from '#features/licences/queries.ts'
import { insertOrganization } from '#features/organizations/queries.ts'
import { insertUser } from '#features/users/queries.ts'
import { type Clock, isoTime } from '#lib/clock.ts'
import { type Settings, StartError } from '#lib/env.ts'
import { newSecret } from '#lib/ids.ts'
import { hashPassword } from '#lib/passwords.ts'

const SAMPLE_LICENCE = 'SAMPLE-0001'

export interface FirstSignIn {
  email: string
  password: string
}

/**
 * On the first start: the home organization, its super admin and the sample licence (5 screens, no expiry), in one
 * transaction. Answers how to sign in then, and null on every later start.
 */
export async function install(
  db: Db,
  settings: Pick<Settings, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>,
  clock: Clock,
): Promise<FirstSignIn | null> {
  if (!(await isEmpty(db))) return null
  const password = settings.ADMIN_PASSWORD ?? `${newSecret().slice(0, 14)}7`
  const passwordHash = await hashPassword(password)
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

/** A secret of the installation, made once and shared by all its servers. */
export async function installationSecret(db: Db, name: string, fresh = newSecret()): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, value: fresh })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return value
}

/**
 * Ties the database to its storage of files. With another folder, or a disk that is not mounted, every file would be
 * missing and new ones would go to the wrong place; and an empty database would have all files removed, because it names
 * none. Throws a StartError.
 */
export async function bindStorage(db: Db, files: Pick<BlobStore, 'id' | 'list'>): Promise<void> {
  if (await isEmpty(db))
    for await (const _file of files.list())
      throw new StartError(
        'The database is empty, but there are files of another one in the storage. Restore that database, or choose an empty storage.',
      )
  const bound = await installationSecret(db, 'storage', files.id)
  if (bound === files.id) return
  throw new StartError(
    `The storage of files is not the one that this database belongs to (its vitrine-storage.json should have the id ${bound}). Mount its disk, name its bucket, or restore it from the backup of the same time.`,
  )
}
