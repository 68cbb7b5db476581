import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { inUse, notFound } from '#lib/errors.ts'

/** The storyboards among them that screens can play; locked until the commit. */
export async function approvedAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await lockStoryboards(db, new Set(ids))
  return new Set(rows.flatMap(({ id, approvedVersion }) => (approvedVersion === null ? [] : id)))
}

/** Throws NOT_APPROVED unless all of them exist here and have an approved copy; locks them until the commit. */
export async function requireApproved(db: Db, ids: readonly string[]): Promise<void> {
  const wanted = new Set(ids)
  const rows = await lockStoryboards(db, wanted)
  if (rows.length < wanted.size) throw notFound('Storyboard not found')
  const waiting = rows.find((row) => row.approvedVersion === null)
  if (waiting) throw inUse('NOT_APPROVED', `The storyboard ${waiting.name} isn't approved`)
}

/** Locks them in the order of their ids, so that concurrent callers don't deadlock. */
async function lockStoryboards(db: Db, ids: ReadonlySet<string>) {
  const wanted = [...ids].sort()
  for (const id of wanted) await lockRow(db, 'storyboards', id)
  if (wanted.length === 0) return []
  return db
    .selectFrom('storyboards')
    .select(['id', 'name', 'approvedVersion'])
    .where(
      'id',
      'in',
      anyOf(
        db,
        wanted.map((id) => ({ id })),
      ),
    )
    .execute()
}
