import { EventEmitter } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Route } from '@vitrine/contract/route'
import type { FastifyRequest } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { queueMessage } from '#base/outbox/queries.ts'
import { hashQueue } from '#lib/security/passwords.ts'
import { type Caller, refused, type TestServer, useServer } from '#test/harness.ts'
import { MailServer } from '#test/mail-server.ts'
import { FACTS, TestScreen } from '#test/screen.ts'
import { uploadOne } from '#test/uploads.ts'
import { LIMITS } from './limits.ts'

/** What limits how much someone uses. */
const LIMIT =
  /new (RateLimit|Turns|FairPlaces|FairQueue|HashQueue|Lane|Penalties|StreamLimits|LoginGuard|Admission)\b[^(]*\(|greediest(Person)?\(|inTurns\(|egressTurns\(\[/

const sources = path.join(import.meta.dirname, '../../src')

it('every queue, limit, and penalty is in the table, with its owner', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => LIMIT.test(readFileSync(path.join(sources, file), 'utf8')))
    .map((file) => file.split(path.sep).join('/'))
  expect(new Set(LIMITS.map(({ file }) => file))).toEqual(new Set(files))
})

it('a limit in all says how many owners of one place each can fill it, and is one of its file', () => {
  for (const { file, total } of LIMITS)
    if (total !== undefined)
      expect(readFileSync(path.join(sources, file), 'utf8').replaceAll('_', ''), file).toMatch(
        new RegExp(`\\b${total}\\b`),
      )
  const places = LIMITS.filter(
    ({ file, owner }) =>
      owner !== 'of its user' &&
      /new (FairPlaces|FairQueue)/.test(readFileSync(path.join(sources, file), 'utf8')),
  )
  expect(places.filter(({ total }) => total === undefined).map(({ file }) => file)).toEqual([])
})

/** An attacker uses a limit up; then a victim calls from the same address, for the same host and file. */
interface Trial {
  attack(server: TestServer, host: string): Promise<unknown>
  victim(server: TestServer, host: string): Promise<unknown>
}

const repeat = async (times: number, call: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < times; n += 1) await call(n)
}
const statusOf = (caller: Caller, ...call: Parameters<Caller['call']>) =>
  caller.call(...call).then(({ status }) => status)
const feed = (caller: Caller, url: string) =>
  caller.call('GET', `/widget-data/feed?url=${encodeURIComponent(url)}`)

const create = (caller: Caller, name: string) =>
  caller.call(
    'POST',
    '/buildings',
    { name, location: 'Here', floors: [{ name: 'Ground' }] },
    { 'idempotency-key': 'same' },
  )

const arriving: EventEmitter[] = []

/** Ends what an attacker holds. */
const held: (() => void)[] = []
const release = () => {
  for (const end of held.splice(0)) end()
}
const hold = () => new Promise<void>((resolve) => held.push(resolve))

/** Two organizations of eight people each, with as many calls as may run and wait. */
function callAsPeople({ reads }: TestServer['services']['admission']) {
  for (let n = 0; n < 16 * 100; n++) {
    const caller = { userId: `attacker ${n % 16}`, organizationId: `attackers ${n % 2}` }
    reads.run(caller, hold).catch(() => {})
  }
}

const mail = new MailServer()
/** Mails of a flood, all from one organization to the victim's address. */
const FLOOD = 400
const RECIPIENT = 'both@example.org'

const TRIALS: Record<string, Trial> = {
  'calls of people': {
    async attack({ services: { admission } }) {
      callAsPeople(admission)
      expect(admission.reads.state.waiting).toBe(1000)
    },
    async victim(server) {
      const { admission } = server.services
      const admin = await server.organization()
      // Each of their calls takes some milliseconds, and is followed by another.
      const flood = setInterval(() => {
        release()
        callAsPeople(admission)
      }, 20)
      try {
        callAsPeople(admission)
        expect(await statusOf(admin, 'GET', '/buildings')).toBe(200)
      } finally {
        clearInterval(flood)
        const end = setInterval(release, 5)
        await expect
          .poll(() => admission.reads.state, { timeout: 60_000 })
          .toEqual({ running: 0, waiting: 0 })
        clearInterval(end)
      }
    },
  },
  'whole long lists': {
    async attack({ services: { wholeLists } }) {
      for (let n = 0; n < 110; n++)
        wholeLists.take('attackers').then(
          (end) => held.push(end),
          () => {},
        )
      await expect.poll(() => held.length).toBe(2)
    },
    async victim(server) {
      const admin = await server.organization()
      const { folder } = await admin.api.media.createFolder({ body: { name: 'One' } })
      const { database } = server.services
      const row = await database
        .selectFrom('media')
        .selectAll()
        .where('id', '=', (await uploadOne(admin)).id)
        .executeTakeFirstOrThrow()
      const more = Array.from({ length: 2001 }, (_, n) => ({
        ...row,
        id: `${row.id.slice(0, -4)}${String(n).padStart(4, '0')}`,
      }))
      for (let at = 0; at < more.length; at += 50)
        await database
          .insertInto('media')
          .values(more.slice(at, at + 50))
          .onConflict((there) => there.column('id').doNothing())
          .execute()
      expect(await statusOf(admin, 'GET', '/media')).toBe(200)
      expect(await statusOf(admin, 'GET', `/media/folders/${folder.id}`)).toBe(200)
      while (held.length > 0) {
        release()
        await new Promise(setImmediate)
      }
      expect(server.services.wholeLists.used).toBe(0)
    },
  },
  'plays that wait': {
    async attack({ services: { playBook, playStore, clock } }) {
      const save = playStore.save.bind(playStore)
      playStore.save = async (plays) => {
        await hold()
        return save(plays.filter(({ organizationId }) => organizationId !== 'attackers'))
      }
      const to = clock.now()
      const play = {
        organizationId: 'attackers',
        kind: 'page',
        storyboardId: 's',
        pageId: 'p',
        mediaId: null,
        name: '',
      }
      for (let screen = 0; screen < 210; screen++) {
        const plays = Array.from({ length: 500 }, (_, n) => ({
          ...play,
          ...{ id: `play ${screen} ${n}`, deviceId: `attacker ${screen}`, from: to - 1000, to },
        }))
        playBook.add(`attacker ${screen}`, plays as never).catch(() => {})
      }
    },
    async victim(server) {
      const screen = await TestScreen.claim(server, await server.organization())
      const now = server.clock.now()
      const played = {
        kind: 'page' as const,
        storyboardId: 's',
        pageId: 'p',
        mediaId: null,
        name: 'Welcome',
      }
      const plays = [{ ...played, id: 'play-000001', from: now - 20_000, to: now - 10_000 }]
      const stores = setInterval(release, 5)
      try {
        await screen.api.player.plays({ body: { plays } })
      } finally {
        clearInterval(stores)
        release()
      }
    },
  },
  'emails that wait': {
    async attack(server) {
      const { organizationId } = await server.organization()
      const now = server.clock.now()
      const message = { owner: organizationId, channel: 'mail' as const, recipient: RECIPIENT, text: 'Flood' }
      for (let n = 0; n < FLOOD; n++)
        await queueMessage(server.services.database, { ...message, subject: `${n}` }, now)
    },
    async victim(server) {
      const { organizationId } = await server.organization()
      const now = server.clock.now()
      const message = { owner: organizationId, channel: 'mail' as const, recipient: RECIPIENT, text: 'News' }
      await queueMessage(server.services.database, { ...message, subject: 'Victim' }, now)
      mail.mails.length = 0
      await server.services.outbox.wake()
      const ofVictim = () => mail.mails.findIndex(({ text }) => text.includes('Subject: Victim'))
      await expect.poll(ofVictim, { timeout: 60_000 }).toBeGreaterThanOrEqual(0)
      // In the first of the rounds, of twenty places.
      expect(ofVictim()).toBeLessThan(20)
      await expect.poll(() => mail.mails.length, { timeout: 60_000 }).toBe(FLOOD + 1)
    },
  },
  'messages of strangers': {
    async attack(server) {
      await server.signIn()
      const body = { email: 'nobody@example.org' }
      await repeat(31, () => server.as().call('POST', '/auth/password/reset', body))
      expect(await statusOf(server.as(), 'POST', '/auth/password/reset', body)).toBe(429)
    },
    // Someone with a session, and someone who logged in from this address before.
    async victim(server) {
      const admin = await server.signIn()
      expect(await statusOf(admin, 'POST', '/auth/mobile/send-code', { mobile: '+491701234567' })).toBe(200)
      const body = { email: 'admin@vitrine.local' }
      expect(await statusOf(server.as(), 'POST', '/auth/password/reset', body)).toBe(200)
    },
  },
  'codes of screens': {
    attack: (server) =>
      repeat(21, async () => {
        const admin = await server.organization()
        const guess = () => refused(admin.api.devices.findPairing({ body: { code: 'BBBBBB' } }))
        await repeat(3, guess)
        while ((await guess()).status !== 429);
      }),
    async victim(server) {
      for (const caller of [await server.organization(), await server.signIn()]) {
        const { code } = await server.as().api.player.startPairing({ body: { screen: FACTS } })
        // A typing mistake, and then the code.
        const mistake = await refused(caller.api.devices.findPairing({ body: { code: 'CCCCCC' } }))
        expect(mistake.errKey).toBe('INVALID_CODE')
        await caller.api.devices.findPairing({ body: { code } })
      }
    },
  },
  'feeds that are fetched': {
    async attack(server, host) {
      const admin = await server.organization()
      // The same file as the victim's, behind others that never end.
      for (const file of [...Array.from({ length: 20 }, (_, n) => `hangs/${n}`), 'feed'])
        void feed(admin, `${host}/${file}`)
      await new Promise((resolve) => setTimeout(resolve, 300))
    },
    async victim(server, host) {
      const admin = await server.organization()
      for (const file of ['feed', 'feed?other']) {
        const { body } = await feed(admin, `${host}/${file}`)
        expect(body, file).toMatchObject({ feed: { title: 'News' } })
      }
    },
  },
  'new addresses of feeds': {
    async attack(server) {
      const admin = await server.organization()
      await repeat(60, (n) => feed(admin, `http://127.0.0.1:9/${n}`))
      expect((await feed(admin, 'http://127.0.0.1:9/61')).status).toBe(429)
    },
    async victim(server, host) {
      expect((await feed(await server.organization(), `${host}/feed?new`)).status).toBe(200)
    },
  },
  'checks of web pages': {
    async attack(server, host) {
      const admin = await server.organization()
      for (const file of [...Array.from({ length: 20 }, (_, n) => `hangs/page${n}`), 'page'])
        void admin.call('POST', '/web-media/look', { address: `${host}/${file}` })
      await new Promise((resolve) => setTimeout(resolve, 300))
    },
    async victim(server, host) {
      const admin = await server.organization()
      const { check } = await admin.api.webMedia.look({ body: { address: `${host}/page` } })
      expect(check).toMatchObject({ looked: true, problem: null })
    },
  },
  "keys of screens' machines": {
    attack: (server) =>
      repeat(301, () =>
        server.as().call('GET', '/machine/policy', undefined, { authorization: `Bearer ${'0'.repeat(64)}` }),
      ),
    async victim(server) {
      const screen = await TestScreen.claim(server, await server.organization())
      const key = 'ab'.repeat(32)
      await screen.api.machines.register({ body: { key } })
      const headers = { authorization: `Bearer ${key}` }
      expect(await statusOf(server.as(), 'GET', '/machine/policy', undefined, headers)).toBe(200)
    },
  },
  'wrong passwords': {
    async attack(server) {
      const { guard, clock } = server.services
      const address = '127.0.0.1'
      await server.signIn()
      await repeat(60, (n) =>
        guard.run({ account: `${n}`, address, now: clock.now(), known: false }, async () => null),
      )
      const last = guard.run({ account: '60', address, now: clock.now(), known: false }, async () => null)
      await expect(last).rejects.toMatchObject({ errKey: 'TOO_MANY_REQUESTS' })
    },
    // From the address of the login before the attack.
    victim: async (server) => void (await server.signIn()),
  },
  'uploads that arrive': {
    async attack({ services: { bodies } }) {
      // Five organizations of four people, from the address of the victim.
      for (let n = 0; n < 1000; n++) {
        const socket = Object.assign(new EventEmitter(), { bytesRead: 0, destroy: () => {} })
        const raw = Object.assign(new EventEmitter(), { socket, complete: false, readableLength: 0 })
        arriving.push(raw)
        const headers = { 'content-type': 'multipart/form-data; boundary=b' }
        const request = { ip: '127.0.0.1', raw, headers, method: 'POST' } as unknown as FastifyRequest
        const sender = { userId: `attacker ${n % 20}`, organizationId: `attackers ${n % 5}` }
        bodies.admit({ upload: 'multipart' } as Route, request, null, sender)
      }
      expect(bodies.state.files).toBe(1000)
    },
    async victim(server) {
      const admin = await server.organization()
      expect(await statusOf(admin, 'GET', '/media')).toBe(200)
      await uploadOne(admin)
      for (const raw of arriving.splice(0)) raw.emit('close')
      expect(server.services.bodies.state.files).toBe(0)
    },
  },
  'passwords of strangers': {
    async attack() {
      void hashQueue.run(
        { owner: 'address 0', known: false },
        () => new Promise((resolve) => setTimeout(resolve, 3000)),
      )
      for (let n = 0; n < 64; n++)
        hashQueue.run({ owner: `address ${n % 3}`, known: false }, async () => {}).catch(() => {})
      expect(hashQueue.size).toBe(64)
    },
    async victim(server) {
      const body = { email: 'nobody@example.org', password: 'wrong-password-1' }
      expect(await statusOf(server.as(), 'POST', '/auth/login', body)).toBe(401)
    },
  },
  'repeated calls': {
    async attack(server) {
      const { body } = await create(await server.organization(), 'One')
      expect(body).toMatchObject({ building: { name: 'One' } })
    },
    async victim(server) {
      const { body } = await create(await server.organization(), 'Two')
      expect(body).toMatchObject({ building: { name: 'Two' } })
    },
  },
}

describe('RATE-04: an attacker who uses up a limit keeps no one else from their share', () => {
  const files = createServer((request, response): unknown => {
    if (request.url?.startsWith('/hangs')) return undefined
    if (request.url?.startsWith('/page')) return response.setHeader('content-type', 'text/html').end('Page')
    return response.end('<rss version="2.0"><channel><title>News</title></channel></rss>')
  })
  let host = ''
  const server = useServer(async () => {
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
    const LOCAL_HOSTS = `127.0.0.1:${(files.address() as AddressInfo).port}`
    host = `http://${LOCAL_HOSTS}`
    return { LOCAL_HOSTS, SMTP_URL: await mail.start() }
  })
  afterAll(async () => {
    files.closeAllConnections()
    files.close()
    await mail.close()
  })

  it.each(Object.entries(TRIALS))(
    '%s',
    async (_name, { attack, victim }) => {
      server().clock.advance(60 * 60_000)
      await attack(server(), host)
      await victim(server(), host)
    },
    120_000,
  )
})
