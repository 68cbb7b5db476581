import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import type { Settings } from '#lib/env.ts'
import { isLocalName, isPublicAddress } from './public-lookup.ts'

export type ProxySettings = Pick<Settings, 'HTTP_PROXY' | 'HTTPS_PROXY' | 'NO_PROXY'>

/** The URL's host without the brackets of IPv6 and without the dot that ends a full name. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/(?<=.)\.$/, '')

/** The proxy for requests to this address; undefined to connect directly, as within the local network. */
export function proxyFor(url: URL, { HTTP_PROXY, HTTPS_PROXY, NO_PROXY }: ProxySettings): string | undefined {
  const proxy = url.protocol === 'https:' ? HTTPS_PROXY : HTTP_PROXY
  const host = hostOf(url)
  const isLocal = isIP(host) ? !isPublicAddress(host) : isLocalName(host)
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (!proxy || isLocal || NO_PROXY.some((entry) => isExcepted(entry, host, port))) return undefined
  return proxy
}

/** An entry is `*`, a name with all names below it, an address, or a network, the first three with a port if wanted. */
function isExcepted(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true
  const [, net = '', bits = ''] = /^(.+)\/(\d+)$/.exec(entry) ?? []
  if (isIP(net)) return isIP(host) === isIP(net) && networkOf(net, Number(bits)).check(host, family(net))
  const [, name = '', only] = isIP(entry) === 6 ? [entry, entry] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? [])
  const suffix = name.toLowerCase().replace(/^\*?\.|^\[|\]$/g, '')
  return (only === undefined || only === port) && (host === suffix || host.endsWith(`.${suffix}`))
}

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function networkOf(net: string, bits: number): BlockList {
  const list = new BlockList()
  list.addSubnet(net, Math.min(bits, isIP(net) === 6 ? 128 : 32), family(net))
  return list
}

/** Milliseconds until the proxy must have connected. */
const CONNECT_MS = 10_000

/** For clients on Node's own HTTP, such as the S3 library: an agent whose connections go through the proxy, if any. */
export function tunnelFor(
  target: URL,
  settings: ProxySettings,
): { httpsAgent?: https.Agent; httpAgent?: http.Agent } {
  const proxy = proxyFor(target, settings)
  if (!proxy) return {}
  const isSecure = target.protocol === 'https:'
  const options = { keepAlive: true, maxSockets: 50 }
  const httpsAgent = new https.Agent(options)
  const agent = isSecure ? httpsAgent : new http.Agent(options)
  agent.createConnection = (connection, connected) => {
    openTunnel(new URL(proxy), connection as tls.ConnectionOptions, isSecure).then(
      (socket) => connected?.(null, socket),
      (error) => connected?.(error, undefined as never),
    )
    return undefined
  }
  return isSecure ? { httpsAgent } : { httpAgent: agent }
}

/** A connection through a proxy to `host` and `port` of the options; encrypted if `isSecure`. */
export async function openTunnel(proxy: URL, options: tls.ConnectionOptions, isSecure: boolean) {
  const { host = '', port = 0 } = options
  const to = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const { username, password } = proxy
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const request = (proxy.protocol === 'https:' ? https : http).request({
    host: hostOf(proxy),
    port: proxy.port,
    method: 'CONNECT',
    path: to,
    headers: { host: to, ...(username && { 'proxy-authorization': `Basic ${login.toString('base64')}` }) },
    agent: false,
    timeout: CONNECT_MS,
  })
  const socket = await new Promise<Duplex>((resolve, reject) => {
    request.once('connect', ({ statusCode }, line) => {
      line.setTimeout(0)
      if (statusCode === 200) return resolve(line)
      line.destroy()
      reject(new Error(`The proxy ${proxy.host} answered ${statusCode}`))
    })
    request.once('timeout', () => request.destroy(new Error(`The proxy ${proxy.host} isn't responding`)))
    request.once('error', reject)
    request.end()
  })
  return isSecure ? tls.connect({ ...options, socket }) : socket
}
