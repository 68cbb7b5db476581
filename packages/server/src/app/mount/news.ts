import { contract } from '@vitrine/contract'
import { PUBLISHED, topicOf } from '@vitrine/contract/api/operations/watch'
import { type Route, writes } from '@vitrine/contract/route'
import type { Change } from '#base/change.ts'
import type { News } from '#playback/news.ts'

/** Routes without a session that end sessions. */
const ENDS_SESSIONS: readonly string[] = [contract.auth.logout.path, contract.auth.verifyPassword.path]

/** Calls other than PUT that change screens without adding or deleting any. */
const EDITING: readonly string[] = [
  contract.devices.switchStory.path,
  contract.devices.updateMany.path,
  contract.devices.backToSchedule.path,
  contract.devices.putRight.path,
  contract.devices.cancelPlanned.path,
]

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
  const edited = editedScreens(route, changes)
  const isContent = route.method === 'PUT' && changes.every(({ kind }) => kind === 'content')
  const ofScreens = changes.length === 0 ? [] : [isContent ? PUBLISHED : 'devices']
  const topics = [...new Set([topicOf(route.path), ...ofScreens])]
  return (organizations.size ? [...organizations] : [null]).map((organizationId) =>
    organizationId !== null && edited ? { organizationId, edited } : { organizationId, topics },
  )
}

/** The ids of screens that a write changed and nothing else did; undefined if lists got longer or shorter. */
function editedScreens(route: Route, changes: readonly Change[]): string[] | undefined {
  const isEdit = route.method === 'PUT' || (route.method === 'POST' && EDITING.includes(route.path))
  const isOfScreens = topicOf(route.path) === 'devices' && changes.every(({ kind }) => kind === 'device')
  if (!isEdit || !isOfScreens || changes.length === 0) return undefined
  return changes.map(({ id }) => id)
}
