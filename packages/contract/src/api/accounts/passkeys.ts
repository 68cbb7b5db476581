import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id, IdAnswer, IdParams, Timestamp } from '#api/base/entity.ts'
import { requiredText } from '#api/base/inputs.ts'
import { route } from '#route.ts'
import { Profile, Session } from './auth.ts'
import { PasskeyProof, passkeyBytes, passkeyTicket } from './passkey-proof.ts'
import { CurrentPassword } from './second-factor.ts'

export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 60

/** EdDSA, ES256, and RS256, by their COSE numbers: what authenticators in use can do. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const
/** How a browser reaches the authenticator; it says so, and gets it back. */
const transports = boundedList(z.array(z.string().min(1).max(20)).max(8))

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** The authenticator keeps copies elsewhere, such as in an account of the phone's maker. */
  synced: z.boolean(),
  /** The host name of the console where it was added: it works at no other. Null: not known. */
  site: z.string().nullable(),
  createdAt: Timestamp,
  /** When it last logged the person in. */
  usedAt: Timestamp.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: transports.optional(),
})

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z
    .array(z.object({ type: z.literal('public-key'), alg: z.int() }))
    .max(PASSKEY_ALGORITHMS.length),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor).max(PASSKEYS_MAX),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

/** `PublicKeyCredentialRequestOptionsJSON`: the person chooses the passkey, so it names no one. */
const RequestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})

export const PasskeyName = z.object({ name: requiredText(PASSKEY_NAME_MAX) })

/**
 * Passkeys (WebAuthn): kept by a person's device, which checks a fingerprint, a face, or a PIN. One logs its person in
 * alone, and is a second factor after a password.
 */
export const passkeys = {
  list: route({
    method: 'GET',
    path: '/auth/passkeys',
    summary: 'List your passkeys, oldest first',
    who: { read: 'profile' },
    keys: false,
    response: z.object({ passkeys: z.array(Passkey).max(PASSKEYS_MAX) }),
  }),
  begin: route({
    method: 'POST',
    path: '/auth/passkeys/begin',
    summary: 'Get what a browser needs to make a passkey',
    event: 'passkey.started',
    who: { write: 'profile' },
    keys: false,
    body: CurrentPassword,
    write: false,
    secret: true,
    response: z.object({ options: CreationOptions, ticket: z.string() }),
    errors: ['LOGIN_AGAIN', 'PASSKEYS_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
    budget: 'passwords',
  }),
  create: route({
    method: 'POST',
    path: '/auth/passkeys',
    summary: 'Add a passkey; the first second factor of an account ends your other sessions',
    event: 'passkey.added',
    who: { write: 'profile' },
    keys: false,
    body: PasskeyName.extend({
      ticket: passkeyTicket(),
      credential: z.object({
        id: passkeyBytes(1400),
        response: z.object({
          clientDataJSON: passkeyBytes(4000),
          attestationObject: passkeyBytes(10_000),
          transports: transports.optional(),
        }),
      }),
    }),
    status: 201,
    response: z.object({ passkey: Passkey, profile: Profile }),
    errors: ['PASSKEY_WRONG', 'TOO_MANY_REQUESTS'],
    budget: 'passwords',
  }),
  rename: route({
    method: 'PUT',
    path: '/auth/passkeys/:id',
    summary: 'Rename one of your passkeys',
    who: { write: 'profile' },
    keys: false,
    params: IdParams,
    body: PasskeyName,
    response: z.object({ passkey: Passkey }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/auth/passkeys/:id',
    summary:
      'Remove one of your passkeys; refused if it is the second factor that your organization requires',
    event: 'passkey.removed',
    who: { write: 'profile' },
    keys: false,
    params: IdParams,
    body: CurrentPassword,
    response: IdAnswer.extend({ profile: Profile }),
    errors: ['LOGIN_AGAIN', 'TOO_MANY_REQUESTS'],
    budget: 'passwords',
  }),
  beginLogin: route({
    method: 'POST',
    path: '/auth/passkeys/login/begin',
    summary: 'Get what a browser needs to ask for a passkey',
    who: 'public',
    write: false,
    secret: true,
    response: z.object({ options: RequestOptions, ticket: z.string() }),
    errors: ['PASSKEYS_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  }),
  login: route({
    method: 'POST',
    path: '/auth/passkeys/login',
    summary: 'Log in with a passkey alone',
    event: 'login',
    who: 'public',
    body: PasskeyProof,
    fullDisk: 'allow',
    response: Session.extend({ profile: Profile }),
    write: 'quick',
    errors: ['PASSKEY_WRONG', 'PROVIDER_REQUIRED', 'TOO_MANY_REQUESTS'],
  }),
}
