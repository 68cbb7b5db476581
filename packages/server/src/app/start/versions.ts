import { PRODUCT_VERSION } from '@vitrine/contract/version'
import type { Db } from '#db/schema.ts'
import { ageOf } from '#db/start/migrate.ts'
import type { Clock } from '#lib/clock.ts'
import { COMMIT } from '#lib/commit.ts'
import { type Settings, StartError } from '#lib/env.ts'
import { listBackups } from '#operations/backups/format.ts'
import { backupPlace, openTarget } from '#operations/backups/target.ts'

/** The row of `server_marks` that says which version used the database last. */
export const VERSION_MARK = 'version'

const VERSION = [PRODUCT_VERSION, COMMIT && `(${COMMIT})`].filter(Boolean).join(' ')

/** Records that this version uses the database, for the message of an older one. */
export async function noteVersion(database: Db, clock: Clock): Promise<void> {
  const mark = { at: clock.now(), text: VERSION }
  await database
    .insertInto('server_marks')
    .values({ id: VERSION_MARK, ...mark })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(mark))
    .execute()
}

/** For a newer version's database: names the version that used it last, and the backup to restore. */
export async function newerDatabase(last: string | undefined, settings: Settings): Promise<StartError> {
  const backup = await newestUsable(settings).catch(() => undefined)
  const by = last ? `Vitrine ${last}` : 'a newer version of Vitrine'
  const way = backup
    ? `restore the newest backup that this version can read: npm run vitrine -- restore ${backup}.`
    : 'restore a backup that an older version took.'
  return new StartError(
    `The database was last used by ${by}, and this is ${VERSION}. Start that version, or ${way}`,
  )
}

async function newestUsable(settings: Settings): Promise<string | undefined> {
  const target = await openTarget(backupPlace(settings), settings, 'read')
  try {
    const backups = await listBackups(target)
    return backups.find(({ manifest }) => ageOf([manifest.schema]) === 'known')?.name
  } finally {
    await target.close()
  }
}
