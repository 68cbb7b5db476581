// How people prove who they are: the part that other features use.
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { consoleOf } from '#accounts/site/queries.ts'
import { type Context, hashCaller, type Session } from '#base/handler.ts'
import { queueMessage } from '#base/outbox/queries.ts'
import type { Platform } from '#base/platform.ts'
import { AppError, invalid, tooManyRequests } from '#lib/errors.ts'
import { addressKey } from '#lib/http/address-key.ts'
import { verifyPassword } from '#lib/security/passwords.ts'
import { hashSecret, type Tokens } from '#lib/security/tokens.ts'
import type { LoginGuard } from './login-guard.ts'
import { invitationMail } from './mails.ts'
import { makeCode } from './queries.ts'

const DAY = 86_400_000
const INVITATION = 7 * DAY

/** What sending codes to people needs. */
export type Mailing = Pick<Platform, 'tokens' | 'origins' | 'outbox'> & { guard: LoginGuard }

/** A new password, however it is set, and a new email address invalidate earlier codes. */
export const resetBound = (user: { emailKey: string; passwordHash: string }) =>
  hashSecret(`${user.emailKey} ${user.passwordHash}`)

export const coding = (tokens: Tokens, { db, clock }: Pick<Context, 'db' | 'clock'>) => ({
  tokens,
  db,
  now: clock.now(),
})

/** Keeps one address, or person, from creating many accounts or sending many emails. */
export function countRequest(
  guard: LoginGuard,
  { request, clock }: Pick<Context, 'request' | 'clock'>,
  owner = addressKey(request.ip),
): void {
  const wait = guard.messages.wait(owner, clock.now())
  if (wait > 0) throw tooManyRequests(wait)
  guard.messages.hit(owner, clock.now())
}

/** Milliseconds in which a login through a provider counts in place of the password. */
const RECENT = 15 * 60_000

/**
 * Checks the current password before users change how they log in. Guesses count like logins. People who logged in through
 * their organization's provider have none that they know: for them, a recent login counts. Throws INVALID under
 * `currentPassword`, LOGIN_AGAIN, or TOO_MANY_REQUESTS.
 */
export async function confirmPassword(
  guard: LoginGuard,
  { db, clock, request }: Pick<Context, 'db' | 'clock' | 'request'>,
  session: Session,
  currentPassword: string | undefined,
): Promise<void> {
  if (session.providerSince !== null && !currentPassword) {
    if (clock.now() - session.providerSince <= RECENT) return
    throw new AppError('LOGIN_AGAIN', 'Log out and in again, then change this within 15 minutes.')
  }
  if (!currentPassword) throw invalid({ currentPassword: rule('required') })
  const user = await db
    .selectFrom('users')
    .select(['emailKey', 'passwordHash'])
    .where('id', '=', session.userId)
    .executeTakeFirst()
  const address = addressKey(request.ip)
  const of = { account: user?.emailKey ?? '', address, now: clock.now(), known: true }
  const right = await guard.run(of, async () =>
    (await verifyPassword(currentPassword, user?.passwordHash, hashCaller({ session, request })))
      ? true
      : null,
  )
  if (!right) throw invalid({ currentPassword: rule('invalid') })
}

/** Emails a new user a link to choose a password; `by` is the name of the person who invites. Using it also verifies the address. Throws TOO_MANY_REQUESTS. */
export async function inviteUser(
  { tokens, guard, origins, outbox }: Mailing,
  context: Pick<Context, 'db' | 'clock' | 'session' | 'afterCommit' | 'request'>,
  { id, by }: { id: string; by: string },
): Promise<void> {
  const { db, clock, session, afterCommit } = context
  countRequest(guard, context, session.userId)
  const user = await db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organizationId')
    .select(['users.email', 'emailKey', 'firstName', 'passwordHash', 'organizations.name as organization'])
    .select('users.organizationId')
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow()
  const bound = resetBound(user)
  const purpose = { kind: 'reset', subject: searchKey(user.email), bound, userId: id, known: 1 } as const
  const { code, expiresAt } = await makeCode(coding(tokens, context), { ...purpose, lifetime: INVITATION })
  const own = await consoleOf(db, origins, user.organizationId)
  const mail = invitationMail(own, { ...user, by }, code)
  const to = { channel: 'mail', recipient: user.email, secretUntil: expiresAt } as const
  await queueMessage(db, { owner: user.organizationId, ...to, ...mail }, clock.now())
  afterCommit(() => void outbox.wake())
}
