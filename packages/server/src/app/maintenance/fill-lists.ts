import type { Announcing, Change } from '#base/change.ts'
import { ANY_LIST, fillLists } from '#content/media/listed/queries.ts'
import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'

/**
 * Fills the lists of every organization that has some: files that have become too old leave, and what no call brought
 * comes. Returns how many pages changed.
 */
export async function fillAllLists(database: Db, publisher: Announcing, now: number): Promise<number> {
  const organizations = await database
    .selectFrom('references')
    .select('organizationId')
    .distinct()
    .where('toId', '=', ANY_LIST)
    .where('toKind', '=', 'list')
    .orderBy('organizationId')
    .execute()
  let filled = 0
  for (const { organizationId } of organizations) {
    const changes = await inTransaction(database, async (tx) => {
      const ids = await fillLists(scoped(tx, organizationId), now)
      const found = ids.map((id): Change => ({ kind: 'content', id }))
      if (found.length > 0) await publisher.announce(tx, found)
      return found
    })
    if (changes.length > 0) await publisher.publish(changes)
    filled += changes.length
  }
  return filled
}
