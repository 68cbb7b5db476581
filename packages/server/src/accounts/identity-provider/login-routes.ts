import { providerLogin } from '@vitrine/contract/api/accounts/provider-login'
import { accessOf, profileOf, startSession } from '#accounts/auth/queries.ts'
import type { LoginGuard } from '#accounts/credentials/login-guard.ts'
import { provePerson } from '#accounts/credentials/prove.ts'
import { rememberAddress, spendNonce } from '#accounts/credentials/queries.ts'
import { originsAt } from '#accounts/site/queries.ts'
import { type Context, feature, prepare } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import type { Db } from '#db/schema.ts'
import { AppError, loginFailed, notFound } from '#lib/errors.ts'
import { addressKey } from '#lib/http/address-key.ts'
import { newId } from '#lib/ids.ts'
import { hashSecret } from '#lib/security/tokens.ts'
import { addressesOf } from './addresses.ts'
import { organizationOfEmail } from './domains.ts'
import { type Found, findPerson, tie } from './entering.ts'
import { endNamedSessions } from './logout.ts'
import { OpenId, providerRefused } from './open-id.ts'
import { type Provider, providerOf } from './queries.ts'
import { expiryFrom, type Named, openTicket, sealTicket } from './tickets.ts'

type Needs = Pick<Platform, 'seal' | 'clock' | 'settings' | 'log' | 'tokens' | 'origins'> & {
  guard: LoginGuard
}

export const providerLoginFeature = feature(providerLogin, (services: Needs) => {
  const openId = new OpenId(services)
  const { seal, origins, guard } = services
  /** The provider of a ticket, unless it was replaced in the meantime. */
  const providerFor = async (db: Db, ticket: Pick<Named, 'organizationId' | 'issuer' | 'clientId'>) => {
    const provider = await providerOf({ db, seal }, ticket.organizationId)
    if (!provider || provider.issuer !== ticket.issuer || provider.clientId !== ticket.clientId)
      throw providerRefused('The provider has changed. Log in again.')
    return provider
  }
  return {
    begin: async ({ db, body, request, clock }) => {
      const now = clock.now()
      const by = addressKey(request.ip)
      guard.provider.started.check(by, now)
      guard.provider.started.hit(by, now)
      const organizationId = 'email' in body ? await organizationOfEmail(db, body.email) : body.organizationId
      const provider = organizationId && (await providerOf({ db, seal }, organizationId))
      if (!provider) throw notFound('No organization logs in with this address')
      const { redirect } = addressesOf(
        await originsAt(db, origins, request.hostname),
        provider.organizationId,
      )
      const email = 'email' in body ? body.email : undefined
      const { address, state, nonce, verifier } = await openId.begin(provider, by, redirect, email)
      const { issuer, clientId } = provider
      const ticket = sealTicket(seal, 'going', {
        ...{ id: newId(), organizationId: provider.organizationId, issuer, clientId },
        ...{ state, nonce, verifier, expiresAt: expiryFrom(now) },
      })
      return { address, state, ticket }
    },
    finish: async (context) => {
      const { db, body, request, clock } = context
      const now = clock.now()
      const by = addressKey(request.ip)
      guard.provider.wrong.check(by, now)
      try {
        const going = openTicket(seal, 'going', body.ticket, now)
        const provider = await providerFor(db, going)
        const called = await originsAt(db, origins, request.hostname)
        const address = new URL(addressesOf(called, provider.organizationId).redirect)
        address.search = body.answer
        const claims = await openId.finish(provider, by, { address, ...going })
        const { id, organizationId, issuer, clientId } = going
        const named: Named = {
          ...{ id, organizationId, issuer, clientId, expiresAt: expiryFrom(now) },
          ...claims,
          // Groups without a role would only make the ticket long.
          groups:
            claims.groups?.filter((each) => provider.groups.some(({ group }) => group === each)) ?? null,
        }
        const found = await findPerson(db, provider, named)
        return {
          ticket: sealTicket(seal, 'named', named),
          email: found.how === 'new' ? named.email : '',
          asks: found.how === 'same-address' ? ('password' as const) : null,
        }
      } catch (error) {
        const isRefused = error instanceof AppError && error.errKey !== 'PROVIDER_UNAVAILABLE'
        if (isRefused) guard.provider.wrong.hit(by, now)
        throw error
      }
    },
    enter: prepare(
      (context) => proveNamed(services, context, providerFor),
      async (context, { named, provider, found }) => {
        const { db, clock, request } = context
        const now = clock.now()
        await spendNonce(
          db,
          { id: hashSecret(`provider login ${named.id}`), expiresAt: named.expiresAt },
          now,
        )
        const { identityId, userId } = await tie(context, { provider, named, found })
        const user = { id: userId, organizationId: provider.organizationId }
        await rememberAddress(db, user, addressKey(request.ip), now)
        const { sessionId, refreshToken } = await startSession(
          { db, tokens: services.tokens },
          user,
          {
            ...{ kiosk: false, userAgent: request.headers['user-agent'] ?? '', address: request.ip },
            provider: { identityId, session: named.providerSession, hasFactor: hasFactor(provider, named) },
          },
          now,
        )
        const profile = await profileOf(services, db, { userId, sessionId, kiosk: false })
        return { ...(await accessOf(services, sessionId)), refreshToken, profile }
      },
    ),
    logout: prepare(
      async ({ db, params, body, request, clock }) => {
        const by = addressKey(request.ip)
        guard.provider.wrong.check(by, clock.now())
        const provider = await providerOf({ db, seal }, params.id)
        if (!provider) throw notFound('This organization has no provider')
        try {
          return { provider, token: await openId.logoutToken(provider, by, body.logout_token) }
        } catch (error) {
          guard.provider.wrong.hit(by, clock.now())
          throw error
        }
      },
      async ({ tenantDb, params }, { provider, token }) => ({
        ended: await endNamedSessions(tenantDb(params.id), provider, token),
      }),
    ),
  }
})

/** Whether the login at the provider counts as one with a second factor. */
const hasFactor = ({ factor }: Provider, named: Named): boolean =>
  factor === 'always' || (factor === 'claimed' && named.hasFactor)

interface Proved {
  named: Named
  provider: Provider
  found: Found
}

/** Asks for what the provider's word doesn't prove: a password to tie an account, and a second factor. */
async function proveNamed(
  { seal, guard, origins }: Pick<Needs, 'seal' | 'guard' | 'origins'>,
  context: Context<typeof providerLogin.enter>,
  providerFor: (db: Db, named: Named) => Promise<Provider>,
): Promise<Proved> {
  const { db, body, clock } = context
  const named = openTicket(seal, 'named', body.ticket, clock.now())
  const provider = await providerFor(db, named)
  const found = await findPerson(db, provider, named)
  if (found.how === 'new') return { named, provider, found }
  const { user } = found
  const isNew = found.how === 'same-address'
  if (isNew && !body.password) throw loginFailed()
  await provePerson({ seal, guard, origins }, context, {
    ...{ emailKey: user.emailKey, user, password: isNew ? (body.password ?? '') : null, code: body.code },
    passkey: body.passkey,
    // To tie an account takes all that it asks for.
    hasFactor: !isNew && hasFactor(provider, named),
  })
  return { named, provider, found }
}
