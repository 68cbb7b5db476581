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
