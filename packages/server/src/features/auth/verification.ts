import type { auth } from '@vitrine/contract/auth'
import { ROLES } from '@vitrine/contract/permissions'
import { searchKey } from '@vitrine/contract/search-key'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { type Context, type Handlers, hashCaller, prepare } from '#features/handler.ts'
import { freeOrganizationName, insertOrganization } from '#features/organizations/queries.ts'
import { queueMessage } from '#features/outbox/queries.ts'
import { insertUser } from '#features/users/queries.ts'
import { isoTime } from '#lib/clock.ts'
import { forbidden, tooManyRequests } from '#lib/errors.ts'
import { addressKey } from '#lib/login-guard.ts'
import { hashPassword } from '#lib/passwords.ts'
import { hashSecret } from '#lib/tokens.ts'
import { findLinkCode, guessMobileCode, invalidCode, makeCode, spendCode } from './codes.ts'
import { mobileText, resetMail, verificationMail } from './mails.ts'

type Calls =
  | 'register'
  | 'sendEmail'
  | 'verifyEmail'
  | 'sendMobileCode'
  | 'verifyMobile'
  | 'resetPassword'
  | 'verifyPassword'

/** A new password, by whatever way, and another e-mail address end the codes that were sent before. */
const resetBound = (user: { emailKey: string; passwordHash: string }) =>
  hashSecret(`${user.emailKey} ${user.passwordHash}`)

const coding = ({ tokens, db, clock }: Pick<Context, 'tokens' | 'db' | 'clock'>) => ({
  tokens,
  db,
  now: clock.now(),
})

/** Registration and everything that a code sent to somebody is good for. */
export const verification: Pick<Handlers<typeof auth>, Calls> = {
  register: prepare(
    async (context) => {
      if (context.settings.REGISTRATION === 'closed') throw forbidden()
      countRequest(context)
      return hashPassword(context.body.password, hashCaller(context))
    },
    async (context, passwordHash) => {
      const { db, body, clock } = context
      const now = isoTime(clock.now())
      const wanted = body.organizationName || `${body.firstName} ${body.lastName}`
      const organizationId = await insertOrganization(db, await freeOrganizationName(db, wanted), false, now)
      await db.updateTable('organizations').set({ unconfirmed: 1 }).where('id', '=', organizationId).execute()
      const person = { ...body, role: ROLES.admin, permissions: [], organizationId, passwordHash }
      const userId = await insertUser(db, person, now)
      await sendVerification(context, { id: userId, ...body })
      return { message: 'Registered Successfully' }
    },
  ),

  sendEmail: async (context) => {
    countRequest(context)
    const user = await findByEmail(context.db, context.body.email)
    const unverified = user?.emailVerified === 0 ? user : undefined
    await sendVerification(context, unverified ?? { email: context.body.email })
    return { message: 'If the account exists, a verification e-mail was sent' }
  },

  verifyEmail: async (context) => {
    const { db, params, clock } = context
    const code = await findLinkCode(coding(context), 'email', params.code)
    await spendCode(db, code)
    await confirmEmail(db, code.userId, code.bound, isoTime(clock.now()))
    return { message: 'E-mail verified' }
  },

  sendMobileCode: async (context) => {
    const { db, body, session, clock } = context
    countRequest(context)
    const purpose = {
      kind: 'mobile',
      subject: session.userId,
      bound: body.mobile,
      userId: session.userId,
    } as const
    const code = await makeCode(coding(context), purpose)
    await queueMessage(db, { channel: 'sms', recipient: body.mobile, ...mobileText(code) }, clock.now())
    context.afterCommit(() => void context.outbox.wake())
    return { message: 'Code sent' }
  },

  verifyMobile: prepare(
    (context) =>
      guessMobileCode(coding(context), context.session.userId, context.body.mobile, context.body.code),
    async ({ db, body, session, clock }, code) => {
      await spendCode(db, code)
      await db
        .updateTable('users')
        .set({ mobile: body.mobile, mobileVerified: 1, updatedAt: isoTime(clock.now()) })
        .where('id', '=', session.userId)
        .execute()
      return { message: 'Mobile verified' }
    },
  ),

  resetPassword: async (context) => {
    const { db, body, clock, origins } = context
    countRequest(context)
    const user = await findByEmail(db, body.email)
    const purpose = {
      kind: 'reset',
      subject: searchKey(body.email),
      bound: user ? resetBound(user) : '',
      userId: user?.id ?? null,
    } as const
    const code = await makeCode(coding(context), purpose)
    if (user) {
      const mail = resetMail(origins, user.firstName, code)
      await queueMessage(db, { channel: 'mail', recipient: user.email, ...mail }, clock.now())
    }
    context.afterCommit(() => void context.outbox.wake())
    return { message: 'If the account exists, a reset e-mail was sent' }
  },

  verifyPassword: prepare(
    async (context) => {
      // Looked at before hashing, so that made-up codes cost nothing.
      const code = await findLinkCode(coding(context), 'reset', context.body.code)
      return { code, passwordHash: await hashPassword(context.body.password, hashCaller(context)) }
    },
    async ({ db, clock }, { code, passwordHash }) => {
      await lockRow(db, 'users', code.userId)
      await spendCode(db, code)
      const user = await db
        .selectFrom('users')
        .select(['emailKey', 'passwordHash'])
        .where('id', '=', code.userId)
        .executeTakeFirst()
      if (!user || resetBound(user) !== code.bound) throw invalidCode()
      const now = isoTime(clock.now())
      await db
        .updateTable('users')
        .set({ passwordHash, updatedAt: now })
        .where('id', '=', code.userId)
        .execute()
      await db.deleteFrom('sessions').where('userId', '=', code.userId).execute()
      // The mail reached the person, which is what verification is about.
      await confirmEmail(db, code.userId, user.emailKey, now)
      return { message: 'Password changed' }
    },
  ),
}

/** Whoever makes many accounts or lets many mails be sent waits. */
function countRequest({ guard, request, clock }: Pick<Context, 'guard' | 'request' | 'clock'>): void {
  const address = addressKey(request.ip)
  const wait = guard.messages.wait(address, clock.now())
  if (wait > 0) throw tooManyRequests(wait)
  guard.messages.hit(address, clock.now())
}

const findByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'emailKey', 'firstName', 'emailVerified', 'passwordHash'])
    .where('emailKey', '=', searchKey(email))
    .executeTakeFirst()

/** Sends nothing where there is no account that needs it; what is written down is alike. */
async function sendVerification(
  context: Pick<Context, 'tokens' | 'db' | 'clock' | 'origins' | 'outbox' | 'afterCommit'>,
  { id, email, firstName = '' }: { id?: string; email: string; firstName?: string },
): Promise<void> {
  const emailKey = searchKey(email)
  const purpose = { kind: 'email', subject: emailKey, bound: emailKey, userId: id ?? null } as const
  const code = await makeCode(coding(context), purpose)
  if (id) {
    const mail = verificationMail(context.origins, firstName, code)
    await queueMessage(context.db, { channel: 'mail', recipient: email, ...mail }, context.clock.now())
  }
  context.afterCommit(() => void context.outbox.wake())
}

/** The address is the person's; an organization that waited for this may work from now on. Throws INVALID_CODE. */
async function confirmEmail(db: Db, userId: string, emailKey: string, now: string): Promise<void> {
  const updated = await db
    .updateTable('users')
    .set({ emailVerified: 1, updatedAt: now })
    .where('id', '=', userId)
    .where('emailKey', '=', emailKey)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) throw invalidCode()
  await db
    .updateTable('organizations')
    .set({ unconfirmed: 0 })
    .where('id', 'in', (query) => query.selectFrom('users').select('organizationId').where('id', '=', userId))
    .where('unconfirmed', '=', 1)
    .execute()
}
