import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, type Dispatcher, ProxyAgent, request } from 'undici'
import { hostOf, type ProxySettings, proxyFor } from './proxy.ts'
import { isPublicAddress, newPublicLookup, notPublic, reachOf } from './public-lookup.ts'
import { EgressRefused } from './refused.ts'

export interface EgressOptions {
  /** Maximum bytes of the response. */
  maxBytes?: number
  /** Milliseconds in total, redirects included. */
  timeout?: number
  signal?: AbortSignal
  accept?: string
  /** Local network hosts (with any non-default port) that the operator allowed; every hop is checked. */
  localHosts?: readonly string[]
  /** Sent by POST as `application/x-www-form-urlencoded`; such a call follows no redirect. */
  form?: Record<string, string>
  /** Sent by POST as `application/json`, like `form`. */
  json?: string
  headers?: Record<string, string>
  /** `user:password` for basic authentication. */
  credentials?: string
}

interface Answer<Body> {
  status: number
  contentType: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The URL after redirects. */
  address: string
  body: Body
}
export type EgressAnswer = Answer<Buffer>

const MAX_REDIRECTS = 3

/** Milliseconds to find and connect to a server. */
const CONNECT_MS = 5000
const publicAgent = new Agent({ connect: { lookup: newPublicLookup(), timeout: CONNECT_MS } })
const anyAgent = new Agent({ connect: { timeout: CONNECT_MS } })

let proxies: ProxySettings = { HTTP_PROXY: undefined, HTTPS_PROXY: undefined, NO_PROXY: [] }
const proxyAgents = new Map<string, ProxyAgent>()

/** Sends this process's requests through the network's proxies from now on. */
export function useProxies(settings: ProxySettings): void {
  proxies = settings
}

/** What `useProxies` set. */
export const usedProxies = (): ProxySettings => proxies

/**
 * The way to an address. A proxy resolves names itself and would reach this network, so an address here is refused, or
 * if allowed connected to directly, before the proxy is asked.
 */
async function wayTo(url: URL, isAllowed: boolean): Promise<Dispatcher> {
  const proxy = proxyFor(url, proxies)
  const reach = proxy && (await reachOf(hostOf(url)))
  if (!proxy || reach === 'local') {
    if (proxy && !isAllowed) throw notPublic()
    return isAllowed ? anyAgent : publicAgent
  }
  const agent = proxyAgents.get(proxy) ?? new ProxyAgent({ uri: proxy })
  proxyAgents.set(proxy, agent)
  return agent
}

/**
 * The only way to send requests out of this server: GET and POST over http(s), to public addresses (checked after
 * resolution, on literals and on every redirect), limited in bytes and time. Throws EgressRefused for refused requests.
 */
export function fetchPublic(address: string, options: EgressOptions = {}): Promise<EgressAnswer> {
  const { maxBytes = 5 * 1024 * 1024 } = options
  return fetchInto(address, options, async (body) => {
    const chunks: Buffer[] = []
    for await (const chunk of limited(body, maxBytes)) chunks.push(chunk)
    return Buffer.concat(chunks)
  })
}

/** Like `fetchPublic`, for responses too large for memory: `take` reads the response as it arrives, with any status. */
export function fetchLarge<Body>(
  address: string,
  options: EgressOptions & { maxBytes: number },
  take: (body: AsyncIterable<Buffer>) => Promise<Body>,
): Promise<Answer<Body>> {
  return fetchInto(address, options, (body) => take(limited(body, options.maxBytes)))
}

async function fetchInto<Body>(
  address: string,
  options: EgressOptions,
  take: (body: Readable) => Promise<Body>,
): Promise<Answer<Body>> {
  const { timeout = 10_000, accept = '*/*', localHosts = [] } = options
  const { form, json, credentials } = options
  const posted = form ? new URLSearchParams(form).toString() : json
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const signal = AbortSignal.any([AbortSignal.timeout(timeout), ...[options.signal ?? []].flat()])
  let url = parse(address, localHosts)
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await request(url, {
      dispatcher: await wayTo(url, localHosts.includes(url.host)),
      signal,
      headers: {
        accept,
        'user-agent': 'Vitrine',
        ...(posted !== undefined && { 'content-type': type }),
        ...options.headers,
        ...(credentials && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
      },
      ...(posted !== undefined && { method: 'POST', body: posted }),
      headersTimeout: timeout,
      bodyTimeout: timeout,
    })
    const { location } = response.headers
    if (response.statusCode >= 300 && response.statusCode < 400 && typeof location === 'string') {
      await response.body.dump()
      if (posted !== undefined || credentials) throw new EgressRefused('This address redirects', 'redirects')
      url = parse(new URL(location, url).href, localHosts)
      continue
    }
    const contentType = String(response.headers['content-type'] ?? '')
    const { statusCode: status, headers } = response
    return { status, contentType, headers, address: url.href, body: await take(response.body) }
  }
  throw new EgressRefused('This address redirects too often', 'redirects')
}

function parse(address: string, localHosts: readonly string[]): URL {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    throw new EgressRefused("This isn't a valid address")
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new EgressRefused('Only http and https addresses work')
  if (url.username || url.password)
    throw new EgressRefused('Remove the user name and password from the address')
  // Node skips a custom lookup for literal addresses, so they are checked here.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!localHosts.includes(url.host) && isIP(host) && !isPublicAddress(host))
    throw new EgressRefused("This address isn't on the public internet", 'local')
  return url
}

async function* limited(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  // We destroy the body ourselves, which is no error of the stream.
  body.on('error', () => {})
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new EgressRefused('The response is too large', 'size')
    yield chunk
  }
}
