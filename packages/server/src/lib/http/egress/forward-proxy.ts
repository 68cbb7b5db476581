import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { usedProxies } from './egress.ts'
import { hostOf, openTunnel, proxyFor } from './proxy.ts'
import { isPublicAddress, newPublicLookup, notPublic, reachOf } from './public-lookup.ts'
import { EgressRefused } from './refused.ts'

export interface ForwardProxy {
  /** On 127.0.0.1. */
  port: number
  /** Why a connection to this host (with any non-default port) was refused; undefined if it wasn't. */
  refusalOf(host: string): EgressRefused['reason'] | undefined
  /** Whether all responses together were larger than allowed. */
  isFull(): boolean
  close(): Promise<void>
}

interface Limits {
  /** Local network hosts that the operator allowed, as for `fetchPublic`. */
  localHosts: readonly string[]
  /** Of all connections together, in both directions. */
  maxBytes: number
}

const CONNECT_MS = 5000
const CONNECTIONS_MAX = 200
/** Headers of one hop (RFC 9110, 7.6.1). */
const OF_THE_HOP = ['connection', 'proxy-connection', 'proxy-authorization', 'keep-alive', 'te', 'upgrade']

/**
 * A proxy on this machine for a program that renders pages: the program's only way out. It resolves names itself, by the
 * rules of `fetchPublic`, at each connection, and connects to the addresses that it checked.
 */
export async function openForwardProxy({ localHosts, maxBytes }: Limits): Promise<ForwardProxy> {
  const refused = new Map<string, EgressRefused['reason']>()
  const open = new Set<Duplex>()
  let bytes = 0
  const follow = (socket: Duplex): Duplex => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    return socket
  }
  const endAll = () => {
    for (const socket of open) socket.destroy()
  }
  const count = (socket: Duplex): Duplex => {
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) endAll()
    })
    return follow(socket)
  }
  const reach = async (url: URL): Promise<Duplex> => {
    if (bytes > maxBytes || open.size > 2 * CONNECTIONS_MAX) throw new EgressRefused('Too much', 'size')
    try {
      return count(await connectTo(url, localHosts))
    } catch (error) {
      if (error instanceof EgressRefused) refused.set(url.host, error.reason)
      throw error
    }
  }

  const server = createServer((request, response) => {
    forward(request, response, reach).catch(() => response.destroy())
  })
  server.maxConnections = CONNECTIONS_MAX
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    follow(socket)
    tunnel(request, socket, head, reach).catch(() => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
  })
  server.on('connection', follow)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    refusalOf: (host) => refused.get(host),
    isFull: () => bytes > maxBytes,
    close: async () => {
      endAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Reach = (url: URL) => Promise<Duplex>

/** `CONNECT host:port`, for https and for web sockets. */
async function tunnel(
  { url = '' }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  reach: Reach,
): Promise<void> {
  const target = new URL(`${url.endsWith(':80') ? 'http' : 'https'}://${url}`)
  if (target.pathname !== '/' || target.username || target.search) throw new EgressRefused('Not a host')
  const remote = await reach(target)
  socket.write('HTTP/1.1 200 OK\r\n\r\n')
  if (head.length > 0) remote.write(head)
  socket.pipe(remote).pipe(socket)
  socket.on('close', () => remote.destroy())
  remote.on('close', () => socket.destroy())
}

async function forward(request: IncomingMessage, response: ServerResponse, reach: Reach): Promise<void> {
  const url = new URL(request.url ?? '')
  if (url.protocol !== 'http:') throw new EgressRefused('Only http and https addresses work')
  const socket = await reach(url)
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !OF_THE_HOP.includes(name)),
  )
  const passed = http.request({
    createConnection: () => socket,
    method: request.method ?? 'GET',
    path: url.pathname + url.search,
    headers: { ...headers, host: url.host, connection: 'close' },
    setHost: false,
  })
  request.pipe(passed)
  request.on('close', () => request.complete || passed.destroy())
  response.on('close', () => passed.destroy())
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    passed.once('response', resolve)
    passed.once('error', reject)
    passed.once('close', () => reject(new Error('The connection ended')))
  })
  passed.on('error', () => response.destroy())
  answer.on('error', () => response.destroy())
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders)
  answer.pipe(response)
}

async function connectTo(url: URL, localHosts: readonly string[]): Promise<Duplex> {
  const host = hostOf(url)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const isAllowed = localHosts.includes(url.host)
  if (!isAllowed && isIP(host) && !isPublicAddress(host)) throw notPublic()
  const proxy = proxyFor(url, usedProxies())
  if (proxy) {
    if ((await reachOf(host)) !== 'local') return openTunnel(new URL(proxy), { host, port }, false)
    if (!isAllowed) throw notPublic()
  }
  const lookup = isAllowed ? {} : { lookup: newPublicLookup() }
  // The lookup answers all addresses.
  const socket = connect({ host, port, autoSelectFamily: true, ...lookup })
  socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('The server is not responding')))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  socket.setTimeout(0)
  return socket
}
