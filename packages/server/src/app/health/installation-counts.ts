import { DEVICE_FACETS } from '@vitrine/contract/api/screens/device-facets'
import type { Db } from '#db/schema.ts'
import { countDeviceStates } from '#screens/devices/state-counts.ts'

const DAY = 86_400_000
/** Days before its end from which a license counts as expiring. */
const EXPIRING_DAYS = 30

/** Screens of all organizations by what they show; a screen may be in several states. */
export async function screensByState(database: Db, now: number): Promise<[{ state: string }, number][]> {
  const { states } = await countDeviceStates(database, now)
  return DEVICE_FACETS.map((state) => [{ state }, states[state]])
}

/** Licenses of all organizations; a license is valid through its last day. */
export async function licensesByStatus(database: Db, now: number): Promise<[{ status: string }, number][]> {
  const today = new Date(now).toISOString().slice(0, 10)
  const soon = new Date(now + EXPIRING_DAYS * DAY).toISOString().slice(0, 10)
  const rows = await database.selectFrom('licences').select(['expiresAt']).execute()
  const counts = { valid: 0, expiring: 0, expired: 0 }
  for (const { expiresAt } of rows) {
    const status =
      expiresAt === null || expiresAt > soon ? 'valid' : expiresAt < today ? 'expired' : 'expiring'
    counts[status]++
  }
  return Object.entries(counts).map(([status, count]) => [{ status }, count])
}

/** Seats of valid licenses, and those that screens use. */
export async function licenseSeats(database: Db, now: number): Promise<[{ kind: string }, number][]> {
  const today = new Date(now).toISOString().slice(0, 10)
  const [seats, screens] = await Promise.all([
    database
      .selectFrom('licences')
      .select(({ fn }) => fn.sum<number | null>('devicesCount').as('count'))
      .where((of) => of.or([of('expiresAt', 'is', null), of('expiresAt', '>=', today)]))
      .executeTakeFirstOrThrow(),
    database
      .selectFrom('devices')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('licenceId', 'is not', null)
      .executeTakeFirstOrThrow(),
  ])
  return [
    [{ kind: 'total' }, Number(seats.count ?? 0)],
    [{ kind: 'used' }, Number(screens.count)],
  ]
}
