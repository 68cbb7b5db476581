import type { Route } from '@vitrine/contract/route'

/** Entity of a route: the name of its tree, `buildings` for `buildings.update`. */
export const entityOf = (route: Route): string => {
  const named = Object.entries(ENTITY_OF_PATH).find(([prefix]) => route.path.startsWith(prefix))?.[1]
  const first = route.path.split('/')[1] ?? ''
  return named ?? first
}

/** Entities whose paths start differently, or are nested in another's path. */
const ENTITY_OF_PATH: Record<string, string> = {
  '/auth/sessions': 'sessions',
  '/access/people': 'users',
  '/access/keys': 'apiKeys',
  '/access/roles': 'roles',
  '/access/devices': 'devices',
  '/auth/passkeys': 'passkeys',
  '/organizations/:id/approval': 'approvalSettings',
  '/auth/provider/:id': 'providerLogin',
  '/organizations/:id/identity-provider': 'identityProvider',
  '/email-domains': 'emailDomains',
  '/allowed-sites': 'allowedSites',
  '/api-keys': 'apiKeys',
  '/local-content': 'localContent',
  '/user': 'users',
  '/source-cells': 'sourceCells',
  '/media/folders': 'folders',
  '/media/uploads': 'uploads',
  '/media/decks': 'decks',
  '/media/conversions': 'conversions',
  '/media/preview': 'packages',
  '/web-media': 'webMedia',
  '/media': 'media',
  '/thumbnail': 'thumbnails',
  '/layout': 'layouts',
  '/template-design': 'cards',
  '/comment-replies': 'commentReplies',
  '/comments/pages/:id/viewers': 'pageViewers',
  '/comments/pages': 'layouts',
  '/device-configurations': 'deviceConfigurations',
  '/screen-fields': 'screenFields',
  '/screen-values': 'screenValues',
  '/devices/cancel-planned': 'plannedSwitches',
  '/devices/player-update': 'playerUpdates',
  '/devices': 'devices',
  '/unknown-screens': 'unknownScreens',
  '/device-groups': 'deviceGroups',
}

/** The path of a route with its parameters filled in. */
export const fill = (route: Route, id: string, organizationId = 'nowhere'): string =>
  route.path
    .replace(/:(id|deviceId)\b/, id)
    .replace(':organizationId', organizationId)
    .replace(':status', 'approved')
    .replace(':version', '1')
    .replace(':delivery', 'nowhere')
    .replace(':of', 'building')
    .replace(':name', 'roles')

/** Queries without which a route refuses every call, by its path. */
const QUERIES: Record<string, string> = {
  '/plays/sheet': 'first=2026-11-20&last=2026-11-21',
  '/plays/sheet.pdf': 'first=2026-11-20&last=2026-11-21',
  '/device-groups/holidays': 'first=2026-11-20&last=2026-11-21',
  '/media/listed': `files=${encodeURIComponent('{"order":"name","most":5}')}`,
}

/** The same with the query that the route needs, and what `query` adds to it. */
export const addressOf = (
  route: Route,
  id: string,
  {
    query = '',
    organizationId,
    placeId = 'nowhere',
  }: { query?: string; organizationId?: string; placeId?: string | undefined } = {},
): string => {
  const needed = route.path === '/local-content/slots' ? `placeId=${placeId}` : QUERIES[route.path]
  const all = [needed ?? '', query].filter((part) => part !== '').join('&')
  return `${fill(route, id, organizationId)}${all && `?${all}`}`
}
