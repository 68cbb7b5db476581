import { describe, expect, it } from 'vitest'
import { addressKey } from '#lib/http/address-key.ts'
import { RateLimit } from '#lib/http/rate-limit.ts'
import { loginFrom } from '#test/addresses.ts'
import { useServer } from '#test/harness.ts'

const MINUTE = 60_000

describe('guessing passwords', () => {
  const server = useServer()
  const from = (host: number | string) => `127.0.0.${host}`
  const wrong = (email: string, host: number, headers?: Record<string, string>) =>
    loginFrom(server(), from(host), { email, password: 'wrong' }, headers)

  it('AUTH-10: an account at an address gets ten attempts in a quarter of an hour', async () => {
    const { email } = await server().organization()
    const right = { email, password: 'password-1' }
    for (let tries = 0; tries < 10; tries++) expect((await wrong(email, 10)).status).toBe(401)
    const refusal = await loginFrom(server(), from(10), right)
    expect(refusal.status).toBe(429)
    expect(refusal.retryAfter).toBeGreaterThan(800)
    // A made-up proxy header changes nothing.
    expect((await wrong(email, 10, { 'x-forwarded-for': '8.8.8.8' })).status).toBe(429)
    expect((await loginFrom(server(), from(11), right)).status).toBe(200)
    server().clock.advance(refusal.retryAfter * 1000)
    expect((await loginFrom(server(), from(10), right)).status).toBe(200)
  })

  it('counts unknown accounts the same way', async () => {
    const statuses = []
    for (let tries = 0; tries < 11; tries++) statuses.push((await wrong('nobody@org.test', 12)).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  it('concurrent attempts are counted too', async () => {
    const { email } = await server().organization()
    const answers = await Promise.all(Array.from({ length: 100 }, () => wrong(email, 13)))
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10)
    expect((await wrong(email, 13)).status).toBe(429)
  })

  it('an address that tries many accounts has to wait, users with earlier logins there do not', async () => {
    const { email } = await server().organization()
    const right = { email, password: 'password-1' }
    expect((await loginFrom(server(), from(14), right)).status).toBe(200)
    const answers = []
    for (let tries = 0; tries < 70; tries++) answers.push((await wrong(`person${tries}@org.test`, 14)).status)
    expect(answers.filter((status) => status === 401)).toHaveLength(60)
    expect(answers.at(-1)).toBe(429)
    expect((await loginFrom(server(), from(14), right)).status).toBe(200)
  })

  it('an account attacked from everywhere still accepts logins from a known address', async () => {
    const { email } = await server().organization()
    const right = { email, password: 'password-1' }
    expect((await loginFrom(server(), from(20), right)).status).toBe(200)
    for (let host = 100; host < 115; host++) for (let tries = 0; tries < 9; tries++) await wrong(email, host)
    expect((await loginFrom(server(), from(21), right)).status).toBe(429)
    expect((await loginFrom(server(), from(20), right)).status).toBe(200)
    server().clock.advance(15 * MINUTE)
    expect((await loginFrom(server(), from(21), right)).status).toBe(200)
  })

  it('lets 20 people log in concurrently', async () => {
    const { email } = await server().organization()
    const logins = Array.from({ length: 20 }, () =>
      loginFrom(server(), from(30), { email, password: 'password-1' }),
    )
    expect((await Promise.all(logins)).map(({ status }) => status)).toEqual(Array(20).fill(200))
  })
})

describe('AUTH-12: whether an address has an account', () => {
  const server = useServer()

  it('is revealed neither by an answer nor by its timing', async () => {
    const { email } = await server().organization()
    const nobody = server().as()
    const calls = {
      login: (address: string) => nobody.call('POST', '/auth/login', { email: address, password: 'wrong' }),
      reset: (address: string) => nobody.call('POST', '/auth/password/reset', { email: address }),
      registration: (address: string) =>
        nobody.call('POST', '/auth/register', {
          firstName: 'A',
          lastName: 'B',
          email: address,
          password: 'password-1',
        }),
      mail: (address: string) => nobody.call('POST', '/auth/email/send', { email: address }),
    }
    for (const [name, ask] of Object.entries(calls)) {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
      // Compare the fastest of each. A busy machine repeats; a missing hash would make it ten times faster.
      const ratio = () => Math.min(...times.known) / Math.min(...times.unknown)
      for (let n = 0; n < 15 || (n < 60 && Math.abs(Math.log(ratio())) > Math.log(2)); n++)
        // Alternating, so that a slow moment of the machine affects both.
        for (const [kind, address] of [
          ['known', email],
          ['unknown', `nobody${n}@org.test`],
        ] as const) {
          server().clock.advance(60 * MINUTE)
          const started = performance.now()
          const { status, body } = await ask(address)
          times[kind].push(performance.now() - started)
          const other = await ask('nobody@org.test')
          expect([status, body], name).toEqual([other.status, other.body])
        }
      expect(ratio(), name).toBeGreaterThan(0.4)
      expect(ratio(), name).toBeLessThan(2.5)
    }
  })
})

describe('a proxy that is trusted', () => {
  const server = useServer({ TRUSTED_PROXIES: '127.0.0.1' })

  it('AUTH-10: attributes attempts to the forwarded address', async () => {
    const login = (address: string) =>
      loginFrom(
        server(),
        '127.0.0.1',
        { email: 'admin@vitrine.local', password: 'wrong' },
        { 'x-forwarded-for': address },
      )
    for (let tries = 0; tries < 10; tries++) await login('8.8.8.8')
    expect((await login('8.8.8.8')).status).toBe(429)
    expect((await login('8.8.4.4')).status).toBe(401)
  })
})

describe('counting', () => {
  it('AUTH-11: remembers a bounded number of keys, the latest', () => {
    const limit = new RateLimit(1, MINUTE)
    for (let key = 0; key < 50_000; key++) limit.hit(`key ${key}`, 0)
    expect(limit.size).toBe(10_000)
    expect(limit.wait('key 49999', 0)).toBe(60)
    expect(limit.wait('key 0', 0)).toBe(0)
  })

  it('reports when the next attempt is allowed', () => {
    const limit = new RateLimit(2, MINUTE)
    limit.hit('a', 0)
    expect(limit.wait('a', 0)).toBe(0)
    limit.hit('a', 20_000)
    expect(limit.wait('a', 30_000)).toBe(30)
    expect(limit.wait('a', 60_000)).toBe(0)
    expect(limit.wait('b', 30_000)).toBe(0)
  })

  it.each([
    ['192.168.1.9', '192.168.1.9'],
    ['::ffff:192.168.1.9', '192.168.1.9'],
    ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1', 'fe80:0:0:0'],
  ])('takes %s for %s', (ip, key) => expect(addressKey(ip)).toBe(key))
})
