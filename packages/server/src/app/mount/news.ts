import { contract } from '@vitrine/contract'
import { topicOf } from '@vitrine/contract/api/screens/watch'
import { type Route, writes } from '@vitrine/contract/route'
import type { News } from '#publishing/news.ts'
import type { Change } from '#publishing/publisher.ts'

/** Calls without a session that end some. */
const ENDS_SESSIONS: readonly string[] = [contract.auth.logout.path, contract.auth.verifyPassword.path]

/**
 * The news for consoles about a person's write: the kind of thing by the route's path, and screens when there is
 * something to fetch for them. `organizations`: those the call touched; if none is known, any may be affected.
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
