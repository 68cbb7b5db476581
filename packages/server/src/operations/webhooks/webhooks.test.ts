import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { WEBHOOKS_MAX } from '@vitrine/contract/api/operations/webhooks'
import type { WebhookTopic } from '@vitrine/contract/webhook-topics'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { evaluateAlerts } from '#operations/alerts/evaluate.ts'
import { makeStoryboard } from '#test/content.ts'
import { refused, TestServer } from '#test/harness.ts'
import { uploadOne } from '#test/uploads.ts'
import { followEvents } from './follow.ts'
import { pauseFailing } from './pause.ts'
import { forgetWebhookDeliveries } from './queries.ts'

type Admin = Awaited<ReturnType<TestServer['organization']>>

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  event: { type: string; timestamp: string; data: Record<string, unknown> }
}

describe('webhooks', () => {
  let hooks: Server
  let host: string
  let server: TestServer
  let received: Received[] = []
  let status = 204

  beforeAll(async () => {
    hooks = createServer(async (request, response) => {
      const body = await text(request)
      received.push({ path: request.url ?? '', headers: request.headers, body, event: JSON.parse(body) })
      response.writeHead(status).end()
    })
    await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve))
    host = `127.0.0.1:${(hooks.address() as AddressInfo).port}`
    server = await TestServer.start({ LOCAL_HOSTS: `${host},${host.replace('127.0.0.1', 'localhost')}` })
  })
  afterAll(async () => {
    await server.close()
    hooks.closeAllConnections()
    hooks.close()
  })
  beforeEach(async () => {
    received = []
    status = 204
    const { database } = server.services
    await database.deleteFrom('webhooks').execute()
    await database.deleteFrom('outbox').execute()
  })

  const follow = async () => {
    const { database, reader, playStore, outbox } = server.services
    const queued = await followEvents({ db: database, reader, playStore, now: server.clock.now() })
    await outbox.wake()
    return queued
  }
  const hook = async (admin: Admin, topics: WebhookTopic[], path = '/in') => {
    const body = { name: `Hook ${path}`, address: `http://${host}${path}`, topics }
    const { webhook, signingSecret } = await admin.api.webhooks.create({ body })
    return { id: webhook.id, signingSecret }
  }
  /** By the server's clock, which the library doesn't know. */
  const isSignedWith = (
    key: string,
    { headers, body }: Received = { path: '', headers: {}, body: '' } as never,
  ) => {
    const [id, at, signature] = ['id', 'timestamp', 'signature'].map((name) =>
      String(headers[`webhook-${name}`]),
    )
    return new Verifier(key).sign(id ?? '', new Date(Number(at) * 1000), body) === signature
  }
  const types = () => received.map(({ event }) => event.type)
  const folder = (admin: Admin, name: string) => admin.api.media.createFolder({ body: { name } })
  const outcomes = async (admin: Admin, id: string) =>
    (await admin.api.webhooks.deliveries({ params: { id } })).deliveries.map((one) => one.status)

  it('tells what happened, signed as a library of Standard Webhooks verifies it', async () => {
    const admin = await server.organization()
    await folder(admin, 'Before')
    const { id: hookId, signingSecret } = await hook(admin, ['media'])
    await folder(admin, 'Menus')
    await uploadOne(admin)
    await makeStoryboard(admin)
    await follow()
    expect(new Set(types())).toEqual(new Set(['folder.create', 'media.upload']))
    // Up to four calls run at the same time, so that any may arrive first.
    const first = received.find(({ event }) => event.type === 'folder.create')
    expect(first?.event.data).toMatchObject({
      verb: 'create',
      thing: { name: 'Menus' },
      actor: { kind: 'person' },
    })
    expect(first?.event.data).not.toHaveProperty('address')
    const [at, id] = ['timestamp', 'id'].map((name) => String(first?.headers[`webhook-${name}`]))
    expect(Number(at)).toBe(Math.floor(server.clock.now() / 1000))
    const expected = new Verifier(signingSecret).sign(
      id ?? '',
      new Date(Number(at) * 1000),
      first?.body ?? '',
    )
    expect(first?.headers['webhook-signature']).toBe(expected)
    const told = received.length
    await follow()
    expect(received).toHaveLength(told)
    expect(await outcomes(admin, hookId)).toEqual(types().map(() => 'sent'))
  })

  it('tells each topic to the webhooks that chose it, and nothing to those of another organization', async () => {
    const [admin, other] = [await server.organization(), await server.organization()]
    await hook(admin, ['media'], '/media')
    await hook(admin, ['storyboards', 'places'], '/storyboards')
    await hook(other, ['media', 'storyboards', 'people', 'places'], '/other')
    await folder(admin, 'A')
    await makeStoryboard(admin)
    await follow()
    const paths = Map.groupBy(received, ({ path }) => path)
    expect(new Set(paths.get('/media')?.map(({ event }) => event.type))).toContain('folder.create')
    expect(new Set(paths.get('/storyboards')?.map(({ event }) => event.type))).toContain('storyboard.create')
    expect(paths.get('/media')?.some(({ event }) => event.type.startsWith('storyboard'))).toBe(false)
    expect(paths.has('/other')).toBe(false)
  })

  it('tells every change once when two servers follow the log', async () => {
    const admin = await server.organization()
    await hook(admin, ['media'], '/twice')
    for (let n = 0; n < 60; n += 1) await folder(admin, `Folder ${n}`)
    await Promise.all([follow(), follow()])
    await follow()
    const names = received.filter(({ path }) => path === '/twice').map(({ event }) => event.data.thing)
    expect(names).toHaveLength(60)
    expect(new Set(names.map((thing) => (thing as { name: string }).name)).size).toBe(60)
  })

  it('keeps what a receiver that is away missed in the log, and tells it afterwards', async () => {
    const admin = await server.organization()
    const { id } = await hook(admin, ['media'], '/away')
    status = 503
    for (let n = 0; n < 260; n += 1) await folder(admin, `Folder ${n}`)
    await follow()
    await follow()
    const waiting = await server.services.database
      .selectFrom('outbox')
      .select('id')
      .where('owner', '=', admin.organizationId)
      .execute()
    // The first batch has the entry of the webhook itself, which no one gets.
    expect(waiting).toHaveLength(199)
    const [webhook] = (await admin.api.webhooks.list()).webhooks
    expect(webhook).toMatchObject({ id, failingSince: expect.any(String), pausedAt: null })
    status = 204
    received = []
    for (let turn = 0; turn < 4; turn += 1) {
      server.clock.advance(2 * MINUTE)
      await follow()
    }
    expect(new Set(received.map(({ event }) => (event.data.thing as { name: string }).name)).size).toBe(260)
    expect((await admin.api.webhooks.list()).webhooks[0]?.failingSince).toBeNull()
  })

  it('sends a delivery again under the same id', async () => {
    const admin = await server.organization()
    const { id } = await hook(admin, ['media'], '/again')
    status = 410
    await folder(admin, 'A')
    await follow()
    status = 204
    const [delivery] = (await admin.api.webhooks.deliveries({ params: { id } })).deliveries
    expect(delivery).toMatchObject({
      status: 'waiting',
      error: 'The webhook returned status 410',
      attempts: 1,
    })
    await admin.api.webhooks.replay({ params: { id, delivery: delivery?.id ?? '' } })
    await server.services.outbox.wake()
    expect(await outcomes(admin, id)).toEqual(['sent'])
    const [first, second, ...more] = received
    expect(more).toEqual([])
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
    const other = await hook(admin, ['media'], '/elsewhere')
    const foreign = `/webhooks/${other.id}/deliveries/${delivery?.id}/replay`
    expect((await admin.call('POST', foreign)).status).toBe(404)
  })

  it.each([
    [5 * DAY - 1, 0],
    [5 * DAY, 1],
  ])('pauses a receiver that failed for %i ms: %i', async (after, paused) => {
    const admin = await server.organization()
    const { id } = await hook(admin, ['media'], '/broken')
    status = 500
    await folder(admin, 'A')
    await follow()
    const { database } = server.services
    const since = Date.parse((await admin.api.webhooks.list()).webhooks[0]?.failingSince ?? '')
    expect(await pauseFailing(database, since + after)).toBe(paused)
    const [webhook] = (await admin.api.webhooks.list()).webhooks
    expect(webhook?.pausedAt === null).toBe(paused === 0)
    if (paused === 0) return
    await folder(admin, 'B')
    expect(await follow()).toBe(0)
    // It continues with what happens from then on.
    await admin.api.webhooks.setPaused({ params: { id }, body: { paused: false } })
    status = 204
    received = []
    await folder(admin, 'C')
    await follow()
    expect(received.map(({ event }) => event.data.thing)).toContainEqual(
      expect.objectContaining({ name: 'C' }),
    )
    expect(received.some(({ event }) => (event.data.thing as { name: string }).name === 'B')).toBe(false)
    const entries = (await admin.api.audit.list({ query: { kind: 'webhook' } })).entries
    expect(entries.map(({ actor, verb }) => [actor.kind, verb])).toContainEqual(['job', 'pause'])
  })

  it('is edited, and keeps its key at the same site', async () => {
    const admin = await server.organization()
    const { id, signingSecret } = await hook(admin, ['media'], '/old')
    const params = { id }
    const before = (await admin.api.webhooks.list()).webhooks[0]
    const version = before?.version ?? 0
    const body = { name: 'Chat', topics: ['media' as const, 'places' as const], version }
    const renamed = await admin.api.webhooks.update({ params, body })
    expect(renamed).toMatchObject({ signingSecret: null, webhook: { name: 'Chat', site: before?.site } })
    expect((await refused(admin.api.webhooks.update({ params, body }))).errKey).toBe('CONFLICT')
    // What waits goes to the new address.
    status = 500
    await folder(admin, 'A')
    await follow()
    status = 204
    received = []
    const next = { ...body, version: version + 1, address: `http://${host}/new` }
    expect((await admin.api.webhooks.update({ params, body: next })).signingSecret).toBeNull()
    await server.services.outbox.wake()
    expect(received.map(({ path }) => path)).toEqual(['/new'])
    expect(isSignedWith(signingSecret, received[0])).toBe(true)
    const { entries } = await admin.api.audit.list({ query: { kind: 'webhook' } })
    expect(entries[1]?.changes.map(({ field }) => field).sort()).toEqual(['name', 'topics'])
    expect(JSON.stringify(entries)).not.toContain('/new')
  })

  it('has a new key at another site, which the old receiver cannot sign with', async () => {
    const admin = await server.organization()
    const { id, signingSecret } = await hook(admin, ['media'])
    status = 500
    await folder(admin, 'Waits')
    await follow()
    status = 204
    const elsewhere = host.replace('127.0.0.1', 'localhost')
    const body = { name: 'Chat', topics: ['media' as const], version: 1, address: `http://${elsewhere}/in` }
    const { webhook, signingSecret: next } = await admin.api.webhooks.update({ params: { id }, body })
    expect(webhook).toMatchObject({ site: `http://${elsewhere}`, failingSince: null })
    expect(next).toMatch(/^whsec_/)
    expect(next).not.toBe(signingSecret)
    received = []
    await folder(admin, 'Fresh')
    await follow()
    expect(received.length).toBe(2)
    for (const one of received)
      expect([next ?? '', signingSecret].map((key) => isSignedWith(key, one))).toEqual([true, false])
    // Back again, it is a third key: the receiver that had the first one isn't trusted again.
    const back = await admin.api.webhooks.update({
      params: { id },
      body: { ...body, version: 2, address: `http://${host}/in` },
    })
    expect([signingSecret, next]).not.toContain(back.signingSecret)
  })

  it('that continues is not paused again for what failed before', async () => {
    const admin = await server.organization()
    const { id } = await hook(admin, ['media'], '/broken')
    status = 500
    await folder(admin, 'A')
    await follow()
    const { database } = server.services
    server.clock.advance(6 * DAY)
    expect(await pauseFailing(database, server.clock.now())).toBe(1)
    const { email } = admin
    const again = await server.signIn({ email, password: 'password-1' })
    await again.api.webhooks.setPaused({ params: { id }, body: { paused: false } })
    expect(await pauseFailing(database, server.clock.now() + HOUR)).toBe(0)
    expect((await again.api.webhooks.list()).webhooks[0]).toMatchObject({
      failingSince: null,
      pausedAt: null,
    })
  })

  it('tells the plays of each whole hour once, those of an hour away too', async () => {
    const admin = await server.organization()
    await hook(admin, ['plays'], '/plays')
    const started = server.clock.now()
    server.clock.advance(HOUR - (started % HOUR) + 14 * MINUTE)
    expect(await follow()).toBe(0)
    server.clock.advance(MINUTE)
    expect(await follow()).toBe(1)
    expect(await follow()).toBe(0)
    server.clock.advance(2 * HOUR)
    expect(await follow()).toBe(2)
    const told = received.map(({ event }) => event)
    expect(told.map(({ type }) => type)).toEqual(['plays.hour', 'plays.hour', 'plays.hour'])
    expect(new Set(told.map(({ data }) => data.from)).size).toBe(3)
    expect(told[0]?.data).toMatchObject({ plays: 0, seconds: 0, screens: 0 })
  })

  it('tells when a problem starts and ends, as the alert rules report it', async () => {
    const admin = await server.organization()
    const rule = { name: 'Approvals', causes: ['approval' as const], minutes: 5, emails: ['a@hooks.test'] }
    await admin.api.alerts.create({ body: rule })
    await hook(admin, ['alerts'])
    const { id } = await makeStoryboard(admin, { approve: false })
    const pass = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        server.clock.advance(MINUTE)
        await evaluateAlerts(server.services.database, server.services)
      }
    }
    await pass(2)
    await admin.api.storyboards.setStatus({ params: { id, status: 'approved' } })
    await pass(4)
    await server.services.outbox.wake()
    const [started, ended, ...more] = received.toSorted((one, other) =>
      one.event.timestamp < other.event.timestamp ? -1 : 1,
    )
    expect(more).toEqual([])
    expect([started?.event.type, ended?.event.type]).toEqual(['alert.started', 'alert.ended'])
    expect(started?.event.data).toMatchObject({ cause: 'approval', count: 1, alert: { name: 'Approvals' } })
    expect(started?.event.data.things).toMatchObject([{ id }])
  })

  it('sends a test to the one that asks', async () => {
    const admin = await server.organization()
    const { id } = await hook(admin, ['alerts'], '/asks')
    await hook(admin, ['alerts'], '/silent')
    await admin.api.webhooks.test({ params: { id } })
    await server.services.outbox.wake()
    expect(received.map(({ path, event }) => [path, event.type])).toEqual([['/asks', 'webhook.test']])
  })

  it('forgets a delivery with its message', async () => {
    const admin = await server.organization()
    const { id } = await hook(admin, ['media'], '/old')
    await folder(admin, 'A')
    await follow()
    const { database, clock } = server.services
    expect(await forgetWebhookDeliveries(database, clock.now() + 29 * DAY)).toBe(0)
    expect(await forgetWebhookDeliveries(database, clock.now() + 31 * DAY)).toBeGreaterThan(0)
    expect(await outcomes(admin, id)).toEqual([])
  })

  it('an organization has twenty at most, with one name each, and what waits for a deleted one is not sent', async () => {
    const admin = await server.organization()
    const made = []
    for (let n = 0; n < WEBHOOKS_MAX; n += 1) made.push(await hook(admin, ['media'], `/many${n}`))
    const body = { name: 'One more', address: `http://${host}/`, topics: ['media'] }
    expect((await admin.call('POST', '/webhooks', body)).status).toBe(400)
    status = 500
    await folder(admin, 'A')
    await follow()
    for (const { id } of made) await admin.api.webhooks.remove({ params: { id } })
    received = []
    status = 204
    server.clock.advance(DAY)
    await server.services.outbox.wake()
    expect(received.filter(({ path }) => path.startsWith('/many'))).toEqual([])
  })
})
