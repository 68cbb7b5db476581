import { request as rawRequest } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { contract } from '@vitrine/contract'
import { ERRORS } from '@vitrine/contract/errors'
import { type Route, routesOf, writes } from '@vitrine/contract/route'
import fc from 'fast-check'
import { SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { page } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { entityOf, fill } from '#test/paths.ts'
import { samples } from '#test/samples.ts'

const routes = routesOf(contract).map(({ route }) => route)
const named = (list: readonly Route[]) =>
  list.map((route) => [`${route.method} ${route.path}`, route] as const)

/** Values chosen to break code written for valid ones. */
const HOSTILE: unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  '',
  ' ',
  '\u202e\u0000'.slice(0, 1),
  '\ud800',
  'x'.repeat(20_000),
  "'; drop table users; --",
  '../../../etc/passwd',
  '{{7*7}}',
  [],
  {},
  [[[[[]]]]],
  { constructor: { prototype: { polluted: true } } },
]

/** A value with one to three places in it removed, doubled or replaced by something hostile. */
function mutations(value: unknown): fc.Arbitrary<unknown> {
  const paths = (each: unknown, path: (string | number)[] = []): (string | number)[][] =>
    each === null || typeof each !== 'object'
      ? [path]
      : [path, ...Object.entries(each).flatMap(([key, inner]) => paths(inner, [...path, key]))]
  const change = fc.record({
    path: fc.constantFrom(...paths(value)),
    with: fc.oneof(fc.constantFrom(...HOSTILE), fc.constant(undefined), fc.jsonValue()),
  })
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    let whole = structuredClone(value)
    for (const { path, with: hostile } of changes) {
      const last = path.at(-1)
      if (last === undefined) {
        whole = structuredClone(hostile)
        continue
      }
      let inside = whole as Record<string | number, unknown>
      for (const key of path.slice(0, -1)) {
        const next = inside?.[key]
        if (next === null || typeof next !== 'object') return whole
        inside = next as Record<string | number, unknown>
      }
      if (inside && typeof inside === 'object') inside[last] = structuredClone(hostile)
    }
    return whole
  })
}

describe('hostile input', () => {
  const server = useServer({ ADMIN_PASSWORD: 'first-sign-in-1' })
  let admin: Caller & { organizationId: string }
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    const superAdmin = await server().signIn()
    admin = await server().organization()
    for (const [name, sample] of Object.entries(samples)) ids[name] = await sample.make(admin, superAdmin)
  })

  const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(`${server().origins.console}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', ...headers },
      body,
    })

  it.each(named(routes.filter((route) => route.body && typeof route.who === 'object' && writes(route))))(
    'INP-01: %s answers any body with 2xx or a clear 4xx',
    async (_name, route) => {
      const sample = samples[entityOf(route)]?.body?.(9) ?? {}
      // A deletion that works would leave the others nothing to work on.
      const path = fill(route, route.method === 'DELETE' ? 'nowhere' : (ids[entityOf(route)] ?? 'nowhere'))
      await fc.assert(
        fc.asyncProperty(mutations(sample), async (body) => {
          const { status, body: answer } = await admin.call(route.method, path, body ?? {})
          expect(status, JSON.stringify(body)).toBeLessThan(500)
          if (status < 400) return
          const { errKey, message } = answer as { errKey: string; message: string }
          expect(Object.keys(ERRORS)).toContain(errKey)
          expect(message).not.toMatch(/\.[cm]?[jt]s:\d+|node_modules|\/packages\/|SQLITE|select /i)
        }),
        { numRuns: 40 },
      )
    },
  )

  const versioned = routes.filter(({ body }) => 'version' in ((body as z.ZodObject | undefined)?.shape ?? {}))
  it.each(named(versioned))(
    'INP-01: %s answers a version that no row can have with a clear 4xx',
    async (_name, route) => {
      const body = samples[entityOf(route)]?.body?.(9)
      for (const version of [2 ** 31, 2 ** 53, 0, 1.5, -1]) {
        const path = fill(route, ids[entityOf(route)] ?? 'nowhere')
        const { status } = await admin.call(route.method, path, { ...body, version })
        expect(status, String(version)).toBeGreaterThanOrEqual(400)
        expect(status, String(version)).toBeLessThan(500)
      }
    },
  )

  it('INP-02: no body reaches the prototype of an object', async () => {
    for (const text of [
      '{"name":"House","__proto__":{"polluted":true}}',
      '{"name":"House","location":"Here","floors":[{"__proto__":{"polluted":true},"name":"Ground"}]}',
    ])
      expect((await post('/buildings/create', text)).status).toBe(400)
    const byConstructor = '{"name":"A","constructor":{"prototype":{"polluted":true}}}'
    expect((await post('/buildings/create', byConstructor)).status).toBe(400)
    await admin.call('GET', '/buildings?__proto__[polluted]=1&constructor[prototype][polluted]=1')
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('INP-03: bodies of any size and shape are refused without holding up the others', async () => {
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const wide = `{${Array.from({ length: 200_000 }, (_, key) => `"k${key}":1`).join(',')}}`
    const large = JSON.stringify({ name: 'x'.repeat(50 * 1024 * 1024) })
    const before = process.cpuUsage()
    for (const body of [nested, wide]) expect((await post('/buildings/create', body)).status).toBe(413)
    for (const body of ['{"name":"\\ud800","location":"\\ud800"}', '{"name":"a\\u0000b"}'])
      expect((await post('/buildings/create', body)).status).toBe(400)
    // Within the limit of a document, by depth and by the number of values.
    expect((await post('/layout', nested)).status).toBe(400)
    expect((await post('/layout', wide.slice(0, 500_000).replace(/,[^,]*$/, '}'))).status).toBe(413)
    expect([413, 0]).toContain(
      await post('/buildings/create', large).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024))
    expect([400, 415]).toContain(
      (await post('/buildings/create', new Uint8Array(bomb), { 'content-encoding': 'gzip' })).status,
    )
    const { user, system } = process.cpuUsage(before)
    // Sender and server are one process here; time of the processor, because other work may run beside the test.
    expect((user + system) / 1e6).toBeLessThan(5)
  })

  it('INP-03: nesting deeper than any document of ours is refused before it is traversed', async () => {
    const document = (value: string) =>
      JSON.stringify({ ...page(), name: 'Deep', config: { inputs: [{ name: 'x-y', value: 0 }] } }).replace(
        '"value":0',
        `"value":${value}`,
      )
    for (const depth of [100, 3000, 50_000])
      for (const [open, close] of [
        ['[', ']'],
        ['{"a":', '}'],
      ] as const) {
        const answer = await post('/layout', document(`${open.repeat(depth)}1${close.repeat(depth)}`))
        expect([answer.status, await answer.json()]).toMatchObject([400, { errKey: 'INVALID' }])
      }
    expect((await post('/layout', document(`${'['.repeat(50)}${']'.repeat(50)}`))).status).toBe(201)
    // Brackets inside a text are not nesting.
    expect(
      (await post('/layout', document(JSON.stringify('[{'.repeat(500))).replace('Deep', 'Text'))).status,
    ).toBe(201)
  })

  it('INP-03: a caller whose body never ends is disconnected', async () => {
    const url = new URL(server().origins.console)
    const status = await new Promise<number>((resolve) => {
      const sent = rawRequest({
        host: url.hostname,
        port: url.port,
        path: '/api/buildings/create',
        method: 'POST',
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      })
      sent.on('response', (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      sent.on('error', () => resolve(0))
      const piece = Buffer.alloc(1024 * 1024, ' ')
      const more = () => {
        if (!sent.destroyed && !sent.writableEnded) sent.write(piece, () => setImmediate(more))
      }
      more()
      sent.on('close', () => resolve(0))
    })
    expect([413, 0]).toContain(status)
  })

  it.each(
    named(routes.filter((route) => route.method === 'GET' && route.query && typeof route.who === 'object')),
  )(
    'INP-04: %s takes what is searched, sorted and filtered by as text and nothing else',
    async (_name, route) => {
      const path = fill(route, ids[entityOf(route)] ?? 'nowhere')
      for (const text of [
        `' OR '1'='1`,
        '" OR 1=1 --',
        '%',
        '_',
        '\\',
        `x'; DrOp/**/TaBlE users; --`,
        '(select(sleep(5)))',
        '*',
        'a'.repeat(10_000),
      ])
        for (const key of ['search', 'sort', 'folderId', 'status', 'kind', 'type', 'deviceGroupId']) {
          const { status, body } = await admin.call('GET', `${path}?${key}=${encodeURIComponent(text)}`)
          expect(status, `${key}=${text}`).toBeLessThan(500)
          if (key !== 'search' || status !== 200 || !('search' in (route.query?.shape ?? {}))) continue
          // Searched literally, not as a pattern: each match contains the text.
          const literal = JSON.stringify(text).slice(1, -1).toLowerCase()
          for (const list of Object.values(body as object).filter(Array.isArray))
            for (const row of list) expect(JSON.stringify(row).toLowerCase()).toContain(literal)
        }
    },
  )

  it('AUTH-13: a token signed with another key opens nothing', async () => {
    const [, claims = '', signature = ''] = admin.token.split('.')
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const sub = (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub
    const guessed = (header: Record<string, unknown>) =>
      new SignJWT({ sub }).setProtectedHeader({ alg: 'HS256', ...header }).setExpirationTime('1h')
    const forged = [
      `${encode({ alg: 'none', typ: 'access' })}.${claims}.`,
      `${encode({ alg: 'none', typ: 'access' })}.${claims}.${signature}`,
      `${encode({ alg: 'RS256', typ: 'access' })}.${claims}.${signature}`,
      `${encode({ alg: 'HS256', typ: 'media' })}.${claims}.${signature}`,
      `${encode({ alg: 'HS256', typ: 'access' })}.${encode({ sub, exp: 4e9 })}.${signature}`,
      admin.token.slice(0, -4),
      `${admin.token}.${signature}`,
      await guessed({ typ: 'access' }).sign(new TextEncoder().encode('secret')),
      await guessed({ typ: 'access', kid: '../../../dev/null' }).sign(new Uint8Array(32)),
      await guessed({ typ: 'access', jku: 'https://evil.test/keys' }).sign(new Uint8Array(32)),
      `${encode({ alg: 'HS256', typ: 'access' })}.${'A'.repeat(10_000)}.${signature}`,
    ]
    for (const token of forged) {
      const { status, body } = await server().as(token).call('GET', '/auth/profile')
      expect([status, Object.keys(body as object).sort()], token.slice(0, 60)).toEqual([
        401,
        ['errKey', 'message'],
      ])
    }
    expect((await admin.call('GET', '/auth/profile')).status).toBe(200)
  })

  it('CSRF-03, TOK-07: there is no cookie to ride on and no socket to take over', async () => {
    const { headers } = await server()
      .as()
      .call('POST', '/auth/login', { email: 'admin@vitrine.local', password: 'first-sign-in-1' })
    expect(headers.get('set-cookie')).toBeNull()
    const url = new URL(server().origins.console)
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(url.port), url.hostname, () =>
        socket.write(
          `GET /api/player/stream?token=${admin.token} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\n` +
            'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
        ),
      )
      socket.once('data', (data) => {
        resolve(data.toString())
        socket.destroy()
      })
    })
    expect(answer).not.toMatch(/^HTTP\/1.1 101/)
  })
})
