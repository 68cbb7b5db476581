import { ROLES } from '@vitrine/contract/permissions'
import type { JWTPayload } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db/database.ts'
import { resealStored } from '#db/secrets/sealed.ts'
import { Seal } from '#lib/security/seal.ts'
import { refused } from '#test/harness.ts'
import { CLIENT } from '#test/identity-provider.ts'
import { useProviderLogins } from '#test/provider-logins.ts'

const MINUTE = 60_000
const PASSWORD = 'password-1'

describe('an organization’s provider', () => {
  const { at, clock, configure, addDomain, idOf, profileId, api, begin, finish, enter } = useProviderLogins()

  describe('that is required', () => {
    it('refuses passwords except for one administrator, and ends the sessions that they started', async () => {
      const ada = await profileId(at.admin)
      const email = `old@${at.domain}`
      await at.admin.api.users.create({
        body: { firstName: 'Olga', lastName: 'Old', email, password: PASSWORD, role: ROLES.user },
      })
      const { token } = await at.server.as().api.auth.login({ body: { email, password: PASSWORD } })
      const { secret } = await at.admin.api.apiKeys.create({ body: { name: 'CI', role: '1' } })
      expect((await refused(configure({ required: true }))).body.errors).toHaveProperty('breakGlassId')
      const olga = (await idOf(email))?.id
      expect((await refused(configure({ required: true, breakGlassId: olga }))).body.errors).toHaveProperty(
        'breakGlassId',
      )
      await configure({ required: true, breakGlassId: ada })
      expect((await refused(at.server.as(token).api.auth.profile())).status).toBe(401)
      const logIn = (password: string, who = email) =>
        at.server.as().api.auth.login({ body: { email: who, password } })
      expect((await refused(logIn(PASSWORD))).errKey).toBe('PROVIDER_REQUIRED')
      expect((await refused(logIn('wrong-password'))).errKey).toBe('LOGIN_FAILED')
      expect((await logIn(PASSWORD, at.admin.email)).profile.id).toBe(ada)
      expect((await at.server.as(secret).api.media.list({ query: {} })).media.media).toEqual([])
      // With the provider, the password still ties the account.
      at.provider.person = { ...at.provider.person, email }
      expect((await enter({ password: PASSWORD })).profile.id).toBe(olga)
    })

    it('keeps the account that gets in without it', async () => {
      const ada = await profileId(at.admin)
      await configure({ required: true, breakGlassId: ada })
      const user = (await at.superAdmin.api.users.get({ params: { id: ada } })).user
      await expect(refused(at.superAdmin.api.users.remove({ params: { id: ada } }))).resolves.toMatchObject({
        errKey: 'BREAK_GLASS',
      })
      const body = { ...user, role: ROLES.user }
      expect((await refused(at.superAdmin.api.users.update({ params: { id: ada }, body }))).errKey).toBe(
        'BREAK_GLASS',
      )
    })

    it('lets that account in while the provider is down or slow, and says so to the others', async () => {
      await configure({ required: true, breakGlassId: await profileId(at.admin) })
      const { address, ticket } = await begin()
      const answer = await at.provider.visit(address)
      for (const status of [503, 0]) {
        at.provider.answer = (path) => (path === '/token' ? status : undefined)
        const started = performance.now()
        const { errKey, body } = await refused(api().finish({ body: { ticket, answer } }))
        expect(errKey, `${status}: ${body.message}`).toBe('PROVIDER_UNAVAILABLE')
        expect(performance.now() - started).toBeLessThan(12_000)
      }
      const { profile } = await at.server
        .as()
        .api.auth.login({ body: { email: at.admin.email, password: PASSWORD } })
      expect(profile.email).toBe(at.admin.email)
    }, 30_000)
  })

  it('leaves kiosks as they are', async () => {
    const { api: mine, organizationId } = at.admin
    const origins = ['https://intranet.example']
    const { kiosk } = await mine.kiosk.update({ params: { id: organizationId }, body: { origins } })
    const { createHmac } = await import('node:crypto')
    const user = await at.server.user(at.admin)
    const payload = {
      ...{ organizationId, userId: await profileId(user), origin: origins[0] },
      ...{ exp: clock.now() / 1000 + 30, nonce: 'a-nonce-of-a-kiosk-1' },
    }
    const text = Buffer.from(JSON.stringify(payload)).toString('base64url')
    await configure({ required: true, breakGlassId: await profileId(at.admin) })
    const kioskCode = `${text}.${createHmac('sha256', kiosk.key ?? '')
      .update(text)
      .digest('base64url')}`
    expect((await at.server.as().api.auth.login({ body: { kioskCode } })).profile.kiosk).toBe(true)
  })

  describe('and a second factor', () => {
    const require2 = async () => {
      const { organization } = await at.admin.api.organizations.get({
        params: { id: at.admin.organizationId },
      })
      const { name } = organization
      await at.admin.api.organizations.update({
        params: { id: at.admin.organizationId },
        body: { name, requiresSecondFactor: true },
      })
    }
    it.each([
      ['never', ['mfa'], true],
      ['claimed', ['pwd'], true],
      ['claimed', ['pwd', 'mfa'], false],
      ['always', [], false],
    ] as const)('asks for its own with %s and amr %j: %s', async (factor, amr, asks) => {
      await configure({ factor })
      await require2()
      at.provider.tamper = (claims) => ({ ...claims, amr: [...amr] })
      const { token, profile } = await enter()
      expect(profile.mustSetSecondFactor).toBe(asks)
      const call = at.server.as(token).api.media.list({ query: {} })
      if (asks) expect((await refused(call)).errKey).toBe('SECOND_FACTOR_REQUIRED')
      else expect((await call).media.media).toEqual([])
    })

    it('is set up without a password soon after the login, and asked for from then on', async () => {
      await require2()
      const { token } = await enter()
      const person = at.server.as(token)
      const { secret } = await person.api.secondFactor.begin({ body: {} })
      const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })
      await person.api.secondFactor.confirm({ body: { code: code() } })
      expect((await person.api.media.list({ query: {} })).media.media).toEqual([])
      const { ticket } = await finish()
      expect((await refused(api().enter({ body: { ticket } }))).errKey).toBe('CODE_NEEDED')
      expect((await refused(api().enter({ body: { ticket, code: '000000' } }))).errKey).toBe('CODE_WRONG')
      clock.offset = 31_000
      expect((await api().enter({ body: { ticket, code: code() } })).profile.secondFactor).toBe(true)
    })

    it('isn’t changed long after the login', async () => {
      const { refreshToken } = await enter()
      clock.offset = 16 * MINUTE
      const { token } = await at.server.as().api.auth.refresh({ body: { refreshToken } })
      expect((await refused(at.server.as(token).api.secondFactor.begin({ body: {} }))).errKey).toBe(
        'LOGIN_AGAIN',
      )
    })
  })

  it('ends 12 hours after it, however often it is renewed', async () => {
    let { refreshToken } = await enter()
    for (const hours of [4, 8, 11.9]) {
      clock.offset = hours * 60 * MINUTE
      refreshToken = (await at.server.as().api.auth.refresh({ body: { refreshToken } })).refreshToken
    }
    clock.offset = 12.1 * 60 * MINUTE
    expect((await refused(at.server.as().api.auth.refresh({ body: { refreshToken } }))).errKey).toBe(
      'SESSION_EXPIRED',
    )
  })

  describe('is ended by the provider', () => {
    const logOut = async (claims: JWTPayload, organizationId = at.admin.organizationId) =>
      at.server.as().call('POST', `/auth/provider/${organizationId}/logout`, {
        logout_token: await at.provider.logoutToken(claims),
      })

    it('with a logout token, as a form too, and only what it names', async () => {
      const named = (sid: string) => {
        at.provider.tamper = (claims) => ({ ...claims, sid })
        return enter()
      }
      const [first, second] = [await named('first'), await named('second')]
      const byPassword = await at.server
        .as()
        .api.auth.login({ body: { email: at.admin.email, password: PASSWORD } })
      expect((await logOut({ sub: 'someone-else' })).body).toEqual({ ended: 0 })
      expect(await logOut({ sid: 'first', sub: at.provider.person.sub ?? '' })).toMatchObject({
        status: 200,
        body: { ended: 1 },
      })
      expect((await refused(at.server.as(first.token).api.auth.profile())).status).toBe(401)
      expect((await at.server.as(second.token).api.auth.profile()).profile.id).toBe(first.profile.id)
      const form = new URLSearchParams({
        logout_token: await at.provider.logoutToken({ sub: at.provider.person.sub ?? '' }),
      })
      const answer = await fetch(
        `${at.server.origins.console}/api/auth/provider/${at.admin.organizationId}/logout`,
        {
          ...{ method: 'POST', body: form },
        },
      )
      expect([answer.status, await answer.json()]).toEqual([200, { ended: 1 }])
      expect((await at.server.as(byPassword.token).api.auth.profile()).profile.email).toBe(at.admin.email)
    })

    it.each<[string, JWTPayload]>([
      ['issuer', { iss: 'https://elsewhere.example' }],
      ['audience', { aud: 'another' }],
      ['age', { iat: Math.floor(Date.now() / 1000) - 600 }],
      ['event', { events: {} }],
      ['nonce', { nonce: 'of an ID token' }],
      ['subject', { sub: undefined as never }],
    ])('not with a logout token of a wrong %s', async (_name, claims) => {
      const { token } = await enter()
      expect((await logOut({ sub: at.provider.person.sub ?? '', ...claims })).status).toBe(403)
      expect((await at.server.as(token).api.auth.profile()).profile.viaProvider).toBe(true)
    })

    it('not with one of another organization, nor for later sessions', async () => {
      const { token } = await enter()
      const other = await at.server.organization()
      await configure({}, other)
      const claims = { sub: at.provider.person.sub ?? '' }
      expect((await logOut(claims, other.organizationId)).body).toEqual({ ended: 0 })
      const early = { ...claims, iat: Math.floor(Date.now() / 1000) - 120 }
      expect((await logOut(early)).body).toEqual({ ended: 0 })
      expect((await at.server.as(token).api.auth.profile()).profile.viaProvider).toBe(true)
    })
  })

  it('asks the provider for its description once, however many begin', async () => {
    at.provider.calls = []
    await Promise.all(Array.from({ length: 12 }, () => begin()))
    expect(at.provider.calls.filter((path) => path.includes('.well-known')).length).toBeLessThanOrEqual(1)
    expect(at.provider.calls).not.toContain('/token')
  })

  it('refuses an issuer on this network, a plain one, and one that isn’t a provider', async () => {
    for (const issuer of [
      'http://127.0.0.1:9',
      'https://10.0.0.1',
      'http://example.com',
      `${at.provider.issuer}/nothing`,
    ])
      expect((await refused(configure({ issuer }))).body.errors, issuer).toHaveProperty('issuer')
  })

  it('never answers or stores the secret, and keeps it with an absent one', async () => {
    const { provider: shown } = await configure({ clientSecret: undefined })
    expect(shown).toMatchObject({ hasSecret: true })
    expect(JSON.stringify(shown)).not.toContain(CLIENT.secret)
    const row = await at.server.services.database
      .selectFrom('identity_providers')
      .selectAll()
      .where('id', '=', at.admin.organizationId)
      .executeTakeFirst()
    expect(row?.clientSecret).toMatch(/^sealed:/)
    expect((await enter()).profile.viaProvider).toBe(true)
    // Another issuer never gets the secret of this one.
    const other = at.provider.issuer.replace('127.0.0.1', 'localhost')
    await at.server.services.database
      .updateTable('identity_providers')
      .set({ issuer: other })
      .where('id', '=', at.admin.organizationId)
      .execute()
    expect((await configure({ clientSecret: '' })).provider).toMatchObject({ hasSecret: false })
  })

  it('keeps its secret through a change of keys, and loses it without the old one', async () => {
    const { database } = at.server.services
    const secret = async () =>
      (
        await database
          .selectFrom('identity_providers')
          .select('clientSecret')
          .where('id', '=', at.admin.organizationId)
          .executeTakeFirstOrThrow()
      ).clientSecret
    const { seal } = at.server.services
    const next = new Seal('another key')
    await inTransaction(database, (tx) => resealStored(tx, seal, next))
    const stored = (await secret()) ?? ''
    expect(next.open('provider-secret', at.admin.organizationId, stored)).toBe(CLIENT.secret)
    const { removedSecrets } = await inTransaction(database, (tx) => resealStored(tx, undefined, seal))
    expect(removedSecrets).toBeGreaterThan(0)
    expect(await secret()).toBeNull()
  })

  it('is for administrators to set, and only super admins confirm domains without a record', async () => {
    const user = await at.server.user(at.admin)
    const params = { id: at.admin.organizationId }
    expect((await refused(user.api.identityProvider.get({ params }))).errKey).toBe('FORBIDDEN')
    const { id } = await addDomain('more.example')
    const call = at.admin.api.emailDomains.verify({ params: { id }, body: { confirm: true } })
    expect((await refused(call)).errKey).toBe('FORBIDDEN')
    const other = await at.server.organization()
    expect((await refused(other.api.identityProvider.get({ params }))).status).toBe(404)
    expect((await refused(other.api.emailDomains.remove({ params: { id } }))).status).toBe(404)
  })

  it('ends with the provider’s settings', async () => {
    const { token } = await enter()
    await at.admin.api.identityProvider.remove({ params: { id: at.admin.organizationId } })
    expect((await refused(at.server.as(token).api.auth.profile())).status).toBe(401)
    expect((await refused(begin())).errKey).toBe('NOT_FOUND')
  })
})
