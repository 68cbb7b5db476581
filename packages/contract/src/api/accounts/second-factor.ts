import { z } from 'zod'
import { requiredText } from '#api/base/inputs.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { Profile } from './auth.ts'

export const FACTOR_CODE_DIGITS = 6
/** Codes for a person without their phone. Each works once. */
export const RECOVERY_CODES = 10

/** People who logged in through a provider don't enter one. */
export const CurrentPassword = z.object({ currentPassword: z.string().max(200, rule('max', 200)).optional() })
export const FactorCode = z.object({
  code: requiredText(20).regex(/^\d{3} ?\d{3}$/, rule('digits', FACTOR_CODE_DIGITS)),
})

/** Codes of an app on a person's phone (RFC 6238), which a login asks for after the password. */
export const secondFactor = {
  begin: route({
    method: 'POST',
    path: '/auth/second-factor',
    summary: 'Get a new secret for an authenticator app; it counts once a code confirms it',
    event: 'second-factor.started',
    who: { write: 'profile' },
    keys: false,
    body: CurrentPassword,
    secret: true,
    /** `address`: the `otpauth:` URI of the QR code. */
    response: z.object({ secret: z.string(), address: z.string() }),
    errors: ['LOGIN_AGAIN', 'TOO_MANY_REQUESTS'],
    budget: 'passwords',
  }),
  confirm: route({
    method: 'POST',
    path: '/auth/second-factor/confirm',
    summary: 'Turn the second factor on with a first code; ends your other sessions',
    event: 'second-factor.set',
    who: { write: 'profile' },
    keys: false,
    body: FactorCode,
    secret: true,
    response: z.object({ recoveryCodes: z.array(z.string()), profile: Profile }),
    errors: ['CODE_WRONG', 'TOO_MANY_REQUESTS'],
    budget: 'passwords',
  }),
  remove: route({
    method: 'POST',
    path: '/auth/second-factor/remove',
    summary: 'Turn your second factor off; refused if your organization requires it',
    event: 'second-factor.removed',
    who: { write: 'profile' },
    keys: false,
    body: CurrentPassword,
    response: z.object({ profile: Profile }),
    errors: ['LOGIN_AGAIN', 'TOO_MANY_REQUESTS'],
    budget: 'passwords',
  }),
}
