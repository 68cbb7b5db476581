import type { Route } from '@vitrine/contract/route'
import type { ServerRole } from '#lib/env.ts'

/** Routes called by screens and their machines at the player's address. */
export const isOfPlayerOrigin = ({ path }: Pick<Route, 'path'>): boolean =>
  /^\/(player|machine|setup)\//.test(path)

/**
 * The server role that serves a call: `edge` for screens and long-lived connections, `api` for people and programs.
 * `jobs` runs background work only.
 */
export const roleOf = (route: Pick<Route, 'path' | 'who' | 'response'>): ServerRole =>
  route.who === 'device' || route.response === 'stream' || isOfPlayerOrigin(route) ? 'edge' : 'api'
