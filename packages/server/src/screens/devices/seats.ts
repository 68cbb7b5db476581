import { sql } from 'kysely'
import { isPostgres, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'

/**
 * A licence with a free seat, or null for the one screen that an organization may try without a licence. Throws
 * NO_LICENCE_SEAT. Concurrent claims of one organization, and changes of the licence, wait for each other until the
 * commit.
 */
export async function freeSeat(part: Db, organizationId: string, now: number): Promise<string | null> {
  const db = whole(part)
  await lockRow(db, 'organizations', organizationId)
  const licences = db.selectFrom('licences').select('id').where('organizationId', '=', organizationId)
  const today = isoTime(now).slice(0, 10)
  const valid = licences.where((where) =>
    where.or([where('expiresAt', 'is', null), where('expiresAt', '>=', today)]),
  )
  const free = valid
    // Counted in an index: an organization may have many screens.
    .where('devicesCount', '>', sql<number>`(select count(*) from devices where "licenceId" = licences.id)`)
    .orderBy('id')
    .limit(1)
  for (let found = await free.executeTakeFirst(); found; found = await free.executeTakeFirst()) {
    await lockRow(db, 'licences', found.id)
    // Someone may have changed it before it was locked.
    if (!isPostgres(db) || (await free.where('id', '=', found.id).executeTakeFirst())) return found.id
  }
  if (!(await licences.limit(1).executeTakeFirst())) {
    const device = await db
      .selectFrom('devices')
      .select('id')
      .where('organizationId', '=', organizationId)
      .limit(1)
      .executeTakeFirst()
    if (!device) return null
    throw noSeat('Without a license, you can connect one screen. Request a license to connect more.')
  }
  if (!(await valid.limit(1).executeTakeFirst()))
    throw noSeat("The license has expired. Screens keep playing; you can't add new ones.")
  throw noSeat('All seats of the license are in use. Disconnect a screen first.')
}

const noSeat = (message: string) => new AppError('NO_LICENCE_SEAT', message)
