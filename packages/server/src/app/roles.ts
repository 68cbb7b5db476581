import type { Route } from '@vitrine/contract/route'
import type { ServerRole } from '#lib/env.ts'

/** What screens and their machines call at the player's address. */
export const isOfPlayerOrigin = ({ path }: Pick<Route, 'path'>): boolean =>
  /^\/(player|machine|setup)\//.test(path)

/**
 * Which servers answer a call: `edge` has whatever screens ask and every line that stays open, `api` what people and
 * programs call. Work that no call waits for is of `jobs`.
 */
export const roleOf = (route: Pick<Route, 'path' | 'who' | 'response'>): ServerRole =>
  route.who === 'device' || route.response === 'stream' || isOfPlayerOrigin(route) ? 'edge' : 'api'
