import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'

const LONG = 'x'.repeat(100_000)
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
const post = (type: string, body: string, length = body.length) =>
  `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`

/** What clients send that is not an ordinary request, or not a whole one. */
const SENT: Record<string, string> = {
  nothing: '',
  'half a request line': 'GET /api/he',
  'half the headers': 'GET /api/health HTTP/1.1\r\nHost: x\r\n',
  'half a body': post('application/json', '{"email":', 1000),
  'half an upload': post('multipart/form-data; boundary=b', '--b\r\ncontent-disp', 1000),
  'a whole request': get('/api/health'),
  'two hundred requests without reading': get('/api/health').repeat(200),
  'streams behind each other': get('/api/watch').repeat(5) + get('/api/player/stream').repeat(5),
  'a tunnel': 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n',
  'a tunnel with data': `CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n${LONG}`,
  'a websocket': get('/api/watch', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'),
  'another protocol': get(
    '/',
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n',
  ),
  'an expectation': post('application/json', '', 10).replace('Host', 'Expect: 100-continue\r\nHost'),
  'headers that are too large': get('/', `X: ${LONG}\r\n`),
  'no HTTP': `\x16\x03\x01\x02\x00${LONG}`,
  'an address that cannot be read': get('/%E0%A4%A'),
}

/** How they leave. */
const LEAVES: Record<string, (socket: Socket) => unknown> = {
  'resets the connection': (socket) => socket.resetAndDestroy(),
  closes: (socket) => socket.end(),
  disappears: (socket) => socket.destroy(),
  'writes on and resets': (socket) => socket.write(LONG, () => socket.resetAndDestroy()),
}

describe('a client that sends', () => {
  const server = useServer()

  it.each(Object.entries(SENT))('%s and then leaves in any way ends nothing else', async (_name, sent) => {
    const fatal: unknown[] = []
    const note = (error: unknown) => fatal.push(error)
    process.on('uncaughtException', note)
    for (const origin of Object.values(server().origins))
      for (const leave of Object.values(LEAVES))
        for (const reads of [true, false]) {
          const { hostname, port } = new URL(origin)
          const socket = connect({ host: hostname, port: Number(port) }).on('error', () => {})
          if (reads) socket.resume()
          else socket.pause()
          socket.write(sent)
          await setTimeout(5)
          leave(socket)
        }
    await setTimeout(50)
    process.off('uncaughtException', note)
    expect(fatal).toEqual([])
    expect((await server().as().call('GET', '/health')).status).toBe(200)
  })
})
