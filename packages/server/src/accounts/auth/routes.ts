import { auth, type Credentials } from '@vitrine/contract/api/accounts/auth'
import { searchKey } from '@vitrine/contract/search-key'
import { doerOf } from '#accounts/authors/queries.ts'
import { confirmPassword, type Mailing } from '#accounts/credentials/api.ts'
import { provePerson, provingUser } from '#accounts/credentials/prove.ts'
import { rememberAddress, spendNonce } from '#accounts/credentials/queries.ts'
import { checkKioskCode } from '#accounts/kiosk/queries.ts'
import { endOtherSessions } from '#accounts/sessions/queries.ts'
import { type Context, feature, hashCaller, prepare } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { isoTime } from '#lib/clock.ts'
import { sessionExpired } from '#lib/errors.ts'
import { addressKey } from '#lib/http/address-key.ts'
import { hashPassword } from '#lib/security/passwords.ts'
import { accessOf, endSessionOf, profileOf, rotateSession, startSession } from './queries.ts'
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

async function checkPassword(
  services: Pick<Needs, 'guard' | 'seal' | 'origins'>,
  context: Context<typeof auth.login>,
): Promise<Known> {
  const { email, password, code, passkey } = context.body as Credentials
  const emailKey = searchKey(email)
  const user = await provingUser(context.db, 'emailKey', emailKey)
  return {
    user: await provePerson(services, context, {
      ...{ emailKey, user, password, code, passkey, refusesPassword: true },
    }),
    kiosk: false,
  }
}
