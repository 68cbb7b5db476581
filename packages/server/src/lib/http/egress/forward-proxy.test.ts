import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ForwardProxy, openForwardProxy } from './forward-proxy.ts'

let site: Server
let host = ''
beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url === '/large') return response.end(Buffer.alloc(300_000))
    return response.end(JSON.stringify(request.headers))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => site.once('listening', resolve))
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(() => void site.close())

/** Everything that the proxy sends for these lines. */
const send = ({ port }: ForwardProxy, ...lines: string[]) =>
  new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })

async function withProxy<T>(
  localHosts: string[],
  use: (proxy: ForwardProxy) => Promise<T>,
  maxBytes = 100_000,
) {
  const proxy = await openForwardProxy({ localHosts, maxBytes })
  try {
    return await use(proxy)
  } finally {
    await proxy.close()
  }
}

it('passes requests to allowed hosts, without what is for the proxy', () =>
  withProxy([host], async (proxy) => {
    const answer = await send(
      proxy,
      `GET http://${host}/ HTTP/1.1`,
      `Host: ${host}`,
      'Proxy-Authorization: x',
      'Connection: close',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain(`"host":"${host}"`)
    expect(answer).not.toContain('proxy-authorization')
    const inside = `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nConnection: close`
    expect(await send(proxy, inside)).toContain('"host":"a"')
  }))

it.each([
  ['GET http://169.254.169.254/latest/ HTTP/1.1', '169.254.169.254'],
  ['GET http://[::1]:8080/ HTTP/1.1', '[::1]:8080'],
  ['GET http://printer.local/ HTTP/1.1', 'printer.local'],
  ['CONNECT 10.0.0.1:443 HTTP/1.1', '10.0.0.1'],
  ['CONNECT 127.0.0.1:5432 HTTP/1.1', '127.0.0.1:5432'],
  ['CONNECT 0x7f000001:443 HTTP/1.1', '127.0.0.1'],
])('refuses %s', (line, refused) =>
  withProxy([host], async (proxy) => {
    expect(await send(proxy, line, 'Host: a')).not.toContain(' 200 ')
    expect(proxy.refusalOf(refused)).toBe('local')
  }),
)

it.each(['GET file:///etc/passwd HTTP/1.1', 'GET / HTTP/1.1', 'CONNECT a@b:443 HTTP/1.1'])(
  'answers nothing for %s',
  (line) =>
    withProxy([host], async (proxy) => {
      expect(await send(proxy, line, 'Host: a')).not.toContain(' 200 ')
    }),
)

it('ends everything beyond its bytes', () =>
  withProxy([host], async (proxy) => {
    const answer = await send(
      proxy,
      `GET http://${host}/large HTTP/1.1`,
      `Host: ${host}`,
      'Connection: close',
    )
    expect(answer.length).toBeLessThan(200_000)
    expect(proxy.isFull()).toBe(true)
    expect(await send(proxy, `GET http://${host}/ HTTP/1.1`, `Host: ${host}`)).not.toContain(' 200 ')
  }))
