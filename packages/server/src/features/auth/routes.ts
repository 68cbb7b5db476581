import { auth } from '@vitrine/contract/auth'
import { rule } from '@vitrine/contract/rules'
import { feature, prepare, type Services } from '#features/handler.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, invalid, sessionExpired } from '#lib/errors.ts'
import { hashPassword, verifyPassword } from '#lib/passwords.ts'
import { searchKey } from '#lib/search-key.ts'
import { profileOf, rotateSession, startSession } from './queries.ts'

export const authFeature = feature(auth, {
  login: prepare(
    async ({ db, body }) => {
      const user = await db
        .selectFrom('users')
        .select(['id', 'organizationId', 'passwordHash'])
        .where('emailKey', '=', searchKey(body.email))
        .executeTakeFirst()
      if (!(await verifyPassword(body.password, user?.passwordHash)) || !user)
        throw new AppError('LOGIN_FAILED', 'Login Failed')
      return user
    },
    async (context, user) => {
      const { db, clock } = context
      const { sessionId, refreshToken } = await startSession(db, user, false, clock.now())
      const profile = await profileOf(context, db, { userId: user.id, sessionId, kiosk: false })
      return { ...(await accessOf(context, sessionId)), refreshToken, profile }
    },
  ),
  refresh: prepare(
    // A transaction of its own: ending a stolen family must stay done although the call is refused.
    async (context) => {
      const { db, body, clock } = context
      return db.transaction().execute((tx) => rotateSession(context, tx, body.refreshToken, clock.now()))
    },
    async (context, rotated) => {
      if (!rotated) throw sessionExpired()
      return { ...(await accessOf(context, rotated.sessionId)), refreshToken: rotated.refreshToken }
    },
  ),
  profile: async (context) => ({ profile: await profileOf(context, context.db, context.session) }),
  updateProfile: prepare(
    async ({ db, session, body }) => {
      if (!body.password) return ''
      const row = await db
        .selectFrom('users')
        .select('passwordHash')
        .where('id', '=', session.userId)
        .executeTakeFirst()
      if (!(await verifyPassword(body.currentPassword ?? '', row?.passwordHash)))
        throw invalid({ currentPassword: rule('invalid') })
      return hashPassword(body.password)
    },
    async (context, passwordHash) => {
      const { db, session, body, clock } = context
      const { mobile } = await profileOf(context, db, session)
      await db
        .updateTable('users')
        .set({
          firstName: body.firstName,
          lastName: body.lastName,
          nameKey: searchKey(`${body.firstName} ${body.lastName}`),
          mobile: body.mobile,
          ...(body.mobile !== mobile && { mobileVerified: 0 as const }),
          ...(passwordHash && { passwordHash }),
          updatedAt: isoTime(clock.now()),
        })
        .where('id', '=', session.userId)
        .execute()
      if (passwordHash)
        await db
          .deleteFrom('sessions')
          .where('userId', '=', session.userId)
          .where('id', '!=', session.sessionId)
          .execute()
      return { profile: await profileOf(context, db, session) }
    },
  ),
})

async function accessOf({ tokens, clock }: Pick<Services, 'tokens' | 'clock'>, sessionId: string) {
  const now = clock.now()
  return { token: await tokens.access(sessionId, now), mediaToken: await tokens.media(sessionId, now) }
}
