import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
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
    }
  })

  it('cookies that make the headers too large are deleted, and a page loads again without them', async () => {
    const cookies = Array.from({ length: 5 }, (_, index) => `c${index}=${'x'.repeat(3900)}`).join('; ')
    const ask = async (path: string, host: string, accept: string) => {
      const line = await lineTo(server.origins.player)
      line.write(
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: ${accept}\r\nCookie: ${cookies}; evil\t=1; b\x00d=1\r\n\r\n`,
      )
      const [head = '', body = ''] = (await text(line)).split('\r\n\r\n', 2)
      return { deleted: [...head.matchAll(/^Set-Cookie: (.*)$/gm)].map(([, cookie]) => cookie), head, body }
    }
    const page = await ask('/?a=1', 'player.example:8081', 'text/html,*/*')
    expect(page.head).toMatch(/^HTTP\/1.1 431 [\s\S]*\r\nContent-Type: text\/html/)
    expect(page.body).toContain('http-equiv="refresh"')
    expect(page.deleted.filter((cookie) => cookie?.startsWith('c4='))).toEqual([
      'c4=; Max-Age=0; Path=/',
      'c4=; Max-Age=0; Path=/; Domain=player.example',
    ])
    const script = await ask('/assets/a.js', '192.0.2.1:8081', '*/*')
    expect(JSON.parse(script.body)).toMatchObject({ errKey: 'INVALID' })
    expect(script.deleted.filter((cookie) => cookie?.startsWith('c0='))).toEqual([
      'c0=; Max-Age=0; Path=/',
      'c0=; Max-Age=0; Path=/assets/a.js',
      'c0=; Max-Age=0; Path=/assets',
      'c0=; Max-Age=0; Path=/assets/',
    ])
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
