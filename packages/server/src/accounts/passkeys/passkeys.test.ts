import { PASSKEYS_MAX } from '@vitrine/contract/api/accounts/passkeys'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { startSession } from '#accounts/auth/queries.ts'
import { resetSecondFactor } from '#app/maintenance/accounts.ts'
import { Authenticator, type Fault } from '#test/authenticator.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'

const MINUTE = 60_000
const PASSWORD = 'password-1'

describe('passkeys', () => {
  const server = useServer({ HOST: 'localhost' })
  let admin: Caller & { organizationId: string; email: string }

  beforeEach(async () => {
    admin = await server().organization()
  })

  const begin = (caller: Caller = admin) => caller.api.passkeys.begin({ body: { currentPassword: PASSWORD } })

  async function add(caller: Caller = admin, name = 'Laptop') {
    const authenticator = new Authenticator(server().origins.console)
    const { options, ticket } = await begin(caller)
    const credential = authenticator.create(options)
    const { passkey, profile } = await caller.api.passkeys.create({ body: { name, ticket, credential } })
    return { authenticator, passkey, profile }
  }

  async function proofOf(authenticator: Authenticator, fault?: Fault) {
    const { options, ticket } = await server().as().api.passkeys.beginLogin()
    return { ticket, credential: authenticator.get(options, fault) }
  }
  const enter = (body: unknown) => server().as().call('POST', '/auth/passkeys/login', body)
  const logIn = async (authenticator: Authenticator, fault?: Fault) =>
    enter(await proofOf(authenticator, fault))
  const withPassword = (email: string, more: object = {}) =>
    server()
      .as()
      .call('POST', '/auth/login', { email, password: PASSWORD, ...more })
  const keyOf = (answer: { body: unknown }) => (answer.body as { errKey?: string }).errKey
  const factorAt = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server().clock.now() })

  it('log their person in alone', async () => {
    const { authenticator, passkey, profile } = await add()
    expect(passkey).toMatchObject({ name: 'Laptop', synced: false, usedAt: null })
    expect(profile).toMatchObject({ secondFactor: true, passkeys: 1, authenticatorApp: false })
    const { status, body } = await logIn(authenticator)
    expect(status).toBe(200)
    const { token } = body as { token: string }
    const person = server().as(token)
    expect((await person.api.auth.profile()).profile.email).toBe(admin.email)
    const { passkeys } = await person.api.passkeys.list()
    const { entries } = await admin.api.audit.list({ query: {} })
    expect(entries.map(({ action, kind, thing }) => [action, kind, thing?.name])).toEqual([
      ['passkeys.login', 'user', 'Ada Admin'],
      ['passkeys.create', 'passkey', 'Laptop'],
    ])
    expect(passkeys).toMatchObject([{ name: 'Laptop', usedAt: new Date(server().clock.now()).toISOString() }])
  })

  it('are added with the password, which ends other sessions at the first one, and tells the person', async () => {
    const other = await server().signIn({ email: admin.email, password: PASSWORD })
    expect((await refused(admin.api.passkeys.begin({ body: { currentPassword: 'wrong' } }))).status).toBe(400)
    const { authenticator } = await add()
    expect((await refused(other.api.auth.profile())).status).toBe(401)
    const { body } = await logIn(authenticator)
    const second = server().as((body as { token: string }).token)
    await add(admin, 'Key ring')
    expect((await second.api.auth.profile()).profile.passkeys).toBe(2)
    const mails = await server()
      .services.database.selectFrom('outbox')
      .select(['recipient', 'subject', 'text'])
      .where('recipient', '=', admin.email)
      .execute()
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('A passkey was added to your account'))
    expect(mails.map(({ text }) => text).join()).toContain('"Key ring"')
  })

  it('are renamed and removed by their person only', async () => {
    const { passkey, authenticator } = await add()
    const colleague = await server().user(admin)
    const stranger = await server().organization()
    for (const other of [colleague, stranger, await server().signIn()]) {
      const params = { id: passkey.id }
      expect((await refused(other.api.passkeys.rename({ params, body: { name: 'Mine' } }))).status).toBe(404)
      const password = other === colleague || other === stranger ? PASSWORD : undefined
      if (password)
        expect(
          (await refused(other.api.passkeys.remove({ params, body: { currentPassword: password } }))).status,
        ).toBe(404)
      expect((await other.api.passkeys.list()).passkeys).toEqual([])
    }
    const params = { id: passkey.id }
    expect((await admin.api.passkeys.rename({ params, body: { name: 'Phone' } })).passkey.name).toBe('Phone')
    expect((await refused(admin.api.passkeys.remove({ params, body: {} }))).status).toBe(400)
    await admin.api.passkeys.remove({ params, body: { currentPassword: PASSWORD } })
    expect(keyOf(await logIn(authenticator))).toBe('PASSKEY_WRONG')
    expect((await withPassword(admin.email)).status).toBe(200)
  })

  it.each<[string, Fault]>([
    ['another origin', { origin: 'https://signage.example.net' }],
    ['another site', { rpId: 'example.net' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['the answer for a new passkey', { type: 'webauthn.create' }],
    ['no check of the person', { unverified: true }],
    ['the name of another person', { userHandle: Buffer.from('someone').toString('base64url') }],
  ])('are refused with %s', async (_what, fault) => {
    const { authenticator } = await add()
    expect(keyOf(await logIn(authenticator, fault))).toBe('PASSKEY_WRONG')
    expect((await logIn(authenticator)).status).toBe(200)
  })

  it.each<[string, Fault]>([
    ['another origin', { origin: 'https://signage.example.net' }],
    ['another site', { rpId: 'example.net' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['the answer of a login', { type: 'webauthn.get' }],
    ['no check of the person', { unverified: true }],
    ['a certificate, whose addresses would be fetched', { attestation: 'certified' }],
  ])("aren't added with %s", async (_what, fault) => {
    const authenticator = new Authenticator(server().origins.console)
    const { options, ticket } = await begin()
    const body = { name: 'Laptop', ticket, credential: authenticator.create(options, fault) }
    expect((await refused(admin.api.passkeys.create({ body }))).errKey).toBe('PASSKEY_WRONG')
    expect((await admin.api.passkeys.list()).passkeys).toEqual([])
    const again = await begin()
    const right = { ...body, ticket: again.ticket, credential: authenticator.create(again.options) }
    expect((await admin.api.passkeys.create({ body: right })).passkey.name).toBe('Laptop')
  })

  it("aren't added with another person's or another kind of ticket, nor twice", async () => {
    const authenticator = new Authenticator(server().origins.console)
    const colleague = await server().user(admin)
    const { options, ticket } = await begin()
    const body = { name: 'Laptop', ticket, credential: authenticator.create(options) }
    expect((await refused(colleague.api.passkeys.create({ body }))).errKey).toBe('PASSKEY_WRONG')
    const login = await server().as().api.passkeys.beginLogin()
    const crossed = { ...body, ticket: login.ticket }
    expect((await refused(admin.api.passkeys.create({ body: crossed }))).errKey).toBe('PASSKEY_WRONG')
    await admin.api.passkeys.create({ body })
    expect((await refused(admin.api.passkeys.create({ body }))).errKey).toBe('PASSKEY_WRONG')
    // The same authenticator for another person.
    const theirs = await begin(colleague)
    const copied = { name: 'Copy', ticket: theirs.ticket, credential: authenticator.create(theirs.options) }
    expect((await refused(colleague.api.passkeys.create({ body: copied }))).errKey).toBe('PASSKEY_WRONG')
    expect((await begin()).options.excludeCredentials).toMatchObject([{ id: authenticator.id }])
  })

  it('prove a person once: not again, not together, and not late', async () => {
    const { authenticator } = await add()
    const proof = await proofOf(authenticator)
    const answers = await Promise.all([enter(proof), enter(proof), enter(proof)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(keyOf(await enter(proof))).toBe('PASSKEY_WRONG')
    const late = await proofOf(authenticator)
    server().clock.advance(5 * MINUTE)
    expect(keyOf(await enter(late))).toBe('PASSKEY_WRONG')
    const { ticket } = await proofOf(authenticator)
    const own = await proofOf(authenticator)
    expect(keyOf(await enter({ ...own, ticket }))).toBe('PASSKEY_WRONG')
    expect(keyOf(await enter({ ...own, ticket: 'made up' }))).toBe('PASSKEY_WRONG')
  })

  it('whose counter goes back are copies, which are refused and logged', async () => {
    const { authenticator } = await add()
    authenticator.counter = 7
    expect((await logIn(authenticator)).status).toBe(200)
    for (const counter of [7, 6, 0])
      expect(keyOf(await logIn(authenticator, { counter }))).toBe('PASSKEY_WRONG')
    expect(server().log.findLast(({ event }) => event === 'passkey.counter-back')).toMatchObject({
      org: admin.organizationId,
    })
    expect((await logIn(authenticator, { counter: 8 })).status).toBe(200)
  })

  it('are a second factor after the password', async () => {
    const { authenticator } = await add()
    expect(keyOf(await withPassword(admin.email))).toBe('PASSKEY_NEEDED')
    expect(keyOf(await withPassword(admin.email, { code: '123456' }))).toBe('PASSKEY_NEEDED')
    const passkey = await proofOf(authenticator)
    expect(keyOf(await withPassword(admin.email, { password: 'wrong', passkey }))).toBe('LOGIN_FAILED')
    expect((await withPassword(admin.email, { passkey })).status).toBe(200)
    expect(keyOf(await withPassword(admin.email, { passkey }))).toBe('PASSKEY_WRONG')
  })

  it("of someone else aren't a second factor", async () => {
    await add()
    const stranger = await server().organization()
    const { authenticator } = await add(stranger)
    const passkey = await proofOf(authenticator)
    expect(keyOf(await withPassword(admin.email, { passkey }))).toBe('PASSKEY_WRONG')
  })

  it('count beside an authenticator app: either proves the person', async () => {
    const { secret } = await admin.api.secondFactor.begin({ body: { currentPassword: PASSWORD } })
    await admin.api.secondFactor.confirm({ body: { code: factorAt(secret) } })
    const { authenticator } = await add()
    server().clock.advance(30_000)
    expect(keyOf(await withPassword(admin.email))).toBe('CODE_NEEDED')
    expect((await withPassword(admin.email, { code: factorAt(secret) })).status).toBe(200)
    expect((await withPassword(admin.email, { passkey: await proofOf(authenticator) })).status).toBe(200)
  })

  it('are the second factor that an organization requires, and the last one stays', async () => {
    const user = await server().user(admin)
    const { organization } = await admin.api.organizations.get({ params: { id: admin.organizationId } })
    const body = { name: organization.name, version: organization.version, requiresSecondFactor: true }
    await admin.api.organizations.update({ params: { id: admin.organizationId }, body })
    expect((await refused(user.api.storyboards.list())).errKey).toBe('SECOND_FACTOR_REQUIRED')
    const { passkey, profile } = await add(user)
    expect(profile.mustSetSecondFactor).toBe(false)
    expect((await user.api.storyboards.list()).storyboards).toEqual([])
    const removal = { params: { id: passkey.id }, body: { currentPassword: PASSWORD } }
    expect((await refused(user.api.passkeys.remove(removal))).status).toBe(403)
    // The app can go: the passkey stays.
    const { secret } = await user.api.secondFactor.begin({ body: { currentPassword: PASSWORD } })
    await user.api.secondFactor.confirm({ body: { code: factorAt(secret) } })
    await user.api.secondFactor.remove({ body: { currentPassword: PASSWORD } })
    expect((await refused(user.api.passkeys.remove(removal))).status).toBe(403)
    await add(user, 'Key ring')
    await user.api.passkeys.remove(removal)
    expect((await user.api.passkeys.list()).passkeys).toMatchObject([{ name: 'Key ring' }])
  })

  it('that were lost are removed by an administrator, and by the command, which the audit log says', async () => {
    const user = await server().user(admin)
    const { authenticator } = await add(user)
    const { profile } = await user.api.auth.profile()
    const { user: after } = await admin.api.users.resetSecondFactor({ params: { id: profile.id } })
    expect(after.secondFactor).toBe(false)
    expect(keyOf(await logIn(authenticator))).toBe('PASSKEY_WRONG')
    expect((await refused(user.api.auth.profile())).status).toBe(401)
    const { entries } = await admin.api.audit.list({ query: { kind: 'second-factor' } })
    expect(entries).toMatchObject([{ verb: 'delete', thing: { id: profile.id } }])
    const own = (await add()).authenticator
    const { database, clock } = server().services
    await resetSecondFactor({ database, clock }, admin.email)
    expect(keyOf(await logIn(own))).toBe('PASSKEY_WRONG')
  })

  it('stay when the password changes, and still are asked for', async () => {
    const { authenticator } = await add()
    const password = 'another-password-2'
    const body = { firstName: 'Ada', lastName: 'Admin', password, currentPassword: PASSWORD }
    await admin.api.auth.updateProfile({ body })
    expect((await logIn(authenticator)).status).toBe(200)
    expect(keyOf(await withPassword(admin.email, { password }))).toBe('PASSKEY_NEEDED')
  })

  it('log no one in who must use the provider, except the emergency account', async () => {
    const user = await server().user(admin)
    const [own, emergency] = [await add(user), await add()]
    const { profile } = await admin.api.auth.profile()
    const now = new Date(server().clock.now()).toISOString()
    await server()
      .services.database.insertInto('identity_providers')
      .values({
        ...{ id: admin.organizationId, organizationId: admin.organizationId, issuer: 'https://id.test' },
        ...{ clientId: 'vitrine', clientSecret: null, defaultRole: '2', permissions: '[]', groupsClaim: '' },
        ...{ groups: '[]', createsAccounts: 0, trustsEmail: 0, factor: 'never', required: 1 },
        ...{ breakGlassId: profile.id, version: 1, createdAt: now, updatedAt: now },
      })
      .execute()
    expect(keyOf(await logIn(own.authenticator))).toBe('PROVIDER_REQUIRED')
    expect((await logIn(emergency.authenticator)).status).toBe(200)
  })

  it('are guessed no more often than passwords', async () => {
    const { authenticator } = await add()
    const unknown = new Authenticator(server().origins.console)
    for (const one of [authenticator, unknown]) {
      for (let n = 0; n < 10; n++)
        expect(keyOf(await logIn(one, { rpId: 'x' })), `${n}`).toBe('PASSKEY_WRONG')
      expect((await logIn(one, { rpId: 'x' })).status).toBe(429)
    }
    server().clock.advance(15 * MINUTE)
    expect((await logIn(authenticator)).status).toBe(200)
  })

  it('are for people: not for API keys, and not for kiosks', async () => {
    const { secret } = await admin.api.apiKeys.create({ body: { name: 'CI', role: '1' } })
    const { database, clock, tokens } = server().services
    const { profile } = await admin.api.auth.profile()
    const agent = { kiosk: true, userAgent: 'kiosk', address: '127.0.0.1' }
    const { sessionId } = await startSession({ db: database, tokens }, profile, agent, clock.now())
    const kiosk = await tokens.access(sessionId, clock.now())
    for (const token of [secret, kiosk]) {
      const caller = server().as(token)
      expect((await caller.call('POST', '/auth/passkeys/begin', { currentPassword: PASSWORD })).status).toBe(
        403,
      )
      expect((await caller.call('POST', '/auth/passkeys', {})).status).toBe(403)
    }
  })

  it(`are ${PASSKEYS_MAX} per person at most`, async () => {
    for (let n = 0; n < PASSKEYS_MAX; n++) await add(admin, `Passkey ${n}`)
    const authenticator = new Authenticator(server().origins.console)
    const { options, ticket } = await begin()
    const body = { name: 'One more', ticket, credential: authenticator.create(options) }
    expect((await refused(admin.api.passkeys.create({ body }))).status).toBe(400)
  })
})

describe('a console at an address without a name', () => {
  const server = useServer()

  it('has no passkeys, and says so', async () => {
    const admin = await server().organization()
    expect((await refused(server().as().api.passkeys.beginLogin())).errKey).toBe('PASSKEYS_UNAVAILABLE')
    expect((await refused(admin.api.passkeys.begin({ body: { currentPassword: PASSWORD } }))).errKey).toBe(
      'PASSKEYS_UNAVAILABLE',
    )
  })
})
