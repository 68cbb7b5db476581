import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fetchPublic } from './egress.ts'
import { isPublicAddress } from './public-lookup.ts'
import { EgressRefused } from './refused.ts'

describe('outgoing requests', () => {
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

  it('SSRF-01: tells public addresses from all others', () => {
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

  it('SSRF-01: takes no address of a special range for a public one', () => {
    const octet = fc.integer({ min: 0, max: 255 })
    const SPECIAL4: fc.Arbitrary<number>[][] = [
      [fc.constantFrom(0, 10, 127), octet, octet, octet],
      [fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet],
      [fc.constant(169), fc.constant(254), octet, octet],
      [fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet],
      [fc.constant(192), fc.constant(168), octet, octet],
      [fc.constant(198), fc.constantFrom(18, 19), octet, octet],
      [fc.integer({ min: 224, max: 255 }), octet, octet, octet],
    ]
    const special4 = fc.oneof(...SPECIAL4.map((parts) => fc.tuple(...parts).map((each) => each.join('.'))))
    fc.assert(fc.property(special4, (address) => !isPublicAddress(address)))
    const word = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
    const head = fc.oneof(
      fc.integer({ min: 0xfc00, max: 0xffff }).map((value) => value.toString(16)),
      fc.constantFrom('0', '2002', '64', '100', '3fff'),
    )
    const rest = fc.array(word, { minLength: 6, maxLength: 6 })
    const special6 = fc
      .tuple(head, rest)
      .map(([first, others]) => `${first}:${first === '3fff' ? '0' : 'ff9b'}:${others.join(':')}`)
    fc.assert(fc.property(special6, (address) => !isPublicAddress(address)))
    // Every IPv4 address written as an IPv6 one.
    const mapped = fc.tuple(octet, octet, octet, octet).map((each) => `::ffff:${each.join('.')}`)
    fc.assert(fc.property(mapped, (address) => !isPublicAddress(address)))
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
    '①②⑦.0.0.1',
    '[64:ff9b::7f00:1]',
    'some@127.0.0.1',
    '127.0.0.1\t',
  ])('SSRF-02, SSRF-03: does not reach this machine as %s', async (host) => {
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
    'gopher://127.0.0.1:6379/_INFO',
    'data:text/plain,hello',
  ])('SSRF-02: refuses %s', async (address) => {
    await expect(fetchPublic(address)).rejects.toThrow(EgressRefused)
  })

  it('SSRF-05: follows redirects manually, within limits of hops, bytes, and time', async () => {
    const local = { localHosts: [new URL(base).host] }
    expect((await fetchPublic(`${base}/there`, local)).body.toString()).toBe('hello')
    await expect(fetchPublic(`${base}/loop`, local)).rejects.toThrow('too often')
    await expect(fetchPublic(`${base}/file`, local)).rejects.toThrow(EgressRefused)
    await expect(fetchPublic(`${base}/large`, { ...local, maxBytes: 50_000 })).rejects.toThrow('too large')
    await expect(fetchPublic(`${base}/slow`, { ...local, timeout: 200 })).rejects.toThrow()
  })

  it('SSRF-05: trusts a named local host only, and checks every hop', async () => {
    const local = { localHosts: [new URL(base).host] }
    await expect(fetchPublic(`${base}/elsewhere`, local)).rejects.toThrow('public internet')
  })

  it("posts a form with credentials, and sends neither to a redirect's address", async () => {
    const options = { localHosts: [new URL(base).host], form: { To: '+1 & 2' }, credentials: 'me:secret' }
    const { body } = await fetchPublic(`${base}/echo`, options)
    expect(body.toString()).toBe(`Basic ${btoa('me:secret')} To=%2B1+%26+2`)
    await expect(fetchPublic(`${base}/there`, options)).rejects.toThrow('redirects')
  })

  it('SSRF-09: gives the same error for a closed port, an open one, and an unknown name', async () => {
    const messages = new Set<string>()
    for (const address of [`${base}/`, 'http://127.0.0.1:1/', 'http://localhost:1/'])
      messages.add(await fetchPublic(address).catch(({ message }) => message))
    expect([...messages]).toEqual(["This address isn't on the public internet"])
  })
})

describe('a lying name server', () => {
  const lookups: string[] = []
  // Other tests don't share this module.
  afterAll(() => {
    vi.doUnmock('node:dns/promises')
    vi.resetModules()
  })

  /** The module with a resolver that answers these addresses, one list after the other. */
  const withAnswers = async (...answers: string[][]) => {
    vi.resetModules()
    lookups.length = 0
    vi.doMock('node:dns/promises', () => ({
      Resolver: class {
        resolve4 = async (name: string) => answers[Math.min(lookups.push(name), answers.length) - 1] ?? []
        resolve6 = async () => Promise.reject(new Error('queryAaaa ENODATA'))
      },
    }))
    return import('./egress.ts')
  }

  it('SSRF-04: one address of this network among public ones closes the way', async () => {
    const egress = await withAnswers(['93.184.216.34', '127.0.0.1'])
    await expect(egress.fetchPublic('http://rebind.test/')).rejects.toThrow('public internet')
    expect(lookups).toEqual(['rebind.test'])
  })

  it('SSRF-04: connects to the address that was checked: the name is resolved once', async () => {
    const egress = await withAnswers(['127.0.0.1'], ['93.184.216.34'])
    await expect(egress.fetchPublic('http://rebind.test/')).rejects.toThrow('public internet')
    expect(lookups).toHaveLength(1)
  })
})
