import type { Profile } from '@vitrine/contract/api/accounts/auth'
import type { LoginGuard } from '#accounts/credentials/login-guard.ts'
import { countPasskeys } from '#accounts/credentials/passkeys.ts'
import { recoveryCodesLeft } from '#accounts/credentials/second-factor.ts'
import { appearanceOf } from '#accounts/organizations/queries.ts'
import { actorOf } from '#accounts/rights/queries.ts'
import { selectUsers, userOf } from '#accounts/users/queries.ts'
import type { Context, Session } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { inTransaction, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { type Flag, flag } from '#db/tables/column.ts'
import { sessionExpired } from '#lib/errors.ts'
import { addressKey } from '#lib/http/address-key.ts'
import { newId } from '#lib/ids.ts'
import {
  equalHashes,
  hashSecret,
  KIOSK_LIFETIME,
  PROVIDER_LIFETIME,
  REFRESH_GRACE,
  REFRESH_LIFETIME,
  type Tokens,
} from '#lib/security/tokens.ts'

/** Characters kept of a User-Agent, enough to recognize a browser. */
const AGENT_LENGTH = 300

/** Where and how a session begins. */
interface Beginning {
  kiosk: boolean
  userAgent: string
  address: string
  /** Whom the organization's provider named, and what it said about the login. */
  provider?: { identityId: string; session: string | null; hasFactor: boolean }
}

const lifetimeOf = ({ kiosk, identityId }: { kiosk: boolean; identityId: string | null }) => {
  if (kiosk) return KIOSK_LIFETIME
  return identityId === null ? REFRESH_LIFETIME : PROVIDER_LIFETIME
}

/** Creates a family of refresh tokens and returns its first; only hashes are stored. */
export async function startSession(
  { db, tokens }: { db: Db; tokens: Tokens },
  user: { id: string; organizationId: string },
  { kiosk, userAgent, address, provider }: Beginning,
  now: number,
): Promise<{ sessionId: string; refreshToken: string }> {
  const sessionId = newId()
  const secret = tokens.firstRefresh(sessionId)
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
      expiresAt: now + lifetimeOf({ kiosk, identityId: provider?.identityId ?? null }),
      startedAt: now,
      userAgent: userAgent.slice(0, AGENT_LENGTH),
      address,
      identityId: provider?.identityId ?? null,
      providerSession: provider?.session ?? null,
      factorProved: flag(provider?.hasFactor ?? false),
    })
    .execute()
  return { sessionId, refreshToken: `${sessionId}.${secret}` }
}

/**
 * Rotates a refresh token. The current one gets its successor; the previous one gets the same successor for 30 s, so a
 * lost response or a second tab doesn't end the session; an older one means that a token was stolen, and ends the
 * family. A token's signature proves that it was issued, so an older one is recognized in constant time, and a made-up
 * one costs a read. Returns null for an ended session (the caller commits, then refuses). Throws TOO_MANY_REQUESTS.
 */
export async function rotateSession(
  { tokens, guard }: { tokens: Tokens; guard: LoginGuard },
  { db, clock, request }: Pick<Context, 'db' | 'clock' | 'request'>,
  refreshToken: string,
): Promise<{ sessionId: string; refreshToken: string } | null> {
  const now = clock.now()
  const { sessionId, secret } = partsOf(refreshToken)
  const isIssued = tokens.isRefresh(sessionId, secret)
  guard.checkRefresh({ sessionId, address: addressKey(request.ip), isIssued, now })
  const presented = hashSecret(secret)
  const matches = (row: { currentHash: string; previousHash: string | null } | undefined) =>
    row && (equalHashes(presented, row.currentHash) || equalHashes(presented, row.previousHash ?? ''))
  const found = await db
    .selectFrom('sessions')
    .select(['currentHash', 'previousHash'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!isIssued && !matches(found)) {
    guard.countRefreshFailure({ sessionId, address: addressKey(request.ip), now })
    return null
  }
  if (!found) return null
  // A separate transaction: ending a stolen family must persist even though the call is refused.
  return inTransaction(db, async (tx) => {
    await lockRow(tx, 'sessions', sessionId)
    const session = await tx.selectFrom('sessions').selectAll().where('id', '=', sessionId).executeTakeFirst()
    if (!session) return null
    const next = tokens.successor(sessionId, secret)
    const answer = { sessionId, refreshToken: `${sessionId}.${next}` }
    const isCurrent = equalHashes(presented, session.currentHash)
    if (session.expiresAt > now && isCurrent) {
      await tx
        .updateTable('sessions')
        .set({
          previousHash: presented,
          currentHash: hashSecret(next),
          rotatedAt: now,
          address: request.ip,
          ...(!session.kiosk && session.identityId === null && { expiresAt: now + REFRESH_LIFETIME }),
        })
        .where('id', '=', sessionId)
        .execute()
      return answer
    }
    // Rotated by a server with another derivation of successors: not stolen, but not repeatable.
    const isRepeatable = equalHashes(hashSecret(next), session.currentHash)
    if (session.expiresAt > now && matches(session) && now - session.rotatedAt <= REFRESH_GRACE)
      return isRepeatable ? answer : null
    await endSession(tx, sessionId)
    return null
  })
}

function partsOf(refreshToken: string): { sessionId: string; secret: string } {
  const dot = refreshToken.indexOf('.')
  return { sessionId: refreshToken.slice(0, dot), secret: refreshToken.slice(dot + 1) }
}

/** Ends the session of a refresh token, current or previous. Returns the person's id; undefined for an invalid one. */
export async function endSessionOf(db: Db, refreshToken: string): Promise<string | undefined> {
  const { sessionId, secret } = partsOf(refreshToken)
  const hash = hashSecret(secret)
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where((where) => where.or([where('currentHash', '=', hash), where('previousHash', '=', hash)]))
    .returning('userId')
    .executeTakeFirst()
  return ended?.userId
}

export async function accessOf({ tokens, clock }: Pick<Platform, 'tokens' | 'clock'>, sessionId: string) {
  const now = clock.now()
  return { token: await tokens.access(sessionId, now), mediaToken: await tokens.media(sessionId, now) }
}

const endSession = (db: Db, id: string) => db.deleteFrom('sessions').where('id', '=', id).execute()

/** Whether uploads, screens, and messages wait for the user's verified address. */
export const mustVerifyEmail = ({ unconfirmed, emailVerified }: { unconfirmed: Flag; emailVerified: Flag }) =>
  unconfirmed === 1 && emailVerified === 0

interface Factored {
  requiresSecondFactor: Flag
  kiosk: Flag
  /** When the second factor was set. */
  confirmedAt: string | null
  /** When the first of the person's passkeys was added. */
  passkeyAt: string | null
  /** The organization's provider asked for one. */
  factorProved: Flag
}

/** A kiosk has no person behind it, and logs in with a signed code instead. */
export const mustSetSecondFactor = ({
  requiresSecondFactor,
  kiosk,
  confirmedAt,
  passkeyAt,
  factorProved,
}: Factored) =>
  requiresSecondFactor === 1 &&
  kiosk === 0 &&
  confirmedAt === null &&
  passkeyAt === null &&
  factorProved === 0

export async function profileOf(
  { tokens, clock, settings }: Pick<Platform, 'tokens' | 'clock' | 'settings'>,
  db: Db,
  session: Pick<Session, 'userId' | 'sessionId' | 'kiosk'>,
): Promise<Profile> {
  const row = await selectUsers(db).where('users.id', '=', session.userId).executeTakeFirst()
  if (!row) throw sessionExpired()
  const user = userOf(row)
  const { unconfirmed, requiresSecondFactor } = await db
    .selectFrom('organizations')
    .select(['unconfirmed', 'requiresSecondFactor'])
    .where('id', '=', user.organizationId)
    .executeTakeFirstOrThrow()
  const login = await db
    .selectFrom('sessions')
    .select(['identityId', 'factorProved'])
    .where('id', '=', session.sessionId)
    .executeTakeFirst()
  return {
    ...user,
    permissions: [...actorOf(row).permissions],
    organization: {
      ...user.organization,
      ...(await appearanceOf(db, user.organizationId)),
      requiresSecondFactor: requiresSecondFactor === 1,
    },
    viaProvider: (login?.identityId ?? null) !== null,
    mustSetSecondFactor: mustSetSecondFactor({
      ...{ requiresSecondFactor, kiosk: flag(session.kiosk), confirmedAt: row.secondFactorAt },
      passkeyAt: row.passkeyAt,
      factorProved: login?.factorProved ?? 0,
    }),
    kiosk: session.kiosk,
    limits: actorOf(row).limits ?? [],
    mustVerifyEmail: mustVerifyEmail({ unconfirmed, emailVerified: flag(user.emailVerified) }),
    sendsEmail: settings.SMTP_URL !== undefined,
    authenticatorApp: row.secondFactorAt !== null,
    passkeys: await countPasskeys(db, user.id),
    recoveryCodesLeft: await recoveryCodesLeft(db, user.id),
    mediaToken: await tokens.media(session.sessionId, clock.now()),
  }
}
