import { ROLES } from '@vitrine/contract/permissions'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Caller, TestServer } from './harness.ts'
import { CLIENT, OffClock, TestProvider } from './identity-provider.ts'

interface Setting {
  provider: TestProvider
  server: TestServer
  superAdmin: Caller
  admin: Caller & { organizationId: string; email: string }
  domain: string
}

/** A server with a provider that it may reach, and before each test an organization with both. */
export function useProviderLogins() {
  const clock = new OffClock()
  const at = {} as Setting
  let made = 0

  beforeAll(async () => {
    at.provider = await TestProvider.start(() => `${at.server.origins.console}/`)
    at.server = await TestServer.start({ LOCAL_HOSTS: at.provider.host }, { clock })
    at.superAdmin = await at.server.signIn()
  }, 60_000)
  afterAll(async () => {
    await at.server?.close()
    await at.provider?.close()
  })

  const settings = (more: object = {}) => ({
    ...{ issuer: at.provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret },
    ...{ defaultRole: ROLES.user, permissions: ['media' as const], groupsClaim: '', groups: [] },
    ...{ createsAccounts: true, trustsEmail: false, factor: 'never' as const, required: false },
    breakGlassId: null,
    ...more,
  })
  const configure = (more: object = {}, caller: Caller & { organizationId: string } = at.admin) =>
    caller.api.identityProvider.update({ params: { id: caller.organizationId }, body: settings(more) })
  const addDomain = async (domain: string, caller: Caller = at.admin) =>
    (await caller.api.emailDomains.add({ body: { domain } })).domain
  const confirm = (id: string) =>
    at.superAdmin.api.emailDomains.verify({ params: { id }, body: { confirm: true } })
  const idOf = async (email: string) =>
    await at.server.services.database
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst()
  const profileId = async (caller: Caller) => (await caller.api.auth.profile()).profile.id

  beforeEach(async () => {
    clock.offset = 0
    at.provider.tamper = (claims) => claims
    at.provider.answer = undefined
    at.provider.amr = []
    at.admin = await at.server.organization()
    at.domain = `org${++made}.example`
    await configure()
    await confirm((await addDomain(at.domain)).id)
    at.provider.person = {
      ...{ sub: `person-${made}`, email: `nadia@${at.domain}`, email_verified: true },
      ...{ given_name: 'Nadia', family_name: 'Nile' },
    }
  })

  const api = () => at.server.as().api.providerLogin
  const begin = (body: { email: string } | { organizationId: string } = { email: `nadia@${at.domain}` }) =>
    api().begin({ body })
  async function finish(more: { ticket?: string; answer?: string } = {}) {
    const { address, ticket } = await begin()
    const answer = more.answer ?? (await at.provider.visit(address))
    return api().finish({ body: { ticket: more.ticket ?? ticket, answer } })
  }
  async function enter(more: { password?: string; code?: string } = {}) {
    const { ticket } = await finish()
    return api().enter({ body: { ticket, ...more } })
  }
  return { at, clock, configure, addDomain, confirm, idOf, profileId, api, begin, finish, enter }
}
