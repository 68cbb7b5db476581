import { contract } from '@vitrine/contract'
import { topicOf } from '@vitrine/contract/api/operations/watch'
import { type Route, writes } from '@vitrine/contract/route'
import type { Change } from '#base/change.ts'
import type { News } from '#playback/news.ts'

/** Routes without a session that end sessions. */
const ENDS_SESSIONS: readonly string[] = [contract.auth.logout.path, contract.auth.verifyPassword.path]

/**
 * News for consoles about a person's write: the topic from the route's path, and affected screens. `organizations`:
 * those that the call affected; if unknown, news go to all.
 */
export function newsOfWrite(
  route: Route,
  isPerson: boolean,
  organizations: ReadonlySet<string>,
  changes: readonly Change[],
): News[] {
  if (!isPerson && ENDS_SESSIONS.includes(route.path)) return [{ organizationId: null, sessions: true }]
  if (!isPerson || !writes(route)) return []
  const topics = [...new Set([topicOf(route.path), ...(changes.length ? ['devices'] : [])])]
  return (organizations.size ? [...organizations] : [null]).map((organizationId) => ({
    organizationId,
    topics,
  }))
}
