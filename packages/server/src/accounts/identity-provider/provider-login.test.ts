import { ROLES } from '@vitrine/contract/permissions'
import type { JWTPayload } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { refused } from '#test/harness.ts'
import { CLIENT, TestProvider } from '#test/identity-provider.ts'
import { useProviderLogins } from '#test/provider-logins.ts'

const MINUTE = 60_000
const PASSWORD = 'password-1'

describe('a login through the organization’s provider', () => {
  const { at, clock, configure, addDomain, confirm, api, begin, finish, enter } = useProviderLogins()

  it('makes an account for a verified address of a verified domain, with the default role', async () => {
    const { token, profile } = await enter()
    expect(profile).toMatchObject({
      ...{ email: `nadia@${at.domain}`, firstName: 'Nadia', lastName: 'Nile', role: ROLES.user },
      ...{
        permissions: ['media'],
        emailVerified: true,
        viaProvider: true,
        organizationId: at.admin.organizationId,
      },
    })
    const { sessions } = await at.server.as(token).api.sessions.list()
    expect(sessions).toMatchObject([{ provider: at.provider.host, current: true }])
    const again = await enter()
    expect(again.profile.id).toBe(profile.id)
    const { entries } = await at.admin.api.audit.list({ query: {} })
    const made = entries.map(({ verb, kind }) => `${kind} ${verb}`)
    expect(made).toEqual(expect.arrayContaining(['user create', 'identity create', 'user login']))
    expect(JSON.stringify(entries)).not.toContain(CLIENT.secret)
  })

  it('finds the organization by the domain of the address, or by its own address', async () => {
    expect((await refused(begin({ email: 'nadia@elsewhere.example' }))).errKey).toBe('NOT_FOUND')
    expect((await refused(begin({ email: `nadia@x.${at.domain}` }))).errKey).toBe('NOT_FOUND')
    const { address } = await begin({ organizationId: at.admin.organizationId })
    const query = new URL(address).searchParams
    expect(query.get('code_challenge_method')).toBe('S256')
    expect(query.get('login_hint')).toBeNull()
    expect((await begin({ email: `NADIA@${at.domain.toUpperCase()}` })).address).toContain(at.provider.issuer)
  })

  const wrong: Record<string, (claims: JWTPayload) => JWTPayload> = {
    issuer: (claims) => ({ ...claims, iss: 'https://elsewhere.example' }),
    audience: (claims) => ({ ...claims, aud: 'another-client' }),
    nonce: (claims) => ({ ...claims, nonce: 'another' }),
    'missing nonce': ({ nonce: _, ...claims }) => claims,
    'past end': (claims) => ({ ...claims, exp: Number(claims.iat) - 120 }),
    beginning: (claims) => ({ ...claims, nbf: Number(claims.iat) + 120 }),
    'authorized party': (claims) => ({ ...claims, aud: [CLIENT.id, 'another'], azp: 'another' }),
  }
  it.each(Object.keys(wrong))('refuses an ID token with a wrong %s', async (name) => {
    at.provider.tamper = wrong[name] as (claims: JWTPayload) => JWTPayload
    expect((await refused(finish())).errKey).toBe('PROVIDER_REFUSED')
  })

  it('sends its secret as forms are encoded, for providers that compare it undecoded', async () => {
    await finish()
    const sent = Buffer.from(at.provider.authorization.replace('Basic ', ''), 'base64').toString()
    expect(sent).toBe('vitrine:a-secret.of_the+client%2Bfor%25tests')
    await configure({ clientSecret: 'another-secret' })
    const { errKey, body } = await refused(finish())
    expect([errKey, body.message]).toEqual([
      'PROVIDER_REFUSED',
      expect.stringContaining('client ID or secret. Your administrator can check'),
    ])
  })

  it('refuses an ID token that another key signed', async () => {
    const other = await TestProvider.start(() => '')
    const { sign } = at.provider
    at.provider.sign = (claims, typ) => other.sign(claims, typ)
    expect((await refused(finish())).errKey).toBe('PROVIDER_REFUSED')
    at.provider.sign = sign
    await other.close()
  })

  it.each([
    [50_000, null],
    [-50_000, null],
    [12 * MINUTE, 'PROVIDER_REFUSED'],
    [-2 * MINUTE, null],
  ])('with a clock that is off by %i ms: %s', async (offset, expected) => {
    const { address, ticket } = await begin()
    const answer = await at.provider.visit(address)
    clock.offset = offset
    const body = { ticket, answer }
    if (expected) expect((await refused(api().finish({ body }))).errKey).toBe(expected)
    else expect((await api().finish({ body })).asks).toBeNull()
  })

  it('refuses another state, another browser’s ticket, a changed ticket, and a late one', async () => {
    const { address, ticket } = await begin()
    const answer = await at.provider.visit(address)
    const otherState = answer.replace(/state=[^&]+/, 'state=another')
    const other = await begin()
    for (const body of [
      { ticket, answer: otherState },
      { ticket: other.ticket, answer },
      { ticket: `${ticket.slice(0, -2)}xx`, answer },
      { ticket: JSON.stringify({ id: 'mine' }), answer },
      { ticket, answer: `${answer}&iss=https%3A%2F%2Felsewhere.example` },
    ])
      expect((await refused(api().finish({ body }))).errKey, body.answer).toBe('PROVIDER_REFUSED')
    clock.offset = 16 * MINUTE
    expect((await refused(api().finish({ body: { ticket, answer } }))).errKey).toBe('PROVIDER_REFUSED')
  })

  it('takes a code once, and a ticket once, also when it is sent many times together', async () => {
    const { address, ticket } = await begin()
    const answer = await at.provider.visit(address)
    const named = await api().finish({ body: { ticket, answer } })
    expect((await refused(api().finish({ body: { ticket, answer } }))).errKey).toBe('PROVIDER_REFUSED')
    const calls = Array.from({ length: 3 }, () =>
      at.server.as().call('POST', '/auth/provider/enter', { ticket: named.ticket }),
    )
    const answers = await Promise.all(calls)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // Nor does a ticket of one step do for another.
    expect((await refused(api().enter({ body: { ticket } }))).errKey).toBe('PROVIDER_REFUSED')
  })

  it.each([
    ['an unverified address', { email_verified: false }],
    ['an address of which the provider says nothing', { email_verified: undefined }],
    ['an address of another domain', { email: 'nadia@elsewhere.example' }],
    ['no address', { email: undefined }],
  ])('refuses %s', async (_what, more) => {
    at.provider.person = { ...at.provider.person, ...more }
    expect((await refused(finish())).errKey).toBe('PROVIDER_ADDRESS')
  })

  it('trusts addresses of a provider that says nothing about them only if told so', async () => {
    await configure({ trustsEmail: true })
    at.provider.person = { ...at.provider.person, email_verified: undefined }
    expect((await enter()).profile.email).toBe(`nadia@${at.domain}`)
    at.provider.person = {
      ...at.provider.person,
      sub: 'other',
      email: `x@${at.domain}`,
      email_verified: false,
    }
    expect((await refused(finish())).errKey).toBe('PROVIDER_ADDRESS')
  })

  describe('of someone who has an account already', () => {
    let email: string
    beforeEach(async () => {
      email = `ada@${at.domain}`
      await at.admin.api.users.create({
        body: { firstName: 'Ada', lastName: 'Admin', email, password: PASSWORD, role: ROLES.admin },
      })
      at.provider.person = { ...at.provider.person, email }
    })

    it('ties it with the password, and never asks again', async () => {
      const { ticket, asks } = await finish()
      expect(asks).toBe('password')
      expect((await refused(api().enter({ body: { ticket } }))).errKey).toBe('LOGIN_FAILED')
      expect((await refused(api().enter({ body: { ticket, password: 'wrong-1' } }))).errKey).toBe(
        'LOGIN_FAILED',
      )
      const { profile } = await api().enter({ body: { ticket, password: PASSWORD } })
      expect(profile).toMatchObject({ email, role: ROLES.admin })
      expect((await enter()).profile.id).toBe(profile.id)
    })

    it('never ties it by an unverified address', async () => {
      at.provider.person = { ...at.provider.person, email_verified: false }
      expect((await refused(finish())).errKey).toBe('PROVIDER_ADDRESS')
      expect(
        await at.server.services.database
          .selectFrom('identities')
          .selectAll()
          .where('issuer', '=', at.provider.issuer)
          .where('organizationId', '=', at.admin.organizationId)
          .execute(),
      ).toEqual([])
    })

    it('counts wrong passwords like those of the login', async () => {
      const { ticket } = await finish()
      for (let n = 0; n < 10; n++) await refused(api().enter({ body: { ticket, password: 'wrong-1' } }))
      expect((await refused(api().enter({ body: { ticket, password: PASSWORD } }))).status).toBe(429)
      expect(
        (await refused(at.server.as().api.auth.login({ body: { email, password: PASSWORD } }))).status,
      ).toBe(429)
    })
  })

  it('refuses an address whose account is in another organization, with its password too', async () => {
    const other = await at.server.organization()
    const email = `taken@${at.domain}`
    await other.api.users.create({
      body: { firstName: 'Tara', lastName: 'Taken', email, password: PASSWORD, role: ROLES.user },
    })
    at.provider.person = { ...at.provider.person, email }
    expect((await refused(finish())).errKey).toBe('PROVIDER_ADDRESS')
  })

  it('lets a second organization neither verify the domain nor log in with its addresses', async () => {
    const other = await at.server.organization()
    await configure({}, other)
    const { id, verifiedAt } = await addDomain(at.domain, other)
    expect(verifiedAt).toBeNull()
    expect((await refused(confirm(id))).errKey).toBe('DOMAIN_TAKEN')
    expect((await refused(other.api.emailDomains.verify({ params: { id }, body: {} }))).errKey).toBe(
      'RECORD_MISSING',
    )
    const { address, ticket } = await begin({ organizationId: other.organizationId })
    const answer = await at.provider.visit(address)
    expect((await refused(api().finish({ body: { ticket, answer } }))).errKey).toBe('PROVIDER_ADDRESS')
    // The same person of the same provider is another one there.
    await enter()
    expect((await refused(api().finish({ body: { ticket, answer } }))).errKey).toBe('PROVIDER_REFUSED')
  })

  it('shuts a deleted account out where the provider makes none, and one that the provider refuses', async () => {
    const { profile, token } = await enter()
    await configure({ createsAccounts: false })
    expect((await enter()).profile.id).toBe(profile.id)
    await at.admin.api.users.remove({ params: { id: profile.id } })
    expect((await refused(at.server.as(token).api.auth.profile())).status).toBe(401)
    expect((await refused(finish())).errKey).toBe('PROVIDER_NO_ACCOUNT')
    const { ticket, state } = await begin()
    const answer = `?error=access_denied&state=${state}&iss=${encodeURIComponent(at.provider.issuer)}`
    const { errKey, body } = await refused(api().finish({ body: { ticket, answer } }))
    expect([errKey, body.message]).toEqual(['PROVIDER_REFUSED', 'The provider refused the login'])
  })

  it('gives roles by the first group, at every login, and never takes the last administrator', async () => {
    const groups = [
      { group: 'signage-admins', role: ROLES.admin },
      { group: 'everyone', role: ROLES.user },
    ]
    await configure({ groupsClaim: 'groups', groups })
    at.provider.person = { ...at.provider.person, groups: ['everyone', 'signage-admins'] }
    const { profile, token } = await enter()
    expect(profile.role).toBe(ROLES.admin)
    at.provider.person = { ...at.provider.person, groups: ['everyone'] }
    expect((await enter()).profile.role).toBe(ROLES.user)
    expect((await at.server.as(token).api.auth.profile()).profile.role).toBe(ROLES.user)
    const { entries } = await at.admin.api.audit.list({ query: {} })
    expect(entries.find(({ verb, kind }) => kind === 'user' && verb === 'change')?.changes).toContainEqual(
      expect.objectContaining({ field: 'role', before: ROLES.admin, after: ROLES.user }),
    )
    at.provider.person = { ...at.provider.person, groups: ['signage-admins'] }
    await enter()
    await at.server.services.database
      .updateTable('users')
      .set({ role: ROLES.user })
      .where('email', '=', at.admin.email)
      .execute()
    at.provider.person = { ...at.provider.person, groups: [] }
    expect((await enter()).profile.role).toBe(ROLES.admin)
  })
})
