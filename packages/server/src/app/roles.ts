import type { Route } from '@vitrine/contract/route'
import type { ServerRole } from '#lib/env.ts'

/** What screens and their machines call at the player's address. */
export const isOfPlayerOrigin = ({ path }: Pick<Route, 'path'>): boolean =>
  /^\/(player|machine|setup)\//.test(path)

/**
 * The roles that answer a call: `edge` serves screens and long-lived connections, `api` serves people and programs.
 * `jobs` does work that no call waits for.
 */
export const roleOf = (route: Pick<Route, 'path' | 'who' | 'response'>): ServerRole =>
  route.who === 'device' || route.response === 'stream' || isOfPlayerOrigin(route) ? 'edge' : 'api'
