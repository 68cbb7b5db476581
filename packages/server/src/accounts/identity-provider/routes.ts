import {
  emailDomains,
  type IdentityProviderAnswer,
  identityProvider,
} from '@vitrine/contract/api/accounts/identity-provider'
import { ROLES } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import { knownOrganization } from '#accounts/organizations/queries.ts'
import { originsAt } from '#accounts/site/queries.ts'
import { type Context, feature, prepare } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError, forbidden, invalid } from '#lib/errors.ts'
import { addressesOf } from './addresses.ts'
import { addDomain, getDomain, listDomains, proveDomain, verifyDomain } from './domains.ts'
import { OpenId } from './open-id.ts'
import { getProvider, removeProvider, saveProvider } from './queries.ts'

type Needs = Pick<Platform, 'seal' | 'clock' | 'settings' | 'log' | 'tokens' | 'origins'>

export const identityProviderFeature = feature(identityProvider, (services: Needs) => {
  const openId = new OpenId(services)
  const { seal, tokens, origins } = services
  const answer = async (
    db: Db,
    organizationId: string,
    { hostname }: { hostname: string },
  ): Promise<IdentityProviderAnswer> => ({
    provider: await getProvider(db, organizationId),
    domains: await listDomains({ db, tokens }, organizationId),
    addresses: addressesOf(await originsAt(db, origins, hostname), organizationId),
  })
  return {
    get: async ({ db, params, request }) => answer(db, await knownOrganization(db, params.id), request),
    update: prepare(
      (context) => checkIssuer(openId, context),
      async ({ db, tenantDb, params, body, session, clock, request }) => {
        const id = await knownOrganization(db, params.id)
        const by = { now: isoTime(clock.now()), sessionId: session.sessionId }
        await saveProvider({ db: tenantDb(id), seal }, id, body, by)
        return answer(db, id, request)
      },
    ),
    remove: async ({ db, tenantDb, params }) => {
      const id = await knownOrganization(db, params.id)
      await removeProvider(tenantDb(id), id)
      return { id }
    },
  }
})

export const emailDomainsFeature = feature(emailDomains, ({ tokens }: Pick<Platform, 'tokens'>) => ({
  add: async ({ organizationFor, tenantDb, body, clock }) => {
    const organizationId = await organizationFor(body.organizationId)
    const at = { db: tenantDb(organizationId), tokens }
    return { domain: await addDomain(at, { ...body, organizationId }, isoTime(clock.now())) }
  },
  verify: prepare(
    async ({ db, params, body, session }) => {
      const row = await getDomain(db, params.id)
      if (body.confirm && session.role !== ROLES.superAdmin) throw forbidden()
      if (!body.confirm && row.verifiedAt === null) await proveDomain(tokens, row)
    },
    async ({ db, tenantDb, params, body, clock }) => {
      const row = await getDomain(db, params.id)
      const how = { verifiedBy: body.confirm ? 'operator' : 'dns', now: clock.now() } as const
      return { domain: await verifyDomain({ db: tenantDb(row.organizationId), tokens }, row, how) }
    },
  ),
  remove: async ({ db, params }) => {
    const { id } = await getDomain(db, params.id)
    await db.deleteFrom('email_domains').where('id', '=', id).execute()
    return { id }
  },
}))

/** A new issuer must answer. An old one needn't, or a failing provider couldn't be changed. Throws INVALID. */
async function checkIssuer(
  openId: OpenId,
  { db, params, body, session }: Context<typeof identityProvider.update>,
): Promise<void> {
  const id = await knownOrganization(db, params.id)
  const before = await getProvider(db, id)
  if (before?.issuer === body.issuer) return
  try {
    await openId.check({ issuer: body.issuer, organizationId: id }, session.userId)
  } catch (error) {
    const isOurs = error instanceof AppError && error.errKey !== 'TOO_MANY_REQUESTS'
    throw isOurs ? invalid({ issuer: rule('no_provider') }) : error
  }
}
