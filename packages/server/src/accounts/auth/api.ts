// The part of logins that other features use.
import { searchKey } from '@vitrine/contract/search-key'
import type { Context } from '#base/handler.ts'
import { queueMessage } from '#base/outbox/queries.ts'
import type { Db } from '#db/schema.ts'
import { makeCode } from './codes.ts'
import { invitationMail } from './mails.ts'
import { coding, countRequest, type Mailing, resetBound } from './verification.ts'

export type { Mailing } from './verification.ts'

const DAY = 86_400_000
const INVITATION = 7 * DAY

/** Emails a new user a link to choose a password. Using it also verifies the address. Throws TOO_MANY_REQUESTS. */
export async function inviteUser(
  { tokens, guard, origins, outbox }: Mailing,
  context: Pick<Context, 'db' | 'clock' | 'session' | 'afterCommit' | 'request'>,
  id: string,
): Promise<void> {
  const { db, clock, session, afterCommit } = context
  countRequest(guard, context, session.userId)
  const user = await db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organizationId')
    .select(['users.email', 'emailKey', 'firstName', 'passwordHash', 'organizations.name as organization'])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow()
  const by = await nameOf(db, session.userId)
  const bound = resetBound(user)
  const purpose = { kind: 'reset', subject: searchKey(user.email), bound, userId: id, known: 1 } as const
  const { code, expiresAt } = await makeCode(coding(tokens, context), { ...purpose, lifetime: INVITATION })
  const mail = invitationMail(origins, { ...user, by }, code)
  const to = { channel: 'mail', recipient: user.email, secretUntil: expiresAt } as const
  await queueMessage(db, { owner: session.organizationId, ...to, ...mail }, clock.now())
  afterCommit(() => void outbox.wake())
}

/** '' for a super admin in another organization. */
async function nameOf(db: Db, id: string): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select(['firstName', 'lastName'])
    .where('id', '=', id)
    .executeTakeFirst()
  return user ? `${user.firstName} ${user.lastName}` : ''
}
