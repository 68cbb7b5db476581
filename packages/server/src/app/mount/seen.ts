// What someone sees and may not change answers so, instead of as if it didn't exist.
import { isLimited } from '@vitrine/contract/permissions'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { AppError, forbidden } from '#lib/errors.ts'
import { rowsOf } from '#operations/audit/rows.ts'
import type { Call } from './call.ts'

/** Whether the caller sees a thing of the kind that the call changes, which the call doesn't find. `db` is unbound. */
export async function isSeen({ endpoint, caller }: Call, db: Db, id: string): Promise<boolean> {
  const { session, organizationId, reach } = caller
  const subject = endpoint.audited?.subject
  const { who } = endpoint.route
  if (typeof who !== 'object' || !('write' in who) || !subject) return false
  if (!session || organizationId === null || !isLimited(session)) return false
  const found = async (own: Db) => (await rowsOf(own, subject, [id])).size > 0
  const isSeenOnly = await found(scoped(db, organizationId, reach.seen ?? reach))
  const onMove = endpoint.isWrite ? () => {} : undefined
  return isSeenOnly && !(await found(scoped(db, organizationId, reach, onMove)))
}

/** What a call answers that failed: FORBIDDEN, if it doesn't find the thing in its path and the caller sees that. */
export async function refusalOf(call: Call, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || error.errKey !== 'NOT_FOUND') return error
  const { id, deviceId } = (call.params ?? {}) as { id?: unknown; deviceId?: unknown }
  const named = id ?? deviceId
  const { database } = call.endpoint.services
  return typeof named === 'string' && (await isSeen(call, database, named)) ? forbidden() : error
}
