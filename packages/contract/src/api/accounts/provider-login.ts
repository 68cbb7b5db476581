import { z } from 'zod'
import { Id, IdParams } from '#api/base/entity.ts'
import { requiredText } from '#api/base/inputs.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { Profile, Session } from './auth.ts'
import { PasskeyProof } from './passkey-proof.ts'

const ticket = () => z.string().min(1).max(8000)

const Begin = z.union([
  z.object({ organizationId: Id }),
  z.object({
    email: z
      .string({ error: rule('required') })
      .trim()
      .min(1, rule('required'))
      .max(254, rule('max', 254)),
  }),
])

/**
 * Login through the organization's OpenID Connect provider, in three calls: `begin` sends the browser to the provider,
 * `finish` checks the provider's answer, and `enter` starts the session. The tickets between them are sealed, so
 * the server keeps nothing for callers who haven't logged in.
 */
export const providerLogin = {
  begin: route({
    method: 'POST',
    path: '/auth/provider/begin',
    summary: 'Get the address of the provider at which a person logs in',
    who: 'public',
    write: false,
    body: Begin,
    secret: true,
    /** The browser keeps the ticket, and opens the address. */
    response: z.object({ address: z.string(), state: z.string(), ticket: z.string() }),
    errors: ['NOT_FOUND', 'PROVIDER_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  }),
  finish: route({
    method: 'POST',
    path: '/auth/provider/finish',
    summary: "Check the provider's answer",
    who: 'public',
    write: false,
    body: z.object({
      ticket: ticket(),
      /** The query with which the provider sent the browser back. */
      answer: z.string().min(1).max(8000),
    }),
    secret: true,
    /** `asks`: what `enter` needs besides the ticket; `password`: of the existing account, to tie it to the provider. */
    response: z.object({
      ticket: z.string(),
      email: z.string(),
      asks: z.enum(['password']).nullable(),
    }),
    errors: [
      ...(['PROVIDER_REFUSED', 'PROVIDER_ADDRESS', 'PROVIDER_NO_ACCOUNT'] as const),
      ...(['PROVIDER_UNAVAILABLE', 'TOO_MANY_REQUESTS'] as const),
    ],
  }),
  enter: route({
    method: 'POST',
    path: '/auth/provider/enter',
    summary: 'Start a session with a checked answer of the provider',
    event: 'login',
    who: 'public',
    body: z.object({
      ticket: ticket(),
      password: z.string().max(200, rule('max', 200)).optional(),
      /** Of the second factor, if the provider asked for none. */
      code: z.string().trim().max(40, rule('max', 40)).optional(),
      /** In place of the code. */
      passkey: PasskeyProof.optional(),
    }),
    fullDisk: 'allow',
    response: Session.extend({ profile: Profile }),
    write: 'quick',
    errors: [
      ...(['LOGIN_FAILED', 'PROVIDER_REFUSED', 'PROVIDER_ADDRESS', 'PROVIDER_NO_ACCOUNT'] as const),
      ...(['CODE_NEEDED', 'CODE_WRONG', 'PASSKEY_NEEDED', 'PASSKEY_WRONG'] as const),
      ...(['PASSKEY_ELSEWHERE', 'TOO_MANY_REQUESTS'] as const),
    ],
  }),
  /** OpenID Connect Back-Channel Logout 1.0, sent by the provider. */
  logout: route({
    method: 'POST',
    path: '/auth/provider/:id/logout',
    summary: "End the sessions that a provider's logout token names",
    event: 'logout',
    who: 'public',
    form: true,
    params: IdParams,
    body: z.object({ logout_token: requiredText(8000) }),
    fullDisk: 'allow',
    response: z.object({ ended: z.int() }),
    errors: ['NOT_FOUND', 'PROVIDER_REFUSED', 'PROVIDER_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  }),
}
