import { EventEmitter } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Route } from '@vitrine/contract/route'
import type { FastifyRequest } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { hashQueue } from '#lib/security/passwords.ts'
import { type Caller, refused, type TestServer, useServer } from '#test/harness.ts'
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

const TRIALS: Record<string, Trial> = {
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
    return { LOCAL_HOSTS }
  })
  afterAll(() => {
    files.closeAllConnections()
    files.close()
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
