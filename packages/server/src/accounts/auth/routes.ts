import { auth, type Credentials } from '@vitrine/contract/api/accounts/auth'
import { searchKey } from '@vitrine/contract/search-key'
import { doerOf } from '#accounts/authors/queries.ts'
import { confirmPassword, type Mailing } from '#accounts/credentials/api.ts'
import { isKnownAddress, rememberAddress } from '#accounts/credentials/queries.ts'
import { codeWrong, proveSecondFactor } from '#accounts/credentials/second-factor.ts'
import { checkKioskCode, spendNonce } from '#accounts/kiosk/queries.ts'
import { endOtherSessions } from '#accounts/sessions/queries.ts'
import { type Context, feature, hashCaller, prepare } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { isoTime } from '#lib/clock.ts'
import { loginFailed, sessionExpired } from '#lib/errors.ts'
import { addressKey } from '#lib/http/address-key.ts'
import { hashPassword, verifyPassword } from '#lib/security/passwords.ts'
import { endSessionOf, profileOf, rotateSession, startSession } from './queries.ts'
import { verification } from './verification.ts'

type Needs = Mailing & Pick<Platform, 'clock' | 'seal' | 'settings'>

export const authFeature = feature(auth, (services: Needs) => ({
  login: prepare(
    (context) =>
      'kioskCode' in context.body
        ? checkKioskCode(services.seal, context, context.body.kioskCode)
        : checkPassword(services, context),
    async (context, { user, kiosk, nonce }) => {
      const { db, clock, request } = context
      const now = clock.now()
      const userAgent = request.headers['user-agent'] ?? ''
      if (nonce) await spendNonce(db, nonce, now)
      else await rememberAddress(db, user, addressKey(request.ip), now)
      const { sessionId, refreshToken } = await startSession(
        { db, tokens: services.tokens },
        user,
        { kiosk, userAgent, address: request.ip },
        now,
      )
      const profile = await profileOf(services, db, { userId: user.id, sessionId, kiosk })
      return { ...(await accessOf(services, sessionId)), refreshToken, profile }
    },
  ),
  ...verification(services),
  refresh: prepare(
    (context) => rotateSession(services, context, context.body.refreshToken),
    async (_context, rotated) => {
      if (!rotated) throw sessionExpired()
      return { ...(await accessOf(services, rotated.sessionId)), refreshToken: rotated.refreshToken }
    },
  ),
  logout: async ({ db, body, actsAs }) => {
    const userId = await endSessionOf(db, body.refreshToken)
    const doer = userId === undefined ? undefined : await doerOf(db, userId)
    if (doer) actsAs(doer)
    return { message: 'Logout Successfully' }
  },
  profile: async (context) => ({ profile: await profileOf(services, context.db, context.session) }),
  updateProfile: prepare(
    async (context) => {
      const { password, currentPassword } = context.body
      if (!password) return ''
      await confirmPassword(services.guard, context, context.session, currentPassword)
      return hashPassword(password, hashCaller(context))
    },
    async (context, passwordHash) => {
      const { db, session, body, clock } = context
      const { mobile } = await profileOf(services, db, session)
      await db
        .updateTable('users')
        .set((row) => ({
          firstName: body.firstName,
          lastName: body.lastName,
          nameKey: searchKey(`${body.firstName} ${body.lastName}`),
          mobile: body.mobile,
          ...(body.mobile !== mobile && { mobileVerified: 0 as const }),
          ...(passwordHash && { passwordHash }),
          version: row('version', '+', 1),
          updatedAt: isoTime(clock.now()),
        }))
        .where('id', '=', session.userId)
        .execute()
      if (passwordHash) await endOtherSessions(db, session)
      return { profile: await profileOf(services, db, session) }
    },
  ),
}))

interface Known {
  user: { id: string; organizationId: string }
  kiosk: boolean
  /** The kiosk code's nonce, still to be consumed. */
  nonce?: { id: string; expiresAt: number }
}

/**
 * Rate limited by account and address. An unknown account is refused like a wrong password, in the same time. A wrong
 * code counts like a wrong password; a missing one neither counts nor clears what was counted, or it would let guesses
 * of codes begin again.
 */
async function checkPassword(
  { guard, seal }: Pick<Needs, 'guard' | 'seal'>,
  { db, body, request, clock }: Context<typeof auth.login>,
): Promise<Known> {
  const { email, password, code } = body as Credentials
  const now = clock.now()
  const emailKey = searchKey(email)
  const address = addressKey(request.ip)
  const user = await db
    .selectFrom('users')
    .select(['id', 'organizationId', 'passwordHash'])
    .where('emailKey', '=', emailKey)
    .executeTakeFirst()
  const known = await isKnownAddress(db, user?.id ?? '', address, now)
  let isCodeWrong = false
  const right = await guard.run({ account: emailKey, address, now, known }, async () => {
    const isPassword = await verifyPassword(password, user?.passwordHash, { owner: address, known })
    if (!isPassword || !user) return null
    isCodeWrong = !(await proveSecondFactor({ seal, db, now }, user.id, code))
    return isCodeWrong ? null : user
  })
  if (isCodeWrong) throw codeWrong()
  if (!right) throw loginFailed()
  return { user: right, kiosk: false }
}

async function accessOf({ tokens, clock }: Pick<Platform, 'tokens' | 'clock'>, sessionId: string) {
  const now = clock.now()
  return { token: await tokens.access(sessionId, now), mediaToken: await tokens.media(sessionId, now) }
}
