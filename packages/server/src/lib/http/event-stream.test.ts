import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EventStream, event } from './event-stream.ts'

const HELLO = event('hello', {})
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('an event stream', () => {
  let server: Server
  let client: Socket
  let response: ServerResponse
  let ended = 0
  const options = { backlog: 100_000, onEnd: () => void ended++ }
  const connections = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))

  beforeEach(async () => {
    ended = 0
    server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    client.on('error', () => {})
    client.pause()
    client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    const [, given] = await once(server, 'request')
    response = given as ServerResponse
  })
  afterEach(async () => {
    client.destroy()
    server.closeAllConnections()
    server.close()
  })

  /** More than the buffers of both sockets take. */
  const fill = async (stream: EventStream | undefined) => {
    for (let n = 0; n < 200 && response.writableLength < 50_000; n++) {
      stream?.write(Buffer.alloc(50_000, 58))
      await wait(1)
    }
    expect(response.writableLength).toBeGreaterThan(0)
  }

  /** All ways a stream can end; afterwards writing and ending are harmless. */
  const ENDS: Record<string, (stream: EventStream) => unknown> = {
    'end()': (stream) => stream.end(),
    'end() with a last event': (stream) => stream.end(HELLO),
    'destroy()': (stream) => stream.destroy(),
    'the end of the response by other code': () => response.end(),
    'the destruction of the response': () => response.destroy(),
    'an error of the response': () => response.destroy(new Error('broken')),
    'an error of the socket': () => response.socket?.destroy(new Error('broken')),
    'the reset of the connection': () => client.resetAndDestroy(),
    'a client that leaves': () => client.destroy(),
  }
  it.each(Object.entries(ENDS))('survives writes after %s', async (_name, end) => {
    const stream = EventStream.open({ response }, HELLO, options)
    expect(stream?.isOpen).toBe(true)
    if (stream) end(stream)
    for (let n = 0; n < 3; n++) {
      stream?.write(HELLO)
      await wait(20)
    }
    stream?.end(HELLO)
    stream?.destroy()
    await wait(20)
    expect([stream?.isOpen, ended]).toEqual([false, 1])
  })

  const request = (method: string, headers: Record<string, string>) =>
    new Promise<string>((resolve) => {
      const { port } = server.address() as AddressInfo
      const socket = connect(port, '127.0.0.1', () => socket.write(`${method} / HTTP/1.1\r\nhost: x\r\n\r\n`))
      const pieces: Buffer[] = []
      socket.on('data', (piece) => pieces.push(piece))
      socket.on('close', () => resolve(Buffer.concat(pieces).toString()))
      server.once('request', (_request, given: ServerResponse) => {
        const stream = EventStream.open({ response: given, headers }, HELLO, options)
        stream?.write(event('first', { n: 1 }))
        setTimeout(() => stream?.end(event('last', {})), 20)
      })
    })

  it('sends the given headers and the events without any encoding, until the connection closes', async () => {
    const [head = '', body] = (await request('GET', { 'x-request-id': 'r1' })).split('\r\n\r\n')
    expect(head.toLowerCase()).toContain('x-request-id: r1')
    expect(head.toLowerCase()).toContain('connection: close')
    expect(head.toLowerCase()).not.toContain('chunked')
    expect(body).toBe(`${HELLO}${event('first', { n: 1 })}${event('last', {})}`)
  })

  it('answers HEAD with the headers alone', async () => {
    const [head, body] = (await request('HEAD', {})).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(body).toBe('')
    expect(ended).toBe(1)
  })

  it('tells its owner in the same instant', () => {
    const stream = EventStream.open({ response }, HELLO, options)
    stream?.end()
    expect(ended).toBe(1)
  })

  it('is cut when the client reads nothing, at the backlog', async () => {
    const stream = EventStream.open({ response }, HELLO, options)
    for (let n = 0; n < 1000 && stream?.isOpen; n++) {
      stream.write(Buffer.alloc(50_000, 58))
      await wait(1)
    }
    expect(ended).toBe(1)
    await expect.poll(connections).toBe(0)
  })

  it('is cut when the client does not read its last event', async () => {
    const stream = EventStream.open({ response }, HELLO, options)
    await fill(stream)
    stream?.end(HELLO)
    expect(await connections()).toBe(1)
    await expect.poll(connections).toBe(0)
  })

  it('does not open for a client that has left', async () => {
    client.destroy()
    await once(response, 'close')
    expect(EventStream.open({ response }, HELLO, options)).toBeUndefined()
  })
})
