import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EgressRefused, fetchPublic, isPublicAddress } from './egress.ts'

describe('the way out', () => {
  let server: Server
  let base = ''
  let asked = 0

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked++
      if (request.url === '/large') response.end(Buffer.alloc(100_000))
      else if (request.url === '/slow') setTimeout(() => response.end('late'), 5000)
      else if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end()
      else if (request.url === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
      else if (request.url === '/echo') {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => response.end(`${request.headers.authorization} ${Buffer.concat(chunks)}`))
      } else if (request.url === '/elsewhere')
        response.writeHead(302, { location: `http://localhost:${new URL(base).port}/` }).end()
      else if (request.url === '/there') response.writeHead(301, { location: '/here' }).end()
      else response.writeHead(200, { 'content-type': 'text/plain' }).end('hello')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it('tells public addresses from all others', () => {
    const closed = [
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
    ]
    const closed6 = [
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      'fe80::1',
      'fc00::1',
      'fd00::1',
      '2002:7f00:1::',
      '2001:db8::1',
      '64:ff9b::1',
      'ff02::1',
    ]
    for (const address of [...closed, ...closed6, 'localhost', ''])
      expect(isPublicAddress(address), address).toBe(false)
    for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700::1111'])
      expect(isPublicAddress(address), address).toBe(true)
  })

  it.each([
    '127.0.0.1',
    '[::1]',
    '2130706433',
    '0x7f.1',
    '017700000001',
    'localhost',
    '127.1',
    '[::ffff:127.0.0.1]',
  ])('does not reach this machine as %s', async (host) => {
    const before = asked
    await expect(fetchPublic(`http://${host}:${new URL(base).port}/`)).rejects.toThrow(EgressRefused)
    expect(asked).toBe(before)
  })

  it.each([
    'file:///etc/passwd',
    'ftp://example.org',
    'http://user:secret@example.org',
    'javascript:alert(1)',
    'nonsense',
  ])('refuses %s', async (address) => {
    await expect(fetchPublic(address)).rejects.toThrow(EgressRefused)
  })

  it('follows redirects by hand, within limits of hops, bytes and time', async () => {
    const local = { localHosts: [new URL(base).host] }
    expect((await fetchPublic(`${base}/there`, local)).body.toString()).toBe('hello')
    await expect(fetchPublic(`${base}/loop`, local)).rejects.toThrow('too often')
    await expect(fetchPublic(`${base}/file`, local)).rejects.toThrow(EgressRefused)
    await expect(fetchPublic(`${base}/large`, { ...local, maxBytes: 50_000 })).rejects.toThrow('larger')
    await expect(fetchPublic(`${base}/slow`, { ...local, timeout: 200 })).rejects.toThrow()
  })

  it('believes a named local host only: every hop is checked', async () => {
    const local = { localHosts: [new URL(base).host] }
    await expect(fetchPublic(`${base}/elsewhere`, local)).rejects.toThrow('public internet')
  })

  it('posts a form with credentials, and takes neither along to another address', async () => {
    const options = { localHosts: [new URL(base).host], form: { To: '+1 & 2' }, credentials: 'me:secret' }
    const { body } = await fetchPublic(`${base}/echo`, options)
    expect(body.toString()).toBe(`Basic ${btoa('me:secret')} To=%2B1+%26+2`)
    await expect(fetchPublic(`${base}/there`, options)).rejects.toThrow('redirects')
  })
})
