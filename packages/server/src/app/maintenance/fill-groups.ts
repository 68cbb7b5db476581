import type { Change } from '#base/change.ts'
import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { newId } from '#lib/ids.ts'
import { leaveRuleMoves } from '#operations/audit/rule-moves.ts'
import type { News } from '#playback/news.ts'
import type { Publisher } from '#playback/publisher.ts'
import { fillGroups } from '#screens/group-rules/queries.ts'

type Announcer = Pick<Publisher, 'announce' | 'publish' | 'notify'>

/**
 * Moves screens to where rules of groups want them, in every organization with rules: those that have reported, or haven't
 * for too long, and what no call changes. Returns how many.
 */
export async function fillAllGroups(database: Db, publisher: Announcer, now: number): Promise<number> {
  const organizations = await database
    .selectFrom('device_groups')
    .select('organizationId')
    .distinct()
    .where('rule', 'is not', null)
    .orderBy('organizationId')
    .execute()
  let moved = 0
  for (const { organizationId } of organizations)
    moved += await fillOne(database, publisher, { organizationId, now })
  return moved
}

async function fillOne(
  database: Db,
  publisher: Announcer,
  { organizationId, now }: { organizationId: string; now: number },
): Promise<number> {
  const news: News[] = [{ organizationId, topics: ['devices', 'device-groups'] }]
  const fill = async (tx: Db): Promise<Change[]> => {
    const moves = await fillGroups(scoped(tx, organizationId), now)
    const changes = moves.map(({ id }): Change => ({ kind: 'device', id }))
    if (moves.length > 0) await publisher.announce(tx, changes, news)
    await leaveRuleMoves(tx, moves, { address: null, request: newId() }, now)
    return changes
  }
  const changes = await inTransaction(database, fill)
  if (changes.length === 0) return 0
  await publisher.publish(changes)
  publisher.notify(news)
  return changes.length
}
