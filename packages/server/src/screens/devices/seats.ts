import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { isPostgres, lockRow } from '#db/database.ts'
import type { Db, Tables } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'

/**
 * A licence with a free seat, or null for the one screen that an organization may try without a licence. Throws
 * NO_LICENCE_SEAT. Concurrent claims of one organization, and changes of the licence, wait for each other until the
 * commit.
 */
export const freeSeat = (part: Db, organizationId: string, now: number): Promise<string | null> =>
  findSeat(whole(part), organizationId, now, (db) =>
    db.selectFrom('devices').select('id').where('organizationId', '=', organizationId),
  )

/**
 * Gives a screen that came without a seat, in the archive of an organization, one when its player connects. A screen
 * that has one keeps it, also of an expired license. Throws NO_LICENCE_SEAT.
 */
export async function seatScreen(part: Db, id: string, now: number): Promise<void> {
  const db = whole(part)
  const read = () =>
    db.selectFrom('devices').select(['organizationId', 'licenceId']).where('id', '=', id).executeTakeFirst()
  const device = await read()
  if (!device || device.licenceId !== null) return
  const { organizationId } = device
  await lockRow(db, 'organizations', organizationId)
  // A concurrent call may have given it one.
  if ((await read())?.licenceId !== null) return
  const licenceId = await findSeat(db, organizationId, now, () =>
    db
      .selectFrom('devices')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('id', '<>', id)
      .where(hadPlayer),
  )
  await db.updateTable('devices').set({ licenceId }).where('id', '=', id).execute()
}

/** A screen gets its PIN when a player connects. */
const hadPlayer = ({ eb }: ExpressionBuilder<Tables, 'devices'>) => eb('devices.pin', '<>', '')

/** `others`: the screens of which one uses up the only place that there is without a licence. */
async function findSeat(
  db: Db,
  organizationId: string,
  now: number,
  others: (db: Db) => SelectQueryBuilder<Tables, 'devices', { id: string }>,
): Promise<string | null> {
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
    if (!(await others(db).limit(1).executeTakeFirst())) return null
    throw noSeat('Without a license, you can connect one screen. Request a license to connect more.')
  }
  if (!(await valid.limit(1).executeTakeFirst()))
    throw noSeat("The license has expired. Screens keep playing; you can't add new ones.")
  throw noSeat('All seats of the license are in use. Disconnect a screen first.')
}

const noSeat = (message: string) => new AppError('NO_LICENCE_SEAT', message)
