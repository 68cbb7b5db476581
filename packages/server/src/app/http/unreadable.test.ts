import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '#test/harness.ts'

/** Reads until the server closes the connection. */
async function answerOn(line: Socket) {
  const [head = '', body = ''] = (await text(line)).split('\r\n\r\n', 2)
  return { head: head.toLowerCase(), status: Number(head.split(' ')[1]), body: JSON.parse(body) as unknown }
}

async function lineTo(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const line = connect(Number(port), hostname)
  await once(line, 'connect')
  return line
}

describe('INP-10: malformed requests', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await TestServer.start()
  })
  afterAll(() => server.close())

  it.each([
    ['no host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['an unknown method', 'BREW /api/health HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['an unknown version', 'GET /api/health HTTP/9.1\r\nHost: x\r\n\r\n', 400],
    ['a bare line feed', 'GET /api/health HTTP/1.1\nHost: x\n\n', 400],
    ['a space before the colon', 'GET /api/health HTTP/1.1\r\nHost : x\r\n\r\n', 400],
    ['two lengths', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    [
      'a length and chunks',
      'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a negative length', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
    ['huge headers', `GET /api/health HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n', 400],
  ])('%s: refused like every other call', async (_name, sent, status) => {
    for (const origin of Object.values(server.origins)) {
      const line = await lineTo(origin)
      line.write(sent)
      const answer = await answerOn(line)
      expect([answer.status, answer.body]).toEqual([
        status,
        { message: expect.any(String), errKey: 'INVALID' },
      ])
      expect(answer.head).toContain('cache-control: no-store')
      expect(answer.head).toContain('x-content-type-options: nosniff')
      expect(answer.head).toMatch(/content-security-policy: default-src 'none';.* frame-ancestors 'none'/)
    }
  })

  const cookies = Array.from({ length: 5 }, (_, index) => `c${index}=${'x'.repeat(3900)}`).join('; ')
  /** Sends a request with these cookies, in Latin-1, and reads the answer. `part`: bytes sent at a time. */
  const ask = async (
    path: string,
    host: string,
    accept: string,
    more = '',
    part = Number.MAX_SAFE_INTEGER,
  ) => {
    const line = await lineTo(server.origins.player)
    const answer = buffer(line)
    const sent = Buffer.from(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: ${accept}\r\nCookie: ${cookies}; ${more}\r\n\r\n`,
      'latin1',
    )
    for (let start = 0; start < sent.length; start += part) {
      line.write(sent.subarray(start, start + part))
      await setTimeout(20)
    }
    line.end()
    const [head = '', body = ''] = (await answer).toString('latin1').split('\r\n\r\n', 2)
    return { deleted: [...head.matchAll(/^Set-Cookie: (.*)$/gm)].map(([, cookie]) => cookie), head, body }
  }
  const deletedAs = (deleted: readonly (string | undefined)[], name: string) =>
    deleted.filter((cookie) => cookie?.startsWith(`${name}=-;`))

  it('cookies that make the headers too large are deleted, and a page loads again without them', async () => {
    const page = await ask('/?a=1', 'player.example:8081', 'text/html,*/*')
    expect(page.head).toMatch(/^HTTP\/1.1 431 [\s\S]*\r\nContent-Type: text\/html/)
    expect(page.body).toContain('http-equiv="refresh"')
    expect(deletedAs(page.deleted, 'c4')).toEqual([
      'c4=-; Max-Age=0; Path=/',
      'c4=-; Max-Age=0; Path=/; Domain=player.example',
    ])
    const script = await ask('/assets/a.js', '192.0.2.1:8081', '*/*')
    expect(JSON.parse(script.body)).toMatchObject({ errKey: 'INVALID' })
    expect(deletedAs(script.deleted, 'c0')).toEqual([
      'c0=-; Max-Age=0; Path=/',
      'c0=-; Max-Age=0; Path=/assets/a.js',
      'c0=-; Max-Age=0; Path=/assets',
      'c0=-; Max-Age=0; Path=/assets/',
    ])
  })

  it('so are cookies with any name, and on any path', async () => {
    const names = [
      ...['a"b', "it's", 'a b', 'a,b', '[x]', 'a\tb', '{"a":1}', 'a\\b', '@', 'caf\xe9', '\xe2\x82\xac'],
      ...['%3b', '', 'x'.repeat(2000)],
    ]
    const more = names.map((name) => `${name}=1`).join('; ')
    const { deleted } = await ask('/caf%C3%A9/~a@b!/x', '192.0.2.1', 'text/html', `${more}; without name`)
    for (const name of names) expect(deletedAs(deleted, name), name).toHaveLength(6)
    expect(deleted).toContain('a"b=-; Max-Age=0; Path=/caf%C3%A9/~a@b!/')
    const split = await ask('/a;b/c', '192.0.2.1', 'text/html')
    expect(deletedAs(split.deleted, 'c0')).toEqual(['c0=-; Max-Age=0; Path=/', 'c0=-; Max-Age=0'])
    const secure = await ask('/a', 'example.org', 'text/html', '__Host-a=1; __secure-b=1')
    expect(deletedAs(secure.deleted, '__Host-a')).toEqual(['__Host-a=-; Max-Age=0; Path=/; Secure; HttpOnly'])
    expect(deletedAs(secure.deleted, '__secure-b')).toContain(
      '__secure-b=-; Max-Age=0; Path=/a; Domain=example.org; Secure; HttpOnly',
    )
  })

  it('answers stay small enough for a browser, which reaches all cookies by loading again', async () => {
    const long = Array.from({ length: 3 }, (_, index) => `${index}${'y'.repeat(3000)}`)
    const all = new Set<string | undefined>()
    await expect
      .poll(
        async () => {
          const more = long.map((name) => `${name}=1`).join('; ')
          const { deleted, head } = await ask('/a/b/c/d/e/f', 'a.b.c.example', 'text/html', more)
          expect(head.length).toBeLessThan(140_000)
          for (const cookie of deleted) all.add(cookie)
          return all.size
        },
        { interval: 1 },
      )
      .toBe((long.length + 6) * 12 * 4)
  })

  it('headers that arrive in several parts are known from their beginning when the page loads again', async () => {
    const first = await ask('/assets/a', 'player.example', 'text/html', '', 5000)
    expect(first.head).toContain('HTTP/1.1 431')
    expect(first.body).toContain('http-equiv="refresh"')
    const second = await ask('/assets/a', 'player.example', 'text/html', '', 5000)
    expect(deletedAs(second.deleted, 'c0')).toContain('c0=-; Max-Age=0; Path=/assets; Domain=player.example')
    // Not as much as arrived behind the limit.
    expect(deletedAs(second.deleted, 'c3')).not.toEqual([])
  })

  it('an unknown Expect header is ignored', async () => {
    const line = await lineTo(server.origins.console)
    line.write('GET /api/health HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n')
    expect(await answerOn(line)).toMatchObject({ status: 200, body: { status: 'ok' } })
  })
})

it('a stopping server refuses new calls with Retry-After, and stops', async () => {
  const server = await TestServer.start()
  const line = await lineTo(server.origins.console)
  line.write('GET /api/auth/profile HTTP/1.1\r\nHost: x\r\n')
  await setTimeout(100)
  const closed = server.close()
  await setTimeout(20)
  line.write('\r\n')
  const { head, ...answer } = await answerOn(line)
  expect(answer).toEqual({ status: 503, body: { message: expect.any(String), errKey: 'UNAVAILABLE' } })
  expect(head).toContain('retry-after: 1')
  expect(head).toContain('connection: close')
  await closed
})
