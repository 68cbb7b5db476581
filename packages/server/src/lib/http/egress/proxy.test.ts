import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Bucket } from '#blobs/s3-bucket.ts'
import { readSettings } from '#lib/env.ts'
import { fetchPublic, useProxies } from './egress.ts'
import { proxyFor } from './proxy.ts'
import { EgressRefused } from './refused.ts'

const KEYS = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
const PROXY = 'http://proxy.example.org:3128'

describe('the proxy for an address', () => {
  it.each([
    ['https://news.example.org/', '', PROXY],
    ['https://news.example.org/', 'example.org', undefined],
    ['https://news.example.org/', '.example.org', undefined],
    ['https://news.example.org/', '*.example.org', undefined],
    ['https://NEWS.example.org./', 'news.EXAMPLE.org', undefined],
    ['https://notexample.org/', 'example.org', PROXY],
    ['https://news.example.org/', 'news.example.org:443', undefined],
    ['https://news.example.org/', 'news.example.org:8443', PROXY],
    ['https://news.example.org/', 'other.example.org, *', undefined],
    ['https://8.8.8.8/', '8.8.0.0/16', undefined],
    ['https://8.9.8.8/', '8.8.0.0/16', PROXY],
    ['https://[2606:4700::1111]/', '2606:4700::/32', undefined],
    ['https://[2606:4700::1111]/', '2606:4700::1111', undefined],
    ['https://10.0.0.5/', '', undefined],
    ['https://storage:9000/', '', undefined],
    ['https://localhost/', '', undefined],
    ['http://news.example.org/', '', undefined],
  ])('of %s with NO_PROXY=%s is %s', (address, NO_PROXY, proxy) => {
    expect(proxyFor(new URL(address), readSettings({ HTTPS_PROXY: PROXY, NO_PROXY }))).toBe(proxy)
  })

  it('is read in lower case too', () => {
    expect(readSettings({ https_proxy: PROXY }).HTTPS_PROXY).toBe(PROXY)
  })
})

/** A proxy that takes every request to one server, as if it were the internet. */
describe('a network with a proxy', () => {
  const asked: string[] = []
  const logins: (string | undefined)[] = []
  let proxy: Server
  let internet: Server
  let settings: ReturnType<typeof readSettings>
  beforeAll(async () => {
    internet = createServer((request, response) => {
      if (request.url === '/inside') response.writeHead(302, { location: 'http://10.0.0.7/' }).end()
      else response.end(`hello from ${request.headers.host}`)
    })
    internet.listen(0, '127.0.0.1')
    await once(internet, 'listening')
    const { port } = internet.address() as AddressInfo
    proxy = createServer((request, response) => {
      asked.push(request.url ?? '')
      logins.push(request.headers['proxy-authorization'])
      const { host, pathname } = new URL(request.url ?? '')
      if (pathname === '/inside') response.writeHead(302, { location: 'http://10.0.0.7/' }).end()
      else response.end(`hello from ${host}`)
    })
    proxy.on('connect', (request, socket) => {
      asked.push(request.url ?? '')
      logins.push(request.headers['proxy-authorization'])
      const line = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        line.pipe(socket).pipe(line)
      })
      for (const each of [line, socket]) each.on('error', () => {})
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const address = `http://me:se%20cret@127.0.0.1:${(proxy.address() as AddressInfo).port}`
    settings = readSettings({ HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: 'direct.test' })
    useProxies(settings)
  })
  afterEach(() => {
    asked.length = logins.length = 0
  })
  afterAll(() => {
    useProxies(readSettings({}))
    for (const server of [proxy, internet]) {
      server.closeAllConnections()
      server.close()
    }
  })

  it('carries requests to names that only the proxy finds, with its password', async () => {
    const { body } = await fetchPublic('http://news.test/feed')
    expect(body.toString()).toBe('hello from news.test')
    expect(asked).toHaveLength(1)
    expect(logins).toEqual([`Basic ${btoa('me:se cret')}`])
  })

  it('carries https as a tunnel', async () => {
    await expect(fetchPublic('https://news.test/')).rejects.toThrow()
    expect(asked).toEqual(['news.test:443'])
  })

  it.each([
    'http://127.0.0.1/',
    'http://10.0.0.7/',
    'http://[fd00::1]/',
    'http://169.254.169.254/latest',
    'http://2130706433/',
    'http://localhost/',
    'http://intranet/',
    'http://printer.local/',
    'http://wiki.corp/',
    'http://metadata.google.internal/',
    'https://192.168.1.1/',
    'https://localhost./',
  ])('SSRF-02: never asks the proxy for %s', async (address) => {
    await expect(fetchPublic(address)).rejects.toThrow(EgressRefused)
    expect(asked).toEqual([])
  })

  it('SSRF-04: never asks the proxy for a name that leads into the local network from here', async () => {
    vi.resetModules()
    vi.doMock('node:dns/promises', () => ({
      Resolver: class {
        resolve4 = async () => ['93.184.216.34', '10.0.0.9']
        resolve6 = async () => []
      },
    }))
    try {
      const egress = await import('./egress.ts')
      egress.useProxies(settings)
      await expect(egress.fetchPublic('http://inside.test/')).rejects.toThrow('public internet')
      expect(asked).toEqual([])
    } finally {
      vi.doUnmock('node:dns/promises')
      vi.resetModules()
    }
  })

  it('SSRF-05: asks for no address of the local network after a redirect', async () => {
    await expect(fetchPublic('http://news.test/inside')).rejects.toThrow(EgressRefused)
    expect(asked).toHaveLength(1)
  })

  it('connects directly to what NO_PROXY names, and to an allowed host of the local network', async () => {
    await expect(fetchPublic('http://direct.test/')).rejects.toThrow()
    const { host } = new URL(`http://127.0.0.1:${(internet.address() as AddressInfo).port}`)
    expect((await fetchPublic(`http://${host}/`, { localHosts: [host] })).body.toString()).toContain('hello')
    expect(asked).toEqual([])
  })

  it('carries a bucket that is asked over https as a tunnel', async () => {
    const bucket = new Bucket({ ...settings, S3_BUCKET: 'b', S3_ENDPOINT: 'https://storage.test', ...KEYS })
    await expect(bucket.get('a')).rejects.toThrow()
    expect(new Set(asked)).toEqual(new Set(['storage.test:443']))
  })

  it('carries the bucket', async () => {
    const bucket = new Bucket({
      ...settings,
      S3_BUCKET: 'b',
      S3_ENDPOINT: 'http://storage.test:9000',
      ...KEYS,
    })
    const chunks: Buffer[] = []
    for await (const chunk of (await bucket.get('a')) ?? []) chunks.push(chunk)
    expect(Buffer.concat(chunks).toString()).toBe('hello from storage.test:9000')
    expect(asked).toEqual(['storage.test:9000'])
    expect(logins).toEqual([`Basic ${btoa('me:se cret')}`])
  })
})
