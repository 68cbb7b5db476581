import diagnostics from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { contract } from '@vitrine/contract'
import { routesOf } from '@vitrine/contract/route'
import fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#lib/log.ts'
import { makeCertificate } from '#test/certificates.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { fill } from '#test/paths.ts'
import { Connections } from './connections.ts'

const LONG = 'x'.repeat(100_000)
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
const post = (type: string, body: string, length = body.length) =>
  `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`

/** Client input other than ordinary, complete requests. */
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

/** Ways to disconnect. */
const LEAVES: Record<string, (socket: Socket) => unknown> = {
  'resets the connection': (socket) => socket.resetAndDestroy(),
  closes: (socket) => socket.end(),
  disappears: (socket) => socket.destroy(),
  'writes on and resets': (socket) => socket.write(LONG, () => socket.resetAndDestroy()),
}

/** Errors that would have crashed the process. */
const fatal: unknown[] = []
const noteFatal = (error: unknown) => fatal.push(error)
beforeEach(() => {
  fatal.length = 0
  process.on('uncaughtException', noteFatal)
})
afterEach(() => process.off('uncaughtException', noteFatal))

describe('a client that sends', () => {
  const server = useServer()

  it('pipelined requests get a few dozen answers, and thousands of them lose the connection', async () => {
    const { hostname, port } = new URL(server().origins.console)
    const send = async (count: number) => {
      const socket = connect({ host: hostname, port: Number(port) }).on('error', () => {})
      let answers = ''
      socket.on('data', (data) => {
        answers += data
      })
      const end = () => 'closed' as const
      const closed = once(socket, 'close').then(end, end)
      socket.write(get('/api/health').repeat(count))
      const isAnswered = async () => {
        while (answers.split('HTTP/1.1 200').length <= count) await setTimeout(5)
        return 'answered' as const
      }
      const result = await Promise.race([closed, isAnswered()])
      socket.destroy()
      return result
    }
    expect(await send(20)).toBe('answered')
    expect(await send(3000)).toBe('closed')
  })

  it.each(Object.entries(SENT))('%s and then disconnects in any way crashes nothing', async (_name, sent) => {
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
    expect(fatal).toEqual([])
    expect((await server().as().call('GET', '/health')).status).toBe(200)
  })
})

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

const CHANNEL = 'http.server.request.start'
const routes = routesOf(contract).map(({ route }) => [`${route.method} ${route.path}`, route] as const)

describe('a late error of a request or a response', () => {
  const server = useServer()
  const seen: Exchange[] = []
  /** One login for all routes except session routes, which may end it: hashing would dominate the run time. */
  let admin: Caller | undefined
  const callerOf = async (route: (typeof routes)[number][1]) => {
    if (route.who === 'public') return server().as()
    if (/^\/(auth|sessions)\b/.test(route.path)) return server().signIn()
    admin ??= await server().signIn()
    return admin
  }
  const note = (message: unknown) => seen.push(message as Exchange)
  beforeAll(() => diagnostics.subscribe(CHANNEL, note))
  afterAll(() => {
    diagnostics.unsubscribe(CHANNEL, note)
  })

  /** Mistakes that code can make after the end of a request. */
  const provoke = async () => {
    expect(seen.length).toBeGreaterThan(0)
    for (const { request, response } of seen.splice(0)) {
      if (!response.closed) await once(response, 'close')
      response.write('late')
      response.end('late')
      for (const each of [request, response])
        expect(() => each.emit('error', new Error('late'))).not.toThrow()
      response.destroy(new Error('late'))
      request.destroy(new Error('late'))
    }
    await setTimeout(5)
    expect(fatal).toEqual([])
  }

  it.each(routes)('%s: crashes nothing', async (_name, route) => {
    const caller = await callerOf(route)
    const stop = new AbortController()
    const headers = { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' }
    const body = route.method === 'GET' || route.method === 'HEAD' ? undefined : '{}'
    const url = `${server().origins.console}/api${fill(route, 'anything')}`
    const answer = await fetch(url, { method: route.method, headers, body, signal: stop.signal }).catch(
      () => undefined,
    )
    // Streams stay open until the client leaves.
    if (answer?.headers.get('content-type') === 'text/event-stream') stop.abort()
    else await answer?.arrayBuffer()
    await provoke()
  })

  it('pages, files and unknown addresses of every origin: crash nothing', async () => {
    for (const origin of Object.values(server().origins))
      for (const where of ['/', '/index.html', '/nothing', '/p/x/', '/%E0%A4%A', '/api/nothing'])
        await (await fetch(origin + where)).arrayBuffer()
    await provoke()
  })
})

describe('a socket that leaves HTTP', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-sockets-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const logged: string[] = []
  const log = createLog('error', { write: (line) => logged.push(line) })

  /** Node removes its own error listener from a socket that CONNECT or Upgrade hands over. */
  it.each([
    ['connect', false],
    ['upgrade', false],
    ['connect', true],
    ['upgrade', true],
  ] as const)('by %s (TLS: %s) ends nothing when its client resets the connection', async (event, isTls) => {
    const { cert, key } = isTls ? makeCertificate(folder, event, 2) : { cert: '', key: '' }
    const app = isTls ? fastify({ https: { cert: readFileSync(cert), key: readFileSync(key) } }) : fastify()
    new Connections().follow(app as never, log)
    const taken: Socket[] = []
    app.server.on(event, (_request: IncomingMessage, socket: Socket) => taken.push(socket.resume()))
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const raw = connect({ host: '127.0.0.1', port })
    const client = isTls ? connectTls({ socket: raw, rejectUnauthorized: false }) : raw
    for (const each of [raw, client]) each.on('error', () => {})
    client.write(event === 'connect' ? (SENT['a tunnel'] ?? '') : (SENT['a websocket'] ?? ''))
    await expect.poll(() => taken.length).toBe(1)
    const [socket] = taken
    raw.resetAndDestroy()
    await expect.poll(() => socket?.closed).toBe(true)
    expect(() => socket?.emit('error', new Error('late'))).not.toThrow()
    expect(fatal).toEqual([])
    await app.close()
  })

  it('a server that cannot accept a connection logs that, and continues', async () => {
    const app = fastify()
    new Connections().follow(app, log)
    await app.listen({ host: '127.0.0.1', port: 0 })
    expect(() => app.server.emit('error', new Error('EMFILE'))).not.toThrow()
    expect(logged.join()).toContain('EMFILE')
    await app.close()
  })
})

it('a server that stops listening answers on open connections, then closes them, and refuses new ones', async () => {
  const app = fastify().get('/', () => 'here')
  const connections = new Connections()
  connections.follow(app, createLog('silent'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const open = () => connect({ host: '127.0.0.1', port })
  const socket = open()
  let answers = ''
  socket.on('data', (data) => {
    answers += data
  })
  socket.write(get('/'))
  await expect.poll(() => answers).toContain('here')
  expect(answers).not.toMatch(/connection: close/i)
  const stopped = connections.stopListening()
  await expect.poll(() => app.server.listening).toBe(false)
  answers = ''
  const closed = once(socket, 'close')
  socket.write(get('/'))
  await closed
  expect(answers).toMatch(/connection: close[\s\S]*here/i)
  await expect(once(open(), 'connect')).rejects.toThrow('ECONNREFUSED')
  await stopped
  await connections.close()
})
