import type { auth } from '@vitrine/contract/api/accounts/auth'
import { ROLES } from '@vitrine/contract/permissions'
import { searchKey } from '@vitrine/contract/search-key'
import { doerOf } from '#accounts/authors/queries.ts'
import { coding, countRequest, type Mailing, resetBound } from '#accounts/credentials/api.ts'
import type { LoginGuard } from '#accounts/credentials/login-guard.ts'
import { existingAccountMail, mobileText, resetMail, verificationMail } from '#accounts/credentials/mails.ts'
import {
  findLinkCode,
  guessMobileCode,
  invalidCode,
  isKnownAddress,
  makeCode,
  spendCode,
} from '#accounts/credentials/queries.ts'
import { freeOrganizationName, insertOrganization } from '#accounts/organizations/queries.ts'
import { consoleOf } from '#accounts/site/queries.ts'
import { insertUser } from '#accounts/users/queries.ts'
import { type Context, type Handlers, hashCaller, prepare } from '#base/handler.ts'
import { queueMessage } from '#base/outbox/queries.ts'
import type { Platform } from '#base/platform.ts'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { forbidden } from '#lib/errors.ts'
import { addressKey } from '#lib/http/address-key.ts'
import { hashPassword } from '#lib/security/passwords.ts'

type Calls =
  | 'register'
  | 'sendEmail'
  | 'verifyEmail'
  | 'sendMobileCode'
  | 'verifyMobile'
  | 'resetPassword'
  | 'verifyPassword'

/** Handlers of registration and of emailed codes. */
export const verification = (
  services: Mailing & Pick<Platform, 'settings'>,
): Pick<Handlers<typeof auth>, Calls> => ({
  register: prepare(
    async (context) => {
      if (services.settings.REGISTRATION === 'closed') throw forbidden()
      countRequest(services.guard, context)
      return hashPassword(context.body.password, hashCaller(context))
    },
    async (context, passwordHash) => {
      const { db, body, clock } = context
      const now = isoTime(clock.now())
      const wanted = body.organizationName || `${body.firstName} ${body.lastName}`
      const done = { message: 'Account created' }
      // Concurrent registrations wait for each other from here, so that the second finds the first's address.
      const name = await freeOrganizationName(db, wanted)
      const existing = await findByEmail(db, body.email)
      const organizationId = await insertOrganization(db, name, false, now)
      await db.updateTable('organizations').set({ unconfirmed: 1 }).where('id', '=', organizationId).execute()
      // An address with an account causes the same writes, so that timing doesn't reveal it.
      const email = existing ? `${organizationId}@invalid` : body.email
      const person = { ...body, email, role: ROLES.admin, permissions: [], organizationId, passwordHash }
      const id = await insertUser(db, person, now)
      if (existing) {
        await db.deleteFrom('users').where('id', '=', id).execute()
        await db.deleteFrom('organizations').where('id', '=', organizationId).execute()
      }
      await sendVerification(services, context, existing ?? { id, ...body, organizationId, emailVerified: 0 })
      return done
    },
  ),

  sendEmail: async (context) => {
    const { email } = context.body
    const user = await findByEmail(context.db, email)
    await countRequestFor(services.guard, context, user)
    await sendVerification(services, context, user?.emailVerified === 0 ? user : { email, known: user })
    return { message: "If the account exists, we've sent a verification email" }
  },

  verifyEmail: async (context) => {
    const { db, params, clock } = context
    const code = await findLinkCode(coding(services.tokens, context), 'email', params.code)
    await spendCode(db, code)
    await confirmEmail(db, code.userId, code.bound, isoTime(clock.now()))
    await actAs(context, code.userId)
    return { message: 'Email verified' }
  },

  sendMobileCode: async (context) => {
    const { db, body, session, clock } = context
    countRequest(services.guard, context, session.userId)
    const purpose = {
      kind: 'mobile',
      subject: session.userId,
      bound: body.mobile,
      userId: session.userId,
      known: 1,
    } as const
    const { code, expiresAt } = await makeCode(coding(services.tokens, context), purpose)
    const to = { owner: session.organizationId, channel: 'sms', recipient: body.mobile } as const
    await queueMessage(db, { ...to, ...mobileText(code), secretUntil: expiresAt }, clock.now())
    context.afterCommit(() => void services.outbox.wake())
    return { message: 'Code sent' }
  },

  verifyMobile: prepare(
    (context) =>
      guessMobileCode(
        coding(services.tokens, context),
        context.session.userId,
        context.body.mobile,
        context.body.code,
      ),
    async ({ db, body, session, clock }, code) => {
      await spendCode(db, code)
      await db
        .updateTable('users')
        .set({ mobile: body.mobile, mobileVerified: 1, updatedAt: isoTime(clock.now()) })
        .where('id', '=', session.userId)
        .execute()
      return { message: 'Mobile number verified' }
    },
  ),

  resetPassword: async (context) => {
    const { db, body, clock } = context
    const user = await findByEmail(db, body.email)
    await countRequestFor(services.guard, context, user)
    const purpose = {
      kind: 'reset',
      subject: searchKey(body.email),
      bound: user ? resetBound(user) : '',
      userId: user?.id ?? null,
      known: await countOfAccount(services.guard, context, 'reset', body.email, user),
    } as const
    const { code, expiresAt } = await makeCode(coding(services.tokens, context), purpose)
    const origins = await consoleOf(db, services.origins, user?.organizationId ?? '')
    if (user) {
      const mail = {
        owner: user.organizationId,
        channel: 'mail',
        recipient: user.email,
        ...resetMail(origins, user.firstName, code),
      } as const
      await queueMessage(db, { ...mail, secretUntil: expiresAt }, clock.now())
    }
    context.afterCommit(() => void services.outbox.wake())
    return { message: "If the account exists, we've sent a password reset email" }
  },

  verifyPassword: prepare(
    async (context) => {
      // Checked before hashing, so that made-up codes cost nothing.
      const code = await findLinkCode(coding(services.tokens, context), 'reset', context.body.code)
      return { code, passwordHash: await hashPassword(context.body.password, hashCaller(context)) }
    },
    async (context, { code, passwordHash }) => {
      const { db, clock } = context
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
      // The person received the email, which proves the address.
      await confirmEmail(db, code.userId, user.emailKey, now)
      await actAs(context, code.userId)
      return { message: 'Password changed' }
    },
  ),
})

/** The caller who has a person's code acts as this person. */
async function actAs({ db, actsAs }: Pick<Context, 'db' | 'actsAs'>, userId: string): Promise<void> {
  const doer = await doerOf(db, userId)
  if (doer) actsAs(doer)
}

/** Strangers at an address share its limit; a person who logged in from it before has their own. */
async function countRequestFor(
  guard: LoginGuard,
  context: Pick<Context, 'db' | 'request' | 'clock'>,
  user: { id: string } | undefined,
): Promise<void> {
  const { db, request, clock } = context
  const isKnown = await isKnownAddress(db, user?.id ?? '', addressKey(request.ip), clock.now())
  countRequest(guard, context, isKnown ? user?.id : undefined)
}

/**
 * Limits the messages that an unknown address can send to one account. Returns 1, unlimited here, for an address from
 * which the owner logged in before: its codes are counted separately. Throws TOO_MANY_REQUESTS.
 */
async function countOfAccount(
  guard: LoginGuard,
  { db, request, clock }: Pick<Context, 'db' | 'request' | 'clock'>,
  kind: 'email' | 'reset',
  email: string,
  user: { id: string } | undefined,
): Promise<0 | 1> {
  const now = clock.now()
  const address = addressKey(request.ip)
  if (await isKnownAddress(db, user?.id ?? '', address, now)) return 1
  const pair = `${kind} ${searchKey(email)} ${address}`
  guard.messagesToAccount.check(pair, now)
  guard.messagesToAccount.hit(pair, now)
  return 0
}

const findByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'organizationId', 'email', 'emailKey', 'firstName', 'emailVerified', 'passwordHash'])
    .where('emailKey', '=', searchKey(email))
    .executeTakeFirst()

interface Addressee {
  /** Absent: nothing is sent. */
  id?: string
  organizationId?: string
  email: string
  firstName?: string
  emailVerified?: 0 | 1
  /** The account at the address when nothing is sent. */
  known?: { id: string } | undefined
}

/**
 * Sends a verification email, or notifies the owner of a verified account. Without an account it sends nothing, but
 * writes as much, to take the same time.
 */
async function sendVerification(
  services: Mailing,
  context: Pick<Context, 'db' | 'clock' | 'afterCommit' | 'request'>,
  { id, organizationId = '', email, firstName = '', emailVerified, known }: Addressee,
): Promise<void> {
  const { db, clock } = context
  const origins = await consoleOf(db, services.origins, organizationId)
  const emailKey = searchKey(email)
  const purpose = {
    kind: 'email',
    subject: emailKey,
    bound: emailKey,
    userId: id ?? null,
    known: await countOfAccount(services.guard, context, 'email', email, id === undefined ? known : { id }),
  } as const
  const { code, expiresAt } = await makeCode(coding(services.tokens, context), purpose)
  const mail = { owner: organizationId, channel: 'mail', recipient: email } as const
  if (id && emailVerified === 1)
    await queueMessage(db, { ...mail, ...existingAccountMail(origins, firstName) }, clock.now())
  else if (id)
    await queueMessage(
      db,
      { ...mail, ...verificationMail(origins, firstName, code), secretUntil: expiresAt },
      clock.now(),
    )
  context.afterCommit(() => void services.outbox.wake())
}

/** Marks the address as verified; an organization that waited for this can then be used. Throws INVALID_CODE. */
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
