import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { refused, TestServer } from '#test/harness.ts'
import { MailServer } from '#test/mail-server.ts'
import { type MailSettings, smtpTransport } from './mail.ts'
import { queueMessage, unsentMessages } from './queries.ts'
import { OutboxSender } from './sender.ts'

const MINUTE = 60_000

describe('short messages by a provider', () => {
  let provider: Server
  let server: TestServer
  const taken: { url: string; authorization: string; form: Record<string, string> }[] = []
  let status = 201

  beforeAll(async () => {
    provider = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
        taken.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '', form })
        response.writeHead(status, { location: '/elsewhere' }).end('{}')
      })
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const { port } = provider.address() as AddressInfo
    server = await TestServer.start({
      SMS_URL: `http://AC1:to%20ken@127.0.0.1:${port}/2010-04-01/Accounts/AC1/Messages.json`,
      SMS_FROM: '+15550001',
    })
  })
  afterAll(async () => {
    await server.close()
    provider.closeAllConnections()
    provider.close()
  })

  it('sends To, From and Body with basic authentication', async () => {
    const admin = await server.organization()
    await admin.api.auth.sendMobileCode({ body: { mobile: '+20 100 555 1234' } })
    await server.services.outbox.wake()
    expect(taken).toHaveLength(1)
    expect(taken[0]).toMatchObject({
      url: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${btoa('AC1:to ken')}`,
      form: {
        To: '+201005551234',
        From: '+15550001',
        Body: expect.stringMatching(/^\d{6} is your Vitrine code/),
      },
    })
    const code = taken[0]?.form.Body?.slice(0, 6) ?? ''
    await admin.api.auth.verifyMobile({ body: { mobile: '+201005551234', code } })
  })

  it('retries after every unsuccessful response, and gives up in the end', async () => {
    const { database, clock } = server.services
    const waits: number[] = []
    const before = taken.length
    const to = { owner: '', channel: 'sms', recipient: '+201005550000' } as const
    const text = { ...to, subject: '', text: 'Not a code' }
    await queueMessage(database, text, clock.now())
    for (const answer of [500, 429, 302, 400, 503, 401, 500, 500]) {
      status = answer
      await server.services.outbox.wake()
      waits.push(taken.length - before)
      server.clock.advance(13 * 60 * MINUTE)
    }
    expect(waits).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    await server.services.outbox.wake()
    expect(taken.length - before).toBe(8)
    const { messages } = await (await server.signIn()).api.outbox.list({ query: { search: '+201005550000' } })
    expect(messages).toMatchObject([
      { status: 'failed', attempts: 8, error: 'The SMS provider returned status 500' },
    ])
  })

  it('does not send a code that has expired', async () => {
    const admin = await server.organization()
    const before = taken.length
    status = 500
    await admin.api.auth.sendMobileCode({ body: { mobile: '+201005550001' } })
    await server.services.outbox.wake()
    status = 201
    server.clock.advance(11 * MINUTE)
    await server.services.outbox.wake()
    expect(taken.length - before).toBe(1)
    const { messages } = await (await server.signIn()).api.outbox.list({ query: { search: '+201005550001' } })
    expect(messages).toMatchObject([
      { status: 'failed', text: '', error: expect.stringContaining('expired') },
    ])
  })

  it('is readable by the super admin only', async () => {
    const admin = await server.organization()
    expect((await refused(admin.api.outbox.list())).status).toBe(403)
    expect((await refused(server.as().api.outbox.list())).status).toBe(401)
    const { messages, total } = await (await server.signIn()).api.outbox.list({
      query: { page: 1, pageSize: 1 },
    })
    expect([messages.length, total]).toEqual([1, 3])
  })
})

describe('a message with quiet hours', () => {
  it('is not sent in them, not even if it waits because attempts fail', async () => {
    const mail = new MailServer()
    const server = await TestServer.start({ SMTP_URL: await mail.start() })
    try {
      const { database, clock, outbox } = server.services
      // The clock starts at 12:00 UTC, which is 5:30 PM in Kolkata.
      const quiet = { from: '05:45 PM', to: '06:15 AM', timezone: 'Asia/Kolkata' }
      const to = { owner: '', channel: 'mail', recipient: 'owner@example.org' } as const
      const body = { ...to, subject: 'Off', text: 'Off' }
      mail.refusing = true
      await queueMessage(database, { ...body, quiet }, clock.now())
      await outbox.wake()
      mail.refusing = false
      server.clock.advance(16 * MINUTE)
      await outbox.wake()
      server.clock.advance(12 * 60 * MINUTE + 28 * MINUTE)
      await outbox.wake()
      expect(mail.mails).toEqual([])
      // 6:15 AM.
      server.clock.advance(MINUTE)
      await outbox.wake()
      expect(mail.mails).toHaveLength(1)
    } finally {
      await server.close()
      await mail.close()
    }
  })
})

describe('organizations with many emails', () => {
  it.each([1, 3, 30])('(%i) delay those of another by one round', async (attackers) => {
    const mail = new MailServer()
    const server = await TestServer.start({ SMTP_URL: await mail.start() })
    try {
      const { database, clock, outbox } = server.services
      const now = clock.now()
      // In one transaction: a sender that looks between them begins its rounds without the victim.
      await database.transaction().execute(async (tx) => {
        const queue = (owner: string, at: number) =>
          queueMessage(
            tx,
            { owner, channel: 'mail', recipient: `${owner}@example.org`, subject: 'Menu', text: 'Soup' },
            at,
          )
        for (let n = 0; n < 120; n++) await queue(`attacker${n % attackers}`, now - MINUTE)
        await queue('victim', now)
      })
      await outbox.wake()
      expect(mail.mails).toHaveLength(121)
      // Those of a round are sent at the same time.
      const place = mail.mails.findIndex(({ to }) => to.includes('victim@example.org'))
      expect(place).toBeLessThan(20 * Math.ceil((attackers + 1) / 20))
    } finally {
      await server.close()
      await mail.close()
    }
  })
})

describe('an email that is sent twice', () => {
  it('has the same id, so that mail servers can drop one of them', async () => {
    const mail = new MailServer()
    const settings = { SMTP_URL: await mail.start(), MAIL_FROM: 'Signs <signs@example.org>' }
    const server = await TestServer.start(settings)
    try {
      const { database, clock, outbox } = server.services
      const to = { owner: '', channel: 'mail', recipient: 'owner@example.org' } as const
      const body = { ...to, subject: 'Menu', text: 'Soup' }
      const id = await queueMessage(database, body, clock.now())
      await outbox.wake()
      // The process stopped before it noted the delivery.
      await database.updateTable('outbox').set({ status: 'waiting', nextAt: clock.now() }).execute()
      await outbox.wake()
      const ids = mail.mails.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1]?.trim())
      expect(ids).toEqual([`<${id}@example.org>`, `<${id}@example.org>`])
    } finally {
      await server.close()
      await mail.close()
    }
  })
})

describe('a mail server that never answers', () => {
  it('delays the end of the server by seconds, and the message is sent again later', async () => {
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const silent = createTcpServer((socket) => {
      socket.on('error', () => {})
      asked()
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const server = await TestServer.start({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    try {
      const { database, clock } = server.services
      const outbox = server.services.outbox as OutboxSender
      const to = { owner: '', channel: 'mail', recipient: 'owner@example.org' } as const
      const body = { ...to, subject: 'Menu', text: 'Soup' }
      await queueMessage(database, body, clock.now())
      void outbox.wake()
      await isAsked
      const started = performance.now()
      await outbox.close()
      // The mail client itself is patient for minutes.
      expect(performance.now() - started).toBeLessThan(9000)
      const [message] = await database.selectFrom('outbox').selectAll().execute()
      expect(message).toMatchObject({ status: 'waiting', error: '', attempts: 0 })
      expect(await unsentMessages(database, clock.now())).toEqual([])
    } finally {
      await server.close()
      silent.close()
    }
  })
})

describe('a mail server', () => {
  const mail = new MailServer()
  let url = ''
  beforeAll(async () => {
    url = await mail.start()
  })
  afterAll(() => mail.close())
  const queued = async (server: TestServer) => {
    const { database, clock } = server.services
    const to = { owner: '', channel: 'mail', recipient: 'owner@example.org' } as const
    return queueMessage(database, { ...to, subject: 'Menu', text: 'Soup' }, clock.now())
  }
  const messageOf = (server: TestServer, id: string) =>
    server.services.database.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it.each([
    [450, 'waiting'],
    [451, 'waiting'],
    [550, 'failed'],
    [554, 'failed'],
  ])('that answers %i leaves the message %s', async (code, status) => {
    const server = await TestServer.start({ SMTP_URL: url })
    try {
      mail.refusing = code
      const id = await queued(server)
      await server.services.outbox.wake()
      expect(await messageOf(server, id)).toMatchObject({ status, attempts: 1 })
      await server.services.warnings.look()
      const kinds = (await server.services.warnings.current()).map(({ kind }) => kind)
      expect(kinds).toContain('mail-failed')
    } finally {
      mail.refusing = false
      await server.close()
    }
  })

  it('whose login fails keeps the message: an operator can correct the password', async () => {
    const server = await TestServer.start({ SMTP_URL: url.replace('pass%20word', 'wrong') })
    try {
      const id = await queued(server)
      await server.services.outbox.wake()
      expect(await messageOf(server, id)).toMatchObject({ status: 'waiting', attempts: 1 })
    } finally {
      await server.close()
    }
  })

  it.each([
    ['with a password', (to: string) => to, { SMTP_TLS: '' }],
    ['with a password, required', (to: string) => to, { SMTP_TLS: 'required' }],
    ['without one, required', (to: string) => to.replace(/\/\/.*@/, '//'), { SMTP_TLS: 'required' }],
  ])('without TLS gets no password and no message: %s', async (_what, change, settings) => {
    const server = await TestServer.start({ SMTP_URL: change(url), ...settings })
    try {
      const [passwords, mails] = [mail.passwords.length, mail.mails.length]
      const id = await queued(server)
      await server.services.outbox.wake()
      const error = expect.stringMatching(/can't encrypt the connection.*SMTP_TLS=optional/)
      expect(await messageOf(server, id)).toMatchObject({ status: 'waiting', error })
      expect([mail.passwords.length, mail.mails.length]).toEqual([passwords, mails])
    } finally {
      await server.close()
    }
  })

  it('without TLS and without a password gets the message', async () => {
    const server = await TestServer.start({ SMTP_URL: url.replace(/\/\/.*@/, '//'), SMTP_TLS: '' })
    try {
      const id = await queued(server)
      await server.services.outbox.wake()
      expect(await messageOf(server, id)).toMatchObject({ status: 'sent' })
    } finally {
      await server.close()
    }
  })

  it('that takes nine minutes to answer gets the message once', async () => {
    const transport = smtpTransport(url, { SMTP_TLS: 'optional' } as MailSettings)
    expect(transport.options).toMatchObject({ greetingTimeout: 5 * MINUTE, socketTimeout: 10 * MINUTE })
    const server = await TestServer.start({ SMTP_URL: url })
    // Only repeated timers run in fast motion, such as the one that renews the claim.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const outbox = new OutboxSender({ ...server.services, idle: true })
    try {
      const before = mail.mails.length
      mail.slow = 1500
      const id = await queued(server)
      const sending = outbox.wake()
      await vi.waitFor(() => expect(mail.mails).toHaveLength(before + 1), { timeout: 60_000, interval: 50 })
      for (let minute = 0; minute < 9; minute++) {
        server.clock.advance(MINUTE)
        await vi.advanceTimersByTimeAsync(MINUTE)
        const isHeld = async () =>
          expect((await messageOf(server, id)).nextAt).toBeGreaterThan(server.services.clock.now())
        await vi.waitFor(isHeld, { timeout: 60_000, interval: 20 })
      }
      await server.services.outbox.wake()
      await sending
      expect(mail.mails).toHaveLength(before + 1)
      expect(await messageOf(server, id)).toMatchObject({ status: 'sent', attempts: 1 })
    } finally {
      vi.useRealTimers()
      mail.slow = 0
      await outbox.close()
      await server.close()
    }
  })
})

describe('two servers with one outbox', () => {
  it.runIf(process.env.TEST_DATABASE_URL)('send each mail once', async () => {
    const mail = new MailServer()
    const SMTP_URL = await mail.start()
    const one = await TestServer.start({ SMTP_URL })
    const two = await TestServer.start({ SMTP_URL }, { beside: one })
    try {
      const emails = Array.from({ length: 20 }, (_, n) => `person${n}@example.org`)
      const names = { firstName: 'A', lastName: 'B', password: 'password-1' }
      await Promise.all(
        emails.map((email, n) => (n % 2 ? one : two).as().api.auth.register({ body: { ...names, email } })),
      )
      await Promise.all([one, two, one, two].map((server) => server.services.outbox.wake()))
      expect(mail.mails.map(({ to }) => to[0]).sort()).toEqual(emails.sort())
    } finally {
      await two.close()
      await one.close()
      await mail.close()
    }
  })
})
