import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ALERT_TEXTS_PER_HOUR, type AlertCause } from '@vitrine/contract/api/operations/alerts'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isPostgres } from '#db/database.ts'
import { makeStoryboard } from '#test/content.ts'
import { type Caller, TestServer } from '#test/harness.ts'
import { MailServer } from '#test/mail-server.ts'
import { TestScreen } from '#test/screen.ts'
import { noise, uploadOne } from '#test/uploads.ts'
import { evaluateAlerts } from './evaluate.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Admin = Caller & { organizationId: string }

/** Time of day in UTC, as schedules write it: "02:30 PM". */
const timeOf = (instant: number) => {
  const [hours, minutes] = new Date(instant).toISOString().slice(11, 16).split(':').map(Number) as [
    number,
    number,
  ]
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(hours % 12 || 12)}:${two(minutes)} ${hours < 12 ? 'AM' : 'PM'}`
}

describe('alerts', () => {
  let server: TestServer
  let mail: MailServer
  let hook: Server
  let hookUrl = ''
  let hookStatus = 200
  const hooked: { headers: IncomingHttpHeaders; body: string }[] = []
  let licences = 0

  beforeAll(async () => {
    hook = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        hooked.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
        response.writeHead(hookStatus).end()
      })
    })
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(hook.address() as AddressInfo).port}`
    hookUrl = `http://${host}/hook`
    mail = new MailServer()
    server = await TestServer.start({ LOCAL_HOSTS: host, SMTP_URL: await mail.start() })
  })
  afterAll(async () => {
    await server.close()
    await mail.close()
    hook.closeAllConnections()
    hook.close()
  })

  // Each test evaluates only its own rules.
  afterEach(() => server.services.database.deleteFrom('alert_rules').execute())

  const evaluate = (of: TestServer = server) => evaluateAlerts(of.services.database, of.services)
  /** Titles of the messages, from the database, because sessions expire while hours pass. */
  const titles = async ({ organizationId }: Admin) => {
    const rows = await server.services.database
      .selectFrom('alert_messages')
      .select('title')
      .where('organizationId', '=', organizationId)
      .orderBy('at')
      .orderBy('id')
      .execute()
    return rows.map(({ title }) => title)
  }
  /** Evaluates every minute, as the job does. */
  const advance = async (minutes: number, work: () => Promise<unknown> = evaluate, step = 1) => {
    for (let minute = 0; minute < minutes; minute += step) {
      server.clock.advance(step * MINUTE)
      await work()
    }
  }
  const rule = async (admin: Admin, causes: AlertCause[], more: object = {}) => {
    const { email } = (await (await server.user(admin)).api.auth.profile()).profile
    const users = server.services.database.updateTable('users').set({ emailVerified: 1 })
    await users.where('email', '=', email).execute()
    const body = { name: 'Team', causes, minutes: 5, emails: [email], ...more }
    return { ...(await admin.api.alerts.create({ body })).alert, email }
  }
  /** Emails received by the mail server. */
  const arrived = async (email: string) => {
    await server.services.outbox.wake()
    return mail.mails.filter(({ to }) => to.includes(email)).map(({ text }) => text)
  }
  const connect = async (admin: Admin, count: number) => {
    const body = {
      number: `L-alert-${++licences}`,
      devicesCount: count,
      organizationId: admin.organizationId,
    }
    await (await server.signIn()).api.licences.create({ body })
    const { building } = await admin.api.buildings.create({
      body: { name: `Building ${licences}`, location: 'Here', floors: [{ name: 'Ground' }] },
    })
    const screens: TestScreen[] = []
    for (let n = 0; n < count; n += 1) {
      const screen = await TestScreen.claim(server, admin, { name: `Screen ${n}` })
      const body = { name: `Screen ${n}`, floorId: building.floors[0]?.id ?? null }
      await admin.api.devices.update({ params: { id: screen.deviceId }, body })
      screens.push(screen)
    }
    return { screens, place: building.name }
  }
  /** Sends one report per screen, written where every server sees it. */
  const report = async (screens: readonly TestScreen[]) => {
    await Promise.all(screens.map((screen) => screen.report({ group: '', device: '' })))
    await server.services.reports.flush()
  }

  it("are sent by text message, up to the installation's limit", async () => {
    const admin = await server.organization()
    const mobiles = ['+1 (212) 555-0100', '+12125550101']
    const { id, mobiles: stored, email } = await rule(admin, ['offline'], { mobiles })
    expect(stored).toEqual(['+12125550100', '+12125550101'])
    const sent = async (channel: 'mail' | 'sms', by: Caller = admin) => {
      const { messages } = await by.api.alerts.messages({ query: { page: 1, pageSize: 100 } })
      return messages.filter((message) => message.channel === channel)
    }
    for (let n = 0; n < 12; n += 1) await admin.api.alerts.test({ params: { id } })
    expect(await sent('sms')).toHaveLength(ALERT_TEXTS_PER_HOUR)
    // No provider is configured here.
    const results = async () =>
      new Set((await sent('sms')).map(({ recipient, status }) => `${recipient} ${status}`))
    await expect.poll(results).toEqual(new Set(stored.map((recipient) => `${recipient} kept`)))
    expect(await sent('mail')).toHaveLength(12)
    expect(await arrived(email)).toHaveLength(12)
    server.clock.advance(HOUR + MINUTE)
    const later = await server.signIn({ email: admin.email, password: 'password-1' })
    await later.api.alerts.test({ params: { id } })
    expect(await sent('sms', later)).toHaveLength(ALERT_TEXTS_PER_HOUR + 2)
  })

  it('sends one email for twelve screens that go offline together, one when they are back, and none twice', async () => {
    const admin = await server.organization()
    const { screens, place } = await connect(admin, 12)
    const { email } = await rule(admin, ['offline'])
    // Use a second server if the database can be shared, else two overlapping evaluations.
    const isShared = isPostgres(server.services.database)
    let other = isShared ? await TestServer.start({}, { beside: server }) : server
    const both = () => Promise.all([evaluate(), evaluate(other)])
    // Reports of screens are spread over a minute.
    await report(screens.slice(0, 7))
    server.clock.advance(50_000)
    await report(screens.slice(7))
    await advance(4, both)
    expect(await arrived(email)).toEqual([])
    await advance(20, both)
    const offline = `12 screens in ${place} are offline`
    expect(await titles(admin)).toEqual([offline])
    expect(await arrived(email)).toEqual([expect.stringContaining(`Subject: ${offline}`)])
    if (isShared) {
      await other.close()
      other = await TestServer.start({}, { beside: server })
    }
    await advance(3, both)
    await advance(5, async () => {
      await report(screens)
      await both()
    })
    if (isShared) await other.close()
    expect(await titles(admin)).toEqual([offline, `12 screens in ${place} are back online`])
    const [first, second, ...more] = await arrived(email)
    expect(first).toContain('- Screen 11 (')
    expect(second).toContain(`Subject: 12 screens in ${place} are back online`)
    expect(more).toEqual([])
  })

  it('sends nothing about a screen that reconnects in time, or is deleted while it is offline', async () => {
    const admin = await server.organization()
    const { screens, place } = await connect(admin, 2)
    await rule(admin, ['offline'])
    const [stays, leaves] = screens as [TestScreen, TestScreen]
    await report(screens)
    await advance(4)
    await advance(8, async () => {
      await report([stays])
      await evaluate()
    })
    expect(await titles(admin)).toEqual([`Screen 1 (${place}) is offline`])
    await admin.api.devices.remove({ params: { id: leaves.deviceId } })
    await advance(4, async () => {
      await report([stays])
      await evaluate()
    })
    expect(await titles(admin)).toHaveLength(1)
  })

  it('gives screens time to return after no server was running', async () => {
    const admin = await server.organization()
    const { screens } = await connect(admin, 1)
    await rule(admin, ['offline'])
    await report(screens)
    await evaluate()
    server.clock.advance(HOUR)
    await evaluate()
    await advance(3)
    await report(screens)
    await advance(2)
    expect(await titles(admin)).toEqual([])
  })

  it('waits for the end of quiet hours, and sends nothing about problems that ended in them', async () => {
    const admin = await server.organization()
    const { screens, place } = await connect(admin, 2)
    const now = server.clock.now()
    const quiet = { from: timeOf(now), to: timeOf(now + 30 * MINUTE), timezone: 'Etc/UTC' }
    await rule(admin, ['offline'], { quiet })
    await report(screens)
    await advance(20)
    await advance(5, async () => {
      await report(screens.slice(1))
      await evaluate()
    })
    expect(await titles(admin)).toEqual([])
    await advance(10, async () => {
      await report(screens.slice(1))
      await evaluate()
    })
    expect(await titles(admin)).toEqual([`Screen 0 (${place}) is offline`])
  })

  it('counts minutes only within the hours of a screen, and reports neither its evening nor its morning', async () => {
    const admin = await server.organization()
    const { screens, place } = await connect(admin, 1)
    const deviceId = screens[0]?.deviceId ?? ''
    const now = server.clock.now()
    const hours = { on: timeOf(now + HOUR), off: timeOf(now + 2 * HOUR), timezone: 'Etc/UTC' }
    const body = { name: 'Day', type: 0, screenSize: 1, orientation: 0, volume: 50, hours } as const
    await admin.api.deviceConfigurations.create({ body: { ...body, devices: [deviceId] } })
    await rule(admin, ['offline'])
    await report(screens)
    await advance(60, evaluate, 3)
    // The hours began a moment ago, long after the last report.
    await advance(4)
    expect(await titles(admin)).toEqual([])
    await advance(10)
    const offline = `Screen 0 (${place}) is offline`
    expect(await titles(admin)).toEqual([offline])
    await advance(60, evaluate, 3)
    expect(await titles(admin)).toEqual([offline])
  })

  it('reports content that is behind and a screen with nothing to show, and neither as resolved while offline', async () => {
    const admin = await server.organization()
    const { screens, place } = await connect(admin, 1)
    await rule(admin, ['behind', 'dark'])
    await advance(20, async () => {
      await report(screens)
      await evaluate()
    })
    const both = [`Screen 0 (${place}) has nothing to show`, `Screen 0 (${place}) shows an older version`]
    expect((await titles(admin)).sort()).toEqual(both)
    await advance(20)
    expect((await titles(admin)).sort()).toEqual(both)
  })

  it('reports that a storyboard waits for review, the decision, and that a license expires', async () => {
    const admin = await server.organization()
    await rule(admin, ['approval', 'licence'])
    const good = await makeStoryboard(admin, { approve: false })
    await advance(1)
    const bad = await makeStoryboard(admin, { approve: false })
    const { organizationId } = admin
    const expiresAt = new Date(server.clock.now() + 3 * DAY).toISOString().slice(0, 10)
    const body = { number: `L-ends-${++licences}`, devicesCount: 1, organizationId, expiresAt }
    await (await server.signIn()).api.licences.create({ body })
    await advance(2)
    const decide = (id: string, status: 'approved' | 'rejected') =>
      admin.api.storyboards.setStatus({ params: { id, status } })
    await decide(good.id, 'approved')
    await decide(bad.id, 'rejected')
    await advance(2)
    expect((await titles(admin)).sort()).toEqual(
      [
        `${good.name} is waiting for approval`,
        `${bad.name} is waiting for approval`,
        `${good.name} was approved`,
        `${bad.name} was not approved`,
        `License ${body.number} has expired or expires soon`,
      ].sort(),
    )
  })

  it('reports low storage once, until there is clearly room again', async () => {
    const admin = await server.organization()
    await rule(admin, ['storage'])
    const { database } = server.services
    const limit = (storageMb: number) =>
      database
        .updateTable('organizations')
        .set({ storageMb })
        .where('id', '=', admin.organizationId)
        .execute()
    const name = (await admin.api.organizations.get({ params: { id: admin.organizationId } })).organization
      .name
    await uploadOne(admin, 'a.png', await noise(980_000))
    await limit(1)
    await advance(2)
    await limit(10)
    await advance(2)
    expect(await titles(admin)).toEqual([
      `${name} is running out of storage`,
      `${name} has enough storage again`,
    ])
  })

  it('reports a failed backup to the home organization alone', async () => {
    const home = (await server.signIn()) as Admin
    const admin = await server.organization()
    const own = await rule(home, ['backup'])
    await rule(admin, ['backup'])
    const job = { nextAt: 0, startedAt: 0, finishedAt: 0, succeededAt: null, result: null }
    await server.services.database
      .insertInto('jobs')
      .values({ id: 'backup', ...job, error: 'No room' })
      .onConflict((there) => there.column('id').doUpdateSet({ error: 'No room' }))
      .execute()
    await advance(2)
    expect(await arrived(own.email)).toEqual([expect.stringContaining('Subject: The last backup failed')])
    expect(await titles(admin)).toEqual([])
    await server.services.database
      .updateTable('jobs')
      .set({ error: null })
      .where('id', '=', 'backup')
      .execute()
    await advance(2)
    expect(await arrived(own.email)).toHaveLength(2)
    await home.api.alerts.remove({ params: { id: own.id } })
  })

  it('signs each attempt of a webhook, retries after a failure, and shows the error until then', async () => {
    const admin = await server.organization()
    const { id, webhookSecret } = await rule(admin, ['dark'], { webhook: hookUrl, emails: [] })
    hookStatus = 500
    expect(await admin.api.alerts.test({ params: { id } })).toEqual({ sent: 1 })
    await server.services.outbox.wake()
    const last = async () => {
      const { kind, channel, status, error } = (await admin.api.alerts.messages()).messages[0] ?? {}
      return { kind, channel, status, error }
    }
    const shown = { kind: 'test', channel: 'webhook' }
    expect(await last()).toEqual({ ...shown, status: 'waiting', error: 'The webhook returned status 500' })
    hookStatus = 204
    server.clock.advance(2 * MINUTE)
    await server.services.outbox.wake()
    expect(await last()).toEqual({ ...shown, status: 'sent', error: '' })
    const [first, second, ...more] = hooked
    expect(more).toEqual([])
    expect(second?.body).toBe(first?.body)
    expect(JSON.parse(second?.body ?? '')).toMatchObject({ kind: 'test', alert: { id, name: 'Team' } })
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    const { 'content-type': type, 'webhook-id': messageId } = second?.headers ?? {}
    expect(type).toBe('application/json')
    const seconds = Number(second?.headers['webhook-timestamp'])
    expect(seconds).toBe(Math.floor(server.clock.now() / 1000))
    const expected = new Webhook(webhookSecret).sign(
      String(messageId),
      new Date(seconds * 1000),
      second?.body ?? '',
    )
    expect(second?.headers['webhook-signature']).toBe(expected)
  })

  it('calls no address of the local network that the operator has not allowed', async () => {
    const admin = await server.organization()
    const { id } = await rule(admin, ['dark'], { webhook: 'http://127.0.0.1:9/hook', emails: [] })
    await admin.api.alerts.test({ params: { id } })
    await server.services.outbox.wake()
    const { messages } = await admin.api.alerts.messages()
    expect(messages[0]?.error).toContain('public internet')
  })

  it("sends no more than an organization's hourly limit, and the rest in one message afterwards", async () => {
    const admin = await server.organization()
    const emails = Array.from({ length: 20 }, (_, n) => `many-${n}@alerts.test`)
    const { id } = await rule(admin, ['approval'], { emails })
    for (let n = 0; n < 10; n += 1) await admin.api.alerts.test({ params: { id } })
    const { status } = await admin.call('POST', `/alerts/${id}/test`)
    expect(status).toBe(429)
    await makeStoryboard(admin, { approve: false })
    await makeStoryboard(admin, { approve: false })
    await advance(2)
    const news = async () => (await titles(admin)).filter((title) => !title.startsWith('Test'))
    expect(await news()).toEqual([])
    server.clock.advance(HOUR)
    await evaluate()
    expect(new Set(await news())).toEqual(new Set(['2 storyboards are waiting for approval']))
  })
})
