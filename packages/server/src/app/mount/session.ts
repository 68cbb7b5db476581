import { KEY_PREFIX } from '@vitrine/contract/api/accounts/api-keys'
import type { FastifyRequest } from 'fastify'
import { readKey } from '#accounts/api-keys/queries.ts'
import { mustSetSecondFactor, mustVerifyEmail } from '#accounts/auth/queries.ts'
import { personName } from '#accounts/authors/queries.ts'
import { oldestPasskey } from '#accounts/credentials/passkeys.ts'
import { actorOf, RIGHTS } from '#accounts/rights/queries.ts'
import type { Services } from '#app/services.ts'
import type { Session } from '#base/handler.ts'
import type { Db } from '#db/schema.ts'
import { sessionExpired } from '#lib/errors.ts'

export const bearer = (request: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]

/**
 * Loads the session behind a request, of a person or an API key. The token's signature is verified once; session, account and organization are
 * queried on every call, so a revoked session, a deleted account and a changed role take effect on the next call. Only
 * file routes accept a token in the URL, and there the media token too. Throws 401.
 */
export async function readSession(
  services: Services,
  request: FastifyRequest,
  file: boolean,
): Promise<Session> {
  const { tokens, clock, database } = services
  const now = clock.now()
  const header = bearer(request)
  if (header?.startsWith(KEY_PREFIX)) return readKey(database, { secret: header, ip: request.ip }, now)
  const inAddress = file ? (request.query as { token?: unknown }).token : undefined
  const token = header ?? (typeof inAddress === 'string' ? inAddress : undefined)
  if (!token) throw sessionExpired()
  const sessionId = await tokens
    .verifyAccess(token, now)
    .catch((error) => (file ? tokens.verifyMedia(token, now) : Promise.reject(error)))
  return loadSession(database, sessionId)
}

async function loadSession(database: Db, sessionId: string): Promise<Session> {
  const row = await database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .innerJoin('organizations', 'organizations.id', 'users.organizationId')
    .leftJoin('custom_roles', 'custom_roles.id', 'users.roleId')
    .leftJoin('second_factors', 'second_factors.id', 'users.id')
    .select([
      'users.id as userId',
      ...RIGHTS,
      'users.organizationId',
      'sessions.kiosk',
      'users.emailVerified',
      'users.firstName',
      'users.lastName',
      'users.email',
      'organizations.unconfirmed',
      'organizations.requiresSecondFactor',
      'second_factors.confirmedAt',
      'sessions.identityId',
      'sessions.startedAt',
      'sessions.factorProved',
      oldestPasskey,
    ])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
  if (!row) throw sessionExpired()
  return {
    sessionId,
    userId: row.userId,
    organizationId: row.organizationId,
    ...actorOf(row),
    kiosk: row.kiosk === 1,
    unconfirmed: row.unconfirmed === 1,
    name: personName(row),
    mustVerifyEmail: mustVerifyEmail(row),
    mustSetSecondFactor: mustSetSecondFactor(row),
    providerSince: row.identityId === null ? null : (row.startedAt ?? 0),
  }
}
