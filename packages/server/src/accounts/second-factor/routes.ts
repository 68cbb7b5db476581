import { secondFactor } from '@vitrine/contract/api/accounts/second-factor'
import { profileOf } from '#accounts/auth/queries.ts'
import { confirmPassword } from '#accounts/credentials/api.ts'
import type { LoginGuard } from '#accounts/credentials/login-guard.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
} from '#accounts/credentials/second-factor.ts'
import { endOtherSessions } from '#accounts/sessions/queries.ts'
import { feature, prepare } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { AppError } from '#lib/errors.ts'

type Needs = Pick<Platform, 'tokens' | 'clock' | 'settings' | 'seal'> & { guard: LoginGuard }

export const secondFactorFeature = feature(secondFactor, (services: Needs) => ({
  begin: prepare(
    (context) => confirmPassword(services.guard, context, context.session, context.body.currentPassword),
    async ({ db, session }) => {
      const { email } = await profileOf(services, db, session)
      const { userId: id, organizationId } = session
      return beginSecondFactor({ seal: services.seal, db }, { id, organizationId, email })
    },
  ),
  confirm: async ({ db, session, body, clock }) => {
    const proving = { seal: services.seal, db, now: clock.now() }
    const recoveryCodes = await confirmSecondFactor(proving, session.userId, body.code)
    // They were logged in without it.
    await endOtherSessions(db, session)
    return { recoveryCodes, profile: await profileOf(services, db, session) }
  },
  remove: prepare(
    (context) => confirmPassword(services.guard, context, context.session, context.body.currentPassword),
    async ({ db, session }) => {
      await removeSecondFactor(db, session.userId)
      const profile = await profileOf(services, db, session)
      if (profile.organization.requiresSecondFactor && !profile.secondFactor)
        throw new AppError('FORBIDDEN', 'Your organization requires a second factor')
      return { profile }
    },
  ),
}))
