import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'

/**
 * A licence with a free seat, or null for the one screen that an organization may try without a licence. Throws
 * NO_LICENCE_SEAT. Concurrent claims of one organization, and changes of its licences, wait for each other until the
 * commit.
 */
export async function freeSeat(db: Db, organizationId: string, now: number): Promise<string | null> {
  await lockRow(db, 'organizations', organizationId)
  const ids = await db
    .selectFrom('licences')
    .select('id')
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .execute()
  for (const { id } of ids) await lockRow(db, 'licences', id)
  const licences = await db
    .selectFrom('licences')
    .select(['id', 'devicesCount', 'expiresAt'])
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .execute()
  const devices = await db
    .selectFrom('devices')
    .select('licenceId')
    .where('organizationId', '=', organizationId)
    .execute()
  if (licences.length === 0) {
    if (devices.length === 0) return null
    throw noSeat('Without a license, you can connect one screen. Request a license to connect more.')
  }
  const today = isoTime(now).slice(0, 10)
  const valid = licences.filter(({ expiresAt }) => expiresAt === null || expiresAt >= today)
  if (valid.length === 0)
    throw noSeat("The license has expired. Screens keep playing; you can't add new ones.")
  const licence = valid.find(
    ({ id, devicesCount }) => devices.filter((device) => device.licenceId === id).length < devicesCount,
  )
  if (!licence) throw noSeat('All seats of the license are in use. Disconnect a screen first.')
  return licence.id
}

const noSeat = (message: string) => new AppError('NO_LICENCE_SEAT', message)
