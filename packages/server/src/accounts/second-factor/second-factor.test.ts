import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { proveSecondFactor } from '#accounts/credentials/second-factor.ts'
import { resetSecondFactor } from '#app/maintenance/accounts.ts'
import { inTransaction } from '#db/database.ts'
import { resealStored } from '#db/secrets/sealed.ts'
import { Seal } from '#lib/security/seal.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'

const STEP = 30_000
const MINUTE = 60_000
const PASSWORD = 'password-1'

describe('a second factor', () => {
  const server = useServer()
  let admin: Caller & { organizationId: string; email: string }

  beforeEach(async () => {
    admin = await server().organization()
  })

  const codeAt = (secret: string, at = server().clock.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
  const logIn = (email: string, code?: string, password = PASSWORD) =>
    server().as().call('POST', '/auth/login', { email, password, code })
  const keyOf = (answer: { body: unknown }) => (answer.body as { errKey?: string }).errKey

  async function setUp(caller: Caller = admin) {
    const { secret, address } = await caller.api.secondFactor.begin({ body: { currentPassword: PASSWORD } })
    const { recoveryCodes, profile } = await caller.api.secondFactor.confirm({
      body: { code: codeAt(secret) },
    })
    // The code that confirmed it is used.
    server().clock.advance(STEP)
    return { secret, address, recoveryCodes, profile }
  }
  const rows = () => server().services.database.selectFrom('second_factors').selectAll().execute()

  it('is set up with the password and a first code, and ends other sessions', async () => {
    const other = await server().signIn({ email: admin.email, password: PASSWORD })
    expect((await refused(admin.api.secondFactor.begin({ body: { currentPassword: 'wrong' } }))).status).toBe(
      400,
    )
    const { secret, address } = await admin.api.secondFactor.begin({ body: { currentPassword: PASSWORD } })
    expect(address).toBe(
      `otpauth://totp/Vitrine:${encodeURIComponent(admin.email)}?issuer=Vitrine&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    // Nothing is asked for before the first code.
    expect((await logIn(admin.email)).status).toBe(200)
    const wrong = codeAt(secret, server().clock.now() + 10 * MINUTE)
    expect((await refused(admin.api.secondFactor.confirm({ body: { code: wrong } }))).errKey).toBe(
      'CODE_WRONG',
    )
    const { profile, recoveryCodes } = await admin.api.secondFactor.confirm({
      body: { code: codeAt(secret) },
    })
    expect(profile).toMatchObject({ secondFactor: true, recoveryCodesLeft: 10 })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await refused(other.api.auth.profile())).status).toBe(401)
    expect((await admin.api.auth.profile()).profile.secondFactor).toBe(true)
    const stored = JSON.stringify(await rows())
    for (const each of [secret, ...recoveryCodes]) expect(stored).not.toContain(each)
  })

  it('is asked for after the right password only', async () => {
    const { secret } = await setUp()
    expect(keyOf(await logIn(admin.email))).toBe('CODE_NEEDED')
    expect(keyOf(await logIn(admin.email, codeAt(secret), 'wrong-password'))).toBe('LOGIN_FAILED')
    expect(keyOf(await logIn('nobody@org.test', '123456'))).toBe('LOGIN_FAILED')
    expect((await logIn(admin.email, codeAt(secret))).status).toBe(200)
  })

  it.each([
    [-2, 400],
    [-1, 200],
    [1, 200],
    [2, 400],
  ])('answers a code that is %i steps off with %i', async (steps, expected) => {
    const { secret } = await setUp()
    // Beyond the code that confirmed it.
    server().clock.advance(STEP)
    const { status } = await logIn(admin.email, codeAt(secret, server().clock.now() + steps * STEP))
    expect(status).toBe(expected)
  })

  it('takes a code once, also when it is sent many times together', async () => {
    const { secret } = await setUp()
    const code = codeAt(secret)
    const answers = await Promise.all(Array.from({ length: 3 }, () => logIn(admin.email, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(keyOf(await logIn(admin.email, code))).toBe('CODE_WRONG')
    // Nor an earlier one.
    const earlier = codeAt(secret, server().clock.now() - STEP)
    expect(keyOf(await logIn(admin.email, earlier))).toBe('CODE_WRONG')
    server().clock.advance(STEP)
    expect((await logIn(admin.email, codeAt(secret))).status).toBe(200)
  })

  it('refuses the sixth code in a quarter of an hour, a right one too, and asking without one resets nothing', async () => {
    const { secret } = await setUp()
    const wrong = codeAt(secret, server().clock.now() + 60 * MINUTE)
    for (let n = 0; n < 5; n++) {
      expect(keyOf(await logIn(admin.email, wrong)), `${n}`).toBe('CODE_WRONG')
      expect(keyOf(await logIn(admin.email))).toBe('CODE_NEEDED')
    }
    expect((await logIn(admin.email, codeAt(secret))).status).toBe(429)
    server().clock.advance(15 * MINUTE)
    expect((await logIn(admin.email, codeAt(secret))).status).toBe(200)
    expect((await rows())[0]?.tries).toBe(0)
  })

  it('counts codes that are tried together', async () => {
    const { secret } = await setUp()
    const wrong = codeAt(secret, server().clock.now() + 60 * MINUTE)
    const answers = await Promise.all(Array.from({ length: 9 }, () => logIn(admin.email, wrong)))
    expect(answers.filter((each) => keyOf(each) === 'CODE_WRONG')).toHaveLength(5)
  })

  it('counts wrong codes like wrong passwords, which a missing code doesn’t clear', async () => {
    const { secret } = await setUp()
    const wrong = codeAt(secret, server().clock.now() + 60 * MINUTE)
    for (let n = 0; n < 7; n++) await logIn(admin.email, undefined, 'wrong-password')
    for (let n = 0; n < 3; n++) expect(keyOf(await logIn(admin.email, wrong))).toBe('CODE_WRONG')
    expect((await logIn(admin.email)).status).toBe(429)
  })

  it('is replaced by each recovery code once, however it is typed', async () => {
    const { recoveryCodes } = await setUp()
    const [first = '', second = ''] = recoveryCodes
    expect((await logIn(admin.email, first.toUpperCase().replace('-', ' '))).status).toBe(200)
    expect(keyOf(await logIn(admin.email, first))).toBe('CODE_WRONG')
    const answers = await Promise.all(Array.from({ length: 3 }, () => logIn(admin.email, second)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const right = answers.find(({ status }) => status === 200)
    const { token } = (right?.body ?? {}) as { token?: string }
    expect((await server().as(token).api.auth.profile()).profile.recoveryCodesLeft).toBe(8)
  })

  it('stays until a new one is confirmed, and is turned off with the password', async () => {
    const { secret, recoveryCodes } = await setUp()
    const next = await admin.api.secondFactor.begin({ body: { currentPassword: PASSWORD } })
    expect((await logIn(admin.email, codeAt(secret))).status).toBe(200)
    await admin.api.secondFactor.confirm({ body: { code: codeAt(next.secret) } })
    server().clock.advance(STEP)
    expect(keyOf(await logIn(admin.email, codeAt(secret)))).toBe('CODE_WRONG')
    expect(keyOf(await logIn(admin.email, recoveryCodes[0]))).toBe('CODE_WRONG')
    expect((await refused(admin.api.secondFactor.remove({ body: { currentPassword: 'x' } }))).status).toBe(
      400,
    )
    await admin.api.secondFactor.remove({ body: { currentPassword: PASSWORD } })
    expect((await logIn(admin.email)).status).toBe(200)
  })

  it('is still asked for after the password was reset by email', async () => {
    await setUp()
    await server()
      .as()
      .api.auth.resetPassword({ body: { email: admin.email } })
    const { text } = await server()
      .services.database.selectFrom('outbox')
      .select('text')
      .where('recipient', '=', admin.email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const code = /code=([\w-]+)/.exec(text)?.[1] ?? ''
    await server()
      .as()
      .api.auth.verifyPassword({ body: { code, password: 'another-one-2' } })
    expect(keyOf(await logIn(admin.email, undefined, 'another-one-2'))).toBe('CODE_NEEDED')
  })

  it('that is lost is reset by an admin for users, and by a super admin for admins', async () => {
    const superAdmin = await server().signIn()
    const user = await server().user(admin)
    const stranger = await server().organization()
    await setUp(user)
    const { profile } = await user.api.auth.profile()
    const reset = (by: Caller, id: string) => by.api.users.resetSecondFactor({ params: { id } })
    expect((await refused(reset(stranger, profile.id))).status).toBe(404)
    expect((await refused(reset(user, profile.id))).status).toBe(403)
    expect((await reset(admin, profile.id)).user.secondFactor).toBe(false)
    expect((await refused(user.api.auth.profile())).status).toBe(401)
    expect((await logIn(profile.email)).status).toBe(200)

    await setUp()
    const { profile: own } = await admin.api.auth.profile()
    expect((await refused(reset(admin, own.id))).status).toBe(403)
    const colleague = {
      firstName: 'Co',
      lastName: 'Admin',
      role: '1',
      email: `co-${admin.email}`,
      password: PASSWORD,
    }
    await admin.api.users.create({ body: colleague as never })
    const other = await server().signIn({ email: colleague.email, password: PASSWORD })
    expect((await refused(reset(other, own.id))).status).toBe(403)
    await reset(superAdmin, own.id)
    expect((await logIn(admin.email)).status).toBe(200)

    const { entries } = await other.api.audit.list({ query: { kind: 'second-factor', verb: 'delete' } })
    expect(entries.map(({ thing, actor }) => [thing?.id, actor.kind])).toEqual([
      [own.id, 'operator'],
      [profile.id, 'person'],
    ])
    const mails = await server()
      .services.database.selectFrom('outbox')
      .select(['recipient', 'subject'])
      .execute()
    expect(
      mails.filter(({ subject }) => subject.includes('second factor')).map(({ recipient }) => recipient),
    ).toEqual(expect.arrayContaining([profile.email, admin.email]))
  })

  it('of the last admin is turned off on the command line, which leaves an entry', async () => {
    await setUp()
    const { database, clock } = server().services
    await resetSecondFactor({ database, clock }, admin.email.toUpperCase())
    const { body } = await logIn(admin.email)
    const { entries } = await server()
      .as((body as { token: string }).token)
      .api.audit.list({ query: { kind: 'second-factor', verb: 'delete' } })
    expect(entries[0]?.actor).toMatchObject({ kind: 'job', id: 'reset-second-factor' })
    await expect(resetSecondFactor({ database, clock }, 'nobody@org.test')).rejects.toThrow('No account')
  })

  it('stays when the secret key is rotated, and is removed if the old key is lost', async () => {
    const { secret, profile } = await setUp()
    const { database: db, seal, clock } = server().services
    const next = new Seal('another secret')
    await inTransaction(db, (tx) => resealStored(tx, seal, next))
    const proof = { userId: profile.id, code: codeAt(secret), site: 'localhost' }
    expect(await proveSecondFactor({ seal, db, now: clock.now() }, proof)).toBe(false)
    expect(await proveSecondFactor({ seal: next, db, now: clock.now() }, proof)).toBe(true)
    const { removedFactors } = await inTransaction(db, (tx) => resealStored(tx, undefined, seal))
    expect(removedFactors).toBeGreaterThan(0)
    expect(await rows()).toEqual([])
  })

  it('that is required is the only thing that a person without one can set up', async () => {
    const user = await server().user(admin)
    const { organization } = await admin.api.organizations.get({ params: { id: admin.organizationId } })
    const body = { name: organization.name, version: organization.version, requiresSecondFactor: true }
    await admin.api.organizations.update({ params: { id: admin.organizationId }, body })
    expect((await refused(user.api.storyboards.list())).errKey).toBe('SECOND_FACTOR_REQUIRED')
    expect((await user.api.auth.profile()).profile.organization.requiresSecondFactor).toBe(true)
    await setUp(user)
    expect((await user.api.storyboards.list()).storyboards).toEqual([])
    expect(
      (await refused(user.api.secondFactor.remove({ body: { currentPassword: PASSWORD } }))).status,
    ).toBe(403)
    expect((await user.api.auth.profile()).profile.secondFactor).toBe(true)
  })
})
