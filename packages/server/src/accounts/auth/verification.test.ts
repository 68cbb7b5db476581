import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refused, TestServer, useServer } from '#test/harness.ts'
import { MailServer } from '#test/mail-server.ts'
import { FACTS } from '#test/screen.ts'
import { picture, upload } from '#test/uploads.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NAMES = { firstName: 'Grace', lastName: 'Hopper' }

/** The recipient's messages in the outbox, newest first. */
async function outboxOf(server: TestServer, recipient: string): Promise<string[]> {
  await server.services.outbox.wake()
  const { messages } = await (await server.signIn()).api.outbox.list()
  return messages.filter((each) => each.recipient === recipient).map((each) => each.text)
}

const codeIn = (text = ''): string => /code=([\w-]+)/.exec(text)?.[1] ?? /^\d{6}/.exec(text)?.[0] ?? ''

describe('an unverified address', () => {
  const server = useServer()
  const CASES = (['0', '1', '2'] as const).flatMap((role) =>
    ([0, 1] as const).flatMap((unconfirmed) =>
      ([0, 1] as const).map((emailVerified) => ({ role, unconfirmed, emailVerified })),
    ),
  )

  it.each(CASES)('keeps from uploading if and only if the profile says so: %o', async (state) => {
    const { role, unconfirmed, emailVerified } = state
    const admin = await server().organization()
    const caller = await server().user(admin, ['media'])
    const { profile } = await caller.api.auth.profile()
    const { database } = server().services
    const { id, organizationId } = profile
    await database.updateTable('users').set({ role, emailVerified }).where('id', '=', id).execute()
    await database
      .updateTable('organizations')
      .set({ unconfirmed })
      .where('id', '=', organizationId)
      .execute()
    const answer = await upload(caller, [{ name: 'a.png', content: await picture() }]).then(
      () => 'uploaded',
      (error: Error) => /[A-Z]+_[A-Z_]+/.exec(error.message)?.[0],
    )
    const { mustVerifyEmail } = (await caller.api.auth.profile()).profile
    expect(answer).toBe(mustVerifyEmail ? 'EMAIL_NOT_VERIFIED' : 'uploaded')
    expect(mustVerifyEmail).toBe(unconfirmed === 1 && emailVerified === 0)
  })
})

describe('registration', () => {
  const server = useServer()
  const api = () => server().as().api
  let n = 0
  const register = async () => {
    const email = `grace${++n}@example.org`
    await api().auth.register({ body: { ...NAMES, email, password: 'password-1' } })
    return email
  }

  it('C-009: creates an organization with the person as its admin', async () => {
    const email = await register()
    const caller = await server().signIn({ email, password: 'password-1' })
    const { profile } = await caller.api.auth.profile()
    expect(profile).toMatchObject({ ...NAMES, role: '1', emailVerified: false })
    expect(profile.organization.name).toBe('Grace Hopper')
    const other = await server().signIn({ email: await register(), password: 'password-1' })
    expect((await other.api.auth.profile()).profile.organization.name).toBe('Grace Hopper 2')
  })

  it('of an address that has an account is answered like any other, and only its owner is notified', async () => {
    const email = await register()
    const [first] = await outboxOf(server(), email)
    await api().auth.verifyEmail({ params: { code: codeIn(first) } })
    const answers = []
    for (const address of [email.toUpperCase(), `free-${email}`]) {
      const body = { ...NAMES, email: address, password: 'another-one-1' }
      const { status, body: answer } = await server().as().call('POST', '/auth/register', body)
      answers.push([status, answer])
    }
    expect(answers[0]).toEqual(answers[1])
    expect((await outboxOf(server(), email))[0]).toContain('already has an account')
    await server().signIn({ email, password: 'password-1' })
    await refused(server().signIn({ email, password: 'another-one-1' }))
  })

  it('repeated before the address is verified sends the code again', async () => {
    const email = await register()
    await api().auth.register({ body: { ...NAMES, email, password: 'another-one-1' } })
    const [again] = await outboxOf(server(), email)
    await api().auth.verifyEmail({ params: { code: codeIn(again) } })
    await server().signIn({ email, password: 'password-1' })
  })

  it('adds no users to an organization until its address is verified, because that would reveal who has an account', async () => {
    const email = await register()
    const caller = await server().signIn({ email, password: 'password-1' })
    const user = {
      ...NAMES,
      email: 'someone@example.org',
      role: '2',
      permissions: [],
      password: 'password-1',
    }
    const create = () => caller.call('POST', '/user/create', user)
    expect((await create()).body).toMatchObject({ errKey: 'EMAIL_NOT_VERIFIED' })
    const [mail] = await outboxOf(server(), email)
    await api().auth.verifyEmail({ params: { code: codeIn(mail) } })
    expect((await create()).status).toBe(201)
  })

  it('20 concurrent registrations of one address create one account', async () => {
    const body = { ...NAMES, email: 'twenty@example.org', password: 'password-1' }
    const calls = Array.from({ length: 20 }, () => api().auth.register({ body }))
    const results = await Promise.allSettled(calls)
    for (const result of results) if (result.status === 'rejected') expect(result.reason.status).toBe(429)
    const { users } = await (await server().signIn()).api.users.list({ query: { search: body.email } })
    expect(users).toHaveLength(1)
    server().clock.advance(HOUR)
  })

  it('C-011, C-012: uploads and screens wait for the verified address', async () => {
    const email = await register()
    const caller = await server().signIn({ email, password: 'password-1' })
    const { code: screen } = await api().player.startPairing({ body: { screen: FACTS } })
    const claim = () => caller.api.devices.claim({ body: { code: screen, name: 'Lobby' } })
    expect((await refused(claim())).errKey).toBe('EMAIL_NOT_VERIFIED')
    await expect(upload(caller, [{ name: 'a.png', content: await picture() }])).rejects.toThrow()
    await caller.api.media.createFolder({ body: { name: 'Ready' } })

    const [mail = ''] = await outboxOf(server(), email)
    expect(mail).toContain(`${server().origins.console}/#/auth/verify-email?code=`)
    await api().auth.verifyEmail({ params: { code: codeIn(mail) } })
    expect((await caller.api.auth.profile()).profile.emailVerified).toBe(true)
    await claim()
    await upload(caller, [{ name: 'a.png', content: await picture() }])
    const again = await refused(api().auth.verifyEmail({ params: { code: codeIn(mail) } }))
    expect([again.status, again.errKey]).toEqual([400, 'INVALID_CODE'])
  })

  it('sends the email again only to those who need it, with the same response for all', async () => {
    const email = await register()
    const send = (address: string) => api().auth.sendEmail({ body: { email: address } })
    const answers = [await send(email), await send('nobody@example.org'), await send('admin@vitrine.local')]
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(await outboxOf(server(), email)).toHaveLength(2)
    expect(await outboxOf(server(), 'nobody@example.org')).toHaveLength(0)
    const [mail] = await outboxOf(server(), email)
    server().clock.advance(24 * HOUR + 1000)
    expect((await refused(api().auth.verifyEmail({ params: { code: codeIn(mail) } }))).errKey).toBe(
      'INVALID_CODE',
    )
  })

  it('a changed address has to be verified again', async () => {
    const email = await register()
    const [mail] = await outboxOf(server(), email)
    await api().auth.verifyEmail({ params: { code: codeIn(mail) } })
    const caller = await server().signIn({ email, password: 'password-1' })
    const { profile } = await caller.api.auth.profile()
    const params = { id: profile.id }
    const save = (address: string) =>
      caller.api.users.update({
        params,
        body: { ...NAMES, role: '1', email: address, currentPassword: 'password-1' },
      })
    expect((await save(email.toUpperCase())).user.emailVerified).toBe(true)
    expect((await save(`new-${email}`)).user.emailVerified).toBe(false)
  })

  it('limits emails per address, known or not, and says when to retry', async () => {
    for (const email of [await register(), 'stranger@example.org']) {
      const send = () => server().as().call('POST', '/auth/email/send', { email })
      let answer = await send()
      for (let tries = 0; answer.status === 200 && tries < 10; tries++) answer = await send()
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000)
      server().clock.advance(HOUR)
    }
  })

  it('admins created by a super admin need no verification', async () => {
    await upload(await server().organization(), [{ name: 'a.png', content: await picture() }])
  })
})

describe('registration that is closed', () => {
  const server = useServer({ REGISTRATION: 'closed' })
  it('refuses every caller', async () => {
    const body = { ...NAMES, email: 'a@example.org', password: 'password-1' }
    expect((await refused(server().as().api.auth.register({ body }))).errKey).toBe('FORBIDDEN')
  })
})

describe('forgotten passwords', () => {
  const server = useServer()
  const api = () => server().as().api
  const ask = (email: string) => api().auth.resetPassword({ body: { email } })
  const choose = (code: string, password: string) => api().auth.verifyPassword({ body: { code, password } })

  it('C-015, C-016: asks, chooses, and works with the new one only', async () => {
    const admin = await server().organization()
    await ask(admin.email)
    const [mail = ''] = await outboxOf(server(), admin.email)
    expect(mail).toContain(`${server().origins.console}/#/auth/reset-password?code=`)
    await choose(codeIn(mail), 'password-2')
    expect((await refused(admin.api.auth.profile())).errKey).toBe('SESSION_EXPIRED')
    const login = (password: string) => server().signIn({ email: admin.email, password })
    expect((await refused(login('password-1'))).errKey).toBe('LOGIN_FAILED')
    await login('password-2')
    expect((await refused(choose(codeIn(mail), 'password-3'))).errKey).toBe('INVALID_CODE')
  })

  it('responds the same for known and unknown addresses, and sends nothing to the unknown', async () => {
    const { email } = await server().organization()
    expect(await ask(email)).toEqual(await ask('nobody@example.org'))
    expect(await outboxOf(server(), 'nobody@example.org')).toEqual([])
  })

  it('AUTH-16: a code ends after an hour, with a changed password, and by the first of 20 concurrent uses', async () => {
    const late = await server().organization()
    await ask(late.email)
    const [old] = await outboxOf(server(), late.email)
    server().clock.advance(HOUR + 1000)
    expect((await refused(choose(codeIn(old), 'password-2'))).errKey).toBe('INVALID_CODE')

    const changed = await server().organization()
    await ask(changed.email)
    const body = { ...NAMES, password: 'password-2', currentPassword: 'password-1' }
    await changed.api.auth.updateProfile({ body })
    const [before] = await outboxOf(server(), changed.email)
    expect((await refused(choose(codeIn(before), 'password-3'))).errKey).toBe('INVALID_CODE')

    const many = await server().organization()
    await ask(many.email)
    const [mail] = await outboxOf(server(), many.email)
    const calls = Array.from({ length: 20 }, (_, index) => choose(codeIn(mail), `password-${index + 10}`))
    const results = await Promise.allSettled(calls)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it("AUTH-16: links use the configured address, whatever the request's host", async () => {
    const { email } = await server().organization()
    const headers = { 'x-forwarded-host': 'evil.test', origin: 'http://evil.test' }
    await server().as().call('POST', '/auth/password/reset', { email }, headers)
    expect((await outboxOf(server(), email))[0]).not.toContain('evil')
  })

  it('AUTH-08: no stored value is a code', async () => {
    const { email } = await server().organization()
    await ask(email)
    const rows = await server().services.database.selectFrom('codes').selectAll().execute()
    for (const value of rows.flatMap((row) => Object.values(row)).filter((each) => typeof each === 'string'))
      expect((await refused(choose(value || 'x', 'password-9'))).errKey).toBe('INVALID_CODE')
  })
})

describe('mobiles', () => {
  const server = useServer()

  it('C-013, C-014: sends six digits and accepts them once', async () => {
    const admin = await server().organization()
    await admin.api.auth.sendMobileCode({ body: { mobile: '+20 (100) 555-1234' } })
    const [text] = await outboxOf(server(), '+201005551234')
    const verify = () =>
      admin.api.auth.verifyMobile({ body: { mobile: '+201005551234', code: codeIn(text) } })
    await verify()
    const { profile } = await admin.api.auth.profile()
    expect(profile).toMatchObject({ mobile: '+201005551234', mobileVerified: true })
    expect((await refused(verify())).errKey).toBe('INVALID_CODE')
  })

  it('invalidates a code after five wrong guesses, concurrent ones included, and after ten minutes', async () => {
    const admin = await server().organization()
    const mobile = '+201005550000'
    const verify = (code: string) => admin.api.auth.verifyMobile({ body: { mobile, code } })
    const send = async () => {
      await admin.api.auth.sendMobileCode({ body: { mobile } })
      return codeIn((await outboxOf(server(), mobile))[0])
    }
    const first = await send()
    const wrong = first === '000000' ? '000001' : '000000'
    const guesses = await Promise.allSettled(Array.from({ length: 20 }, () => verify(wrong)))
    for (const guess of guesses)
      expect(guess).toMatchObject({ reason: { status: 400, errKey: 'INVALID_CODE' } })
    expect((await refused(verify(first))).errKey).toBe('INVALID_CODE')
    const second = await send()
    server().clock.advance(10 * MINUTE + 1000)
    const { status } = await server().as().call('GET', '/health')
    expect(status).toBe(200)
    const again = await server().signIn({ email: admin.email, password: 'password-1' })
    const late = again.api.auth.verifyMobile({ body: { mobile, code: second } })
    expect((await refused(late)).errKey).toBe('INVALID_CODE')
  })

  it("refuses another user's code", async () => {
    const [one, two] = [await server().organization(), await server().organization()]
    const mobile = '+201005559999'
    await one.api.auth.sendMobileCode({ body: { mobile } })
    const [text] = await outboxOf(server(), mobile)
    const stolen = two.api.auth.verifyMobile({ body: { mobile, code: codeIn(text) } })
    expect((await refused(stolen)).errKey).toBe('INVALID_CODE')
  })
})

describe('mails by SMTP', () => {
  const mail = new MailServer()
  let server: TestServer
  beforeAll(async () => {
    server = await TestServer.start({ SMTP_URL: await mail.start(), MAIL_FROM: 'Signs <signs@example.org>' })
  })
  afterAll(async () => {
    await server.close()
    await mail.close()
  })
  const ask = (email: string) => server.as().api.auth.resetPassword({ body: { email } })
  const sent = async () => {
    const { messages } = await (await server.signIn()).api.outbox.list()
    return messages[0]
  }

  it('sends them, then clears the text', async () => {
    const { email } = await server.organization()
    await ask(email)
    await server.services.outbox.wake()
    expect(mail.mails.at(-1)?.to).toEqual([email])
    expect(mail.mails.at(-1)?.text).toContain('From: Signs <signs@example.org>')
    await server.as().api.auth.verifyPassword({
      body: { code: codeIn(mail.mails.at(-1)?.text), password: 'password-2' },
    })
    expect((await (await server.signIn()).api.auth.profile()).profile.sendsEmail).toBe(true)
    expect(await sent()).toMatchObject({ status: 'sent', text: '', recipient: email })
  })

  it('retries when the mail server is back, and sends once', async () => {
    const { email } = await server.organization()
    mail.refusing = true
    await ask(email)
    await server.services.outbox.wake()
    expect(await sent()).toMatchObject({
      status: 'waiting',
      attempts: 1,
      error: expect.stringContaining('not now'),
    })
    mail.refusing = false
    const before = mail.mails.length
    await server.services.outbox.wake()
    expect(mail.mails).toHaveLength(before)
    server.clock.advance(MINUTE + 1000)
    await Promise.all([server.services.outbox.wake(), server.services.outbox.wake()])
    expect(mail.mails).toHaveLength(before + 1)
    expect(await sent()).toMatchObject({ status: 'sent' })
  })

  it('sends nothing when the call fails', async () => {
    const before = (await (await server.signIn()).api.outbox.list()).messages.length
    const { token } = await server.organization()
    const body = { ...NAMES, email: 'new@example.org', password: 'common', organizationName: 'x'.repeat(200) }
    await refused(server.as().api.auth.register({ body }))
    expect((await server.as(token).call('POST', '/auth/mobile/send-code', { mobile: 'x' })).status).toBe(400)
    expect((await (await server.signIn()).api.outbox.list()).messages).toHaveLength(before)
  })
})
