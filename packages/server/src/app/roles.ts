import type { Route } from '@vitrine/contract/route'
import type { ServerRole } from '#lib/env.ts'

/**
 * Which servers answer a call: `edge` has whatever screens ask and every line that stays open, `api` what people and
 * programs call. Work that no call waits for is of `jobs`.
 */
export const roleOf = ({ path, who, response }: Pick<Route, 'path' | 'who' | 'response'>): ServerRole =>
  who === 'device' || response === 'stream' || path.startsWith('/player/') ? 'edge' : 'api'
