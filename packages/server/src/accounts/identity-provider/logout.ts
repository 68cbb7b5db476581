import type { JWTPayload } from 'jose'
import type { Db } from '#db/schema.ts'
import { providerRefused } from './open-id.ts'
import type { Provider } from './queries.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Seconds that the clocks may differ. */
const CLOCK_TOLERANCE = 60

/**
 * Ends the sessions that a verified logout token names: one of the provider's, or all of a person's. Only those that began
 * before it, so a repeated token ends no later ones. Returns their number. Throws PROVIDER_REFUSED.
 */
export async function endNamedSessions(db: Db, { issuer }: Provider, token: JWTPayload): Promise<number> {
  const { sub, sid, iat = 0, nonce, events } = token
  const isLogout = typeof events === 'object' && events !== null && EVENT in events
  const isNamed = typeof sub === 'string' || typeof sid === 'string'
  // With a nonce it would be an ID token, which others may have.
  if (!isLogout || !isNamed || nonce !== undefined) throw providerRefused("This isn't a logout token")
  const named = db
    .selectFrom('identities')
    .select('id')
    .where('issuer', '=', issuer)
    .$if(typeof sub === 'string', (query) => query.where('subject', '=', String(sub)))
  const ended = await db
    .deleteFrom('sessions')
    .where('identityId', 'in', named)
    .where('startedAt', '<=', (iat + CLOCK_TOLERANCE) * 1000)
    .$if(typeof sid === 'string', (query) => query.where('providerSession', '=', String(sid)))
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}
