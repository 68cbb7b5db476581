import type { Profile } from '@vitrine/contract/auth'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { flag } from '#db/tables/column.ts'
import type { Services, Session } from '#features/handler.ts'
import { brandOf } from '#features/organizations/queries.ts'
import { selectUsers, userOf } from '#features/users/queries.ts'
import { sessionExpired } from '#lib/errors.ts'
import { newId, newSecret } from '#lib/ids.ts'
import { equalHashes, hashSecret, REFRESH_GRACE, REFRESH_LIFETIME } from '#lib/tokens.ts'

/** Enough of what a browser calls itself to know it by. */
const AGENT_LENGTH = 300

/** A new family of refresh tokens; its first token is answered, only hashes are kept. */
export async function startSession(
  db: Db,
  user: { id: string; organizationId: string },
  { kiosk, userAgent }: { kiosk: boolean; userAgent: string },
  now: number,
): Promise<{ sessionId: string; refreshToken: string }> {
  const sessionId = newId()
  const secret = newSecret()
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      organizationId: user.organizationId,
      userId: user.id,
      kiosk: flag(kiosk),
      currentHash: hashSecret(secret),
      previousHash: null,
      rotatedAt: now,
      expiresAt: now + REFRESH_LIFETIME,
      startedAt: now,
      userAgent: userAgent.slice(0, AGENT_LENGTH),
    })
    .execute()
  return { sessionId, refreshToken: `${sessionId}.${secret}` }
}

/**
 * Rotates a refresh token. The present one gets its successor; the previous one gets the same successor for 30 s, so
 * that a lost answer or a second tab signs nobody out; anything older means that a token was stolen: the family ends.
 * Answers null where the session is over (the caller commits, then refuses).
 */
export async function rotateSession(
  { tokens }: Pick<Services, 'tokens'>,
  db: Db,
  refreshToken: string,
  now: number,
): Promise<{ sessionId: string; refreshToken: string } | null> {
  const [sessionId = '', secret = ''] = refreshToken.split('.')
  await lockRow(db, 'sessions', sessionId)
  const session = await db.selectFrom('sessions').selectAll().where('id', '=', sessionId).executeTakeFirst()
  if (!session) return null
  const presented = hashSecret(secret)
  const next = tokens.successor(secret)
  const answer = { sessionId, refreshToken: `${sessionId}.${next}` }
  if (session.expiresAt <= now) {
    await endSession(db, sessionId)
    return null
  }
  if (equalHashes(presented, session.currentHash)) {
    await db
      .updateTable('sessions')
      .set({
        previousHash: presented,
        currentHash: hashSecret(next),
        rotatedAt: now,
        expiresAt: now + REFRESH_LIFETIME,
      })
      .where('id', '=', sessionId)
      .execute()
    return answer
  }
  const isPrevious = session.previousHash !== null && equalHashes(presented, session.previousHash)
  if (isPrevious && now - session.rotatedAt <= REFRESH_GRACE) return answer
  // A made-up secret for a known session id proves no theft and must not sign the person out.
  if (isPrevious || isOlder(session.currentHash, secret, tokens)) await endSession(db, sessionId)
  return null
}

/** Whether the present token descends from this one: then it was real once. A month has 2,880 quarter hours. */
function isOlder(currentHash: string, secret: string, tokens: Services['tokens']): boolean {
  let token = secret
  for (let step = 0; step < 3000; step++) {
    token = tokens.successor(token)
    if (equalHashes(hashSecret(token), currentHash)) return true
  }
  return false
}

/** Ends the session that a refresh token is of, whichever of its two; what is none ends nothing. */
export async function endSessionOf(db: Db, refreshToken: string): Promise<void> {
  const [sessionId = '', secret = ''] = refreshToken.split('.')
  const hash = hashSecret(secret)
  await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where((where) => where.or([where('currentHash', '=', hash), where('previousHash', '=', hash)]))
    .execute()
}

const endSession = (db: Db, id: string) => db.deleteFrom('sessions').where('id', '=', id).execute()

export async function profileOf(
  { tokens, clock }: Pick<Services, 'tokens' | 'clock'>,
  db: Db,
  session: Pick<Session, 'userId' | 'sessionId' | 'kiosk'>,
): Promise<Profile> {
  const row = await selectUsers(db).where('users.id', '=', session.userId).executeTakeFirst()
  if (!row) throw sessionExpired()
  const user = userOf(row)
  const { unconfirmed } = await db
    .selectFrom('organizations')
    .select('unconfirmed')
    .where('id', '=', user.organizationId)
    .executeTakeFirstOrThrow()
  return {
    ...user,
    organization: { ...user.organization, brand: await brandOf(db, user.organizationId) },
    kiosk: session.kiosk,
    mustVerifyEmail: unconfirmed === 1 && !user.emailVerified,
    mediaToken: await tokens.media(session.sessionId, clock.now()),
  }
}
