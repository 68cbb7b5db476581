import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id, IdAnswer, IdParams, Timestamp, Version } from '#api/base/entity.ts'
import { optionalText, requiredText } from '#api/base/inputs.ts'
import { ROLES } from '#permissions.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { Permission } from './users.ts'

export const DOMAINS_MAX = 20
const GROUPS_MAX = 50

/** No group, and no provider, makes super admins. */
const ProviderRole = z.enum([ROLES.admin, ROLES.user])

/**
 * Whether a login at the provider counts as one with a second factor: always, only if the provider says that it asked for
 * one (`amr` or `acr` of the ID token), or never.
 */
export const PROVIDER_FACTORS = ['always', 'claimed', 'never'] as const

const fields = {
  /** As in the provider's `.well-known/openid-configuration`. */
  issuer: z
    .string({ error: rule('required') })
    .trim()
    .min(1, rule('required'))
    .max(500, rule('max', 500))
    .regex(/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/, rule('url')),
  clientId: requiredText(300),
  defaultRole: ProviderRole,
  /** A custom role of those who get the default role of a regular user. */
  defaultRoleId: Id.nullable().default(null),
  /** Of regular users whose accounts a login creates. */
  permissions: boundedList(z.array(Permission).max(20)).default([]),
  /** The claim that lists a person's groups; empty: groups aren't used. */
  groupsClaim: optionalText(100),
  /** The role of the first of these groups that a person is in; lines without a group are ignored. */
  groups: boundedList(
    z
      .array(z.object({ group: optionalText(200), role: ProviderRole, roleId: Id.nullable().default(null) }))
      .max(GROUPS_MAX, rule('max_value', GROUPS_MAX)),
  ).default([]),
  /** A first login creates the account. */
  createsAccounts: z.boolean(),
  /** The provider verifies every address that it names, but doesn't say so in `email_verified`. */
  trustsEmail: z.boolean(),
  factor: z.enum(PROVIDER_FACTORS),
  /** People can't log in with a password, except for the one of `breakGlassId`. */
  required: z.boolean(),
  breakGlassId: Id.nullable(),
}

export const IdentityProvider = z.object({
  /** Of these settings, for recorded saves. */
  id: z.string(),
  ...fields,
  permissions: z.array(Permission),
  defaultRoleId: Id.nullable(),
  groups: z.array(z.object({ group: z.string(), role: ProviderRole, roleId: Id.nullable().default(null) })),
  /** The secret itself is never answered. */
  hasSecret: z.boolean(),
  version: z.int(),
})
export type IdentityProvider = z.infer<typeof IdentityProvider>

export const IdentityProviderUpdate = z
  .object({
    ...fields,
    /** Absent or empty: unchanged, unless the issuer changes, which must not get the secret of another. */
    clientSecret: z.string().trim().max(500, rule('max', 500)).optional(),
    version: Version,
  })
  .refine(({ required, breakGlassId }) => !required || breakGlassId !== null, {
    path: ['breakGlassId'],
    message: rule('required'),
  })
export type IdentityProviderUpdate = z.output<typeof IdentityProviderUpdate>

/** A domain of email addresses. Logins through a provider count only for addresses of verified ones. */
export const EmailDomain = z.object({
  id: Id,
  domain: z.string(),
  verifiedAt: Timestamp.nullable(),
  /** `operator`: a super admin of this server confirmed it. */
  verifiedBy: z.enum(['dns', 'operator']).nullable(),
  /** The TXT record that proves control of the domain. */
  record: z.object({ name: z.string(), value: z.string() }),
})
export type EmailDomain = z.infer<typeof EmailDomain>

export const EmailDomainInput = z.object({
  /** Super admins choose; other callers get their own organization. */
  organizationId: Id.optional(),
  domain: z
    .string({ error: rule('required') })
    .trim()
    .toLowerCase()
    .min(1, rule('required'))
    .max(253, rule('max', 253))
    .regex(/^(?!-)[\p{L}\p{N}-]{1,63}(\.(?!-)[\p{L}\p{N}-]{1,63})+$/u, rule('invalid')),
})

const Answer = z.object({
  /** Null: people log in with passwords only. */
  provider: IdentityProvider.nullable(),
  domains: z.array(EmailDomain),
  /** What the provider needs to know: `redirect` and `logout` (back-channel); `login` is for people. */
  addresses: z.object({ redirect: z.string(), logout: z.string(), login: z.string() }),
})
export type IdentityProviderAnswer = z.infer<typeof Answer>

/** How an organization's people log in through its OpenID Connect provider. */
export const identityProvider = {
  get: route({
    method: 'GET',
    path: '/organizations/:id/identity-provider',
    summary: "Get an organization's OpenID Connect provider and its email domains",
    who: { write: 'own-organization' },
    keys: false,
    params: IdParams,
    response: Answer,
  }),
  update: route({
    method: 'PUT',
    path: '/organizations/:id/identity-provider',
    summary: "Set an organization's OpenID Connect provider; a new issuer must answer",
    event: 'identity-provider.changed',
    who: { write: 'own-organization' },
    keys: false,
    params: IdParams,
    body: IdentityProviderUpdate,
    response: Answer,
    errors: ['CONFLICT', 'TOO_MANY_REQUESTS'],
    budget: 'fetches',
  }),
  remove: route({
    method: 'DELETE',
    path: '/organizations/:id/identity-provider',
    summary: 'Remove the provider and its ties to accounts; the accounts stay',
    event: 'identity-provider.deleted',
    who: { write: 'own-organization' },
    keys: false,
    params: IdParams,
    response: IdAnswer,
  }),
}

/** Kept apart from the provider, so that another one can follow it. */
export const emailDomains = {
  add: route({
    method: 'POST',
    path: '/email-domains',
    summary: 'Add a domain of email addresses, still to be verified',
    event: 'email-domain.created',
    who: { write: 'own-organization' },
    keys: false,
    body: EmailDomainInput,
    response: z.object({ domain: EmailDomain }),
    status: 201,
  }),
  verify: route({
    method: 'POST',
    path: '/email-domains/:id/verify',
    summary: 'Verify a domain by its TXT record, or as a super admin without one',
    event: 'email-domain.verified',
    who: { write: 'own-organization' },
    keys: false,
    params: IdParams,
    /** Super admins only: the domain counts without a record. */
    body: z.object({ confirm: z.boolean().optional() }),
    response: z.object({ domain: EmailDomain }),
    errors: ['DOMAIN_TAKEN', 'RECORD_MISSING', 'TOO_MANY_REQUESTS'],
    budget: 'fetches',
  }),
  remove: route({
    method: 'DELETE',
    path: '/email-domains/:id',
    summary: 'Remove a domain; its addresses no longer lead to the provider',
    event: 'email-domain.deleted',
    who: { write: 'own-organization' },
    keys: false,
    params: IdParams,
    response: IdAnswer,
  }),
}
