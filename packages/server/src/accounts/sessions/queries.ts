import type { SignedIn } from '@vitrine/contract/api/accounts/sessions'
import type { Session } from '#base/handler.ts'
import { allRows } from '#db/lists/paged.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'

/** A user's sessions, most recently used first. */
export async function listSessions(
  db: Db,
  { userId, sessionId }: Pick<Session, 'userId' | 'sessionId'>,
  now: number,
): Promise<SignedIn[]> {
  const select = db
    .selectFrom('sessions')
    .leftJoin('identities', 'identities.id', 'sessions.identityId')
    .select(['sessions.id', 'kiosk', 'userAgent', 'address', 'startedAt', 'rotatedAt', 'issuer'])
    .where('sessions.userId', '=', userId)
    .where('expiresAt', '>', now)
  const ordered = select.orderBy('rotatedAt', 'desc').orderBy('sessions.id')
  return allRows(db, 'sessions', { select, ordered }, (rows) =>
    rows.map(({ id, kiosk, issuer, userAgent, address, startedAt, rotatedAt }) => ({
      id,
      current: id === sessionId,
      kiosk: kiosk === 1,
      provider: issuer && new URL(issuer).host,
      userAgent,
      address,
      startedAt: startedAt === null ? null : isoTime(startedAt),
      usedAt: isoTime(rotatedAt),
    })),
  )
}

/** Deletes sessions that no refresh token can extend. Returns the count. */
export async function forgetSessions(db: Db, now: number): Promise<number> {
  const gone = await db.deleteFrom('sessions').where('expiresAt', '<=', now).executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** Logs a person out everywhere else; returns the number of browsers. */
export async function endOtherSessions(
  db: Db,
  { userId, sessionId }: Pick<Session, 'userId' | 'sessionId'>,
): Promise<number> {
  const gone = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '!=', sessionId)
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
