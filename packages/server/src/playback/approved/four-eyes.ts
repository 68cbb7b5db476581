import type { Db } from '#db/schema.ts'
import { AppError } from '#lib/errors.ts'
import { sharesIn } from '#playback/approve.ts'
import { listed } from '#playback/copies.ts'
import type { Thing } from '#playback/snapshots.ts'

/**
 * Throws OWN_CHANGE if the organization wants four eyes, and the person has a share in what would be approved. `savedBy`:
 * further authors. `db` is bound to the organization.
 */
export async function refuseOwnChanges(
  db: Db,
  roots: readonly Thing[],
  personId: string,
  savedBy: readonly string[] = [],
): Promise<void> {
  const row = await db.selectFrom('organizations').select('fourEyes').executeTakeFirst()
  if (row?.fourEyes !== 1) return
  const shares = await sharesIn(db, roots)
  const authors = new Set([...savedBy, ...shares.flatMap(({ changedBy }) => changedBy)])
  // What has no copy yet has no mark: its last save counts.
  const fresh = shares.filter(({ changedBy }) => changedBy.length === 0).map(({ id }) => id)
  const edits = await db.selectFrom('edits').select('userId').where('id', 'in', listed(db, fresh)).execute()
  for (const { userId } of edits) authors.add(userId)
  const keys = await db
    .selectFrom('api_keys')
    .select(['id', 'makerId'])
    .where('makerId', '=', personId)
    .execute()
  if (!authors.has(personId) && !keys.some(({ id }) => authors.has(id))) return
  throw new AppError('OWN_CHANGE', 'You have a share in this change, so someone else approves it')
}
