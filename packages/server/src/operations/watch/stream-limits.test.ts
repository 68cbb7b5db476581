import { describe, expect, it } from 'vitest'
import { refused, useServer } from '#test/harness.ts'
import { StreamListener } from '#test/stream-listener.ts'
import { type Person, StreamLimits } from './stream-limits.ts'

const person = (n: number, parts: Partial<Person> = {}): Person => ({
  sessionId: `session ${n}`,
  userId: `user ${n}`,
  organizationId: `organization ${n}`,
  address: `address ${n}`,
  unconfirmed: false,
  ...parts,
})

/** Opens this many streams; returns how many are open at the end. */
function open(count: number, make: (n: number) => Person) {
  const limits = new StreamLimits<Person>()
  const streams = new Set<Person>()
  let refusals = 0
  for (let n = 0; n < count; n++) {
    const stream = make(n)
    try {
      limits.check(stream, n * 1000)
    } catch {
      refusals++
      continue
    }
    streams.add(stream)
    for (const oldest of limits.add(stream)) {
      limits.remove(oldest)
      streams.delete(oldest)
    }
  }
  return { open: streams, refusals, limits }
}

describe('open streams', () => {
  it('of one session are limited to 32, and the oldest is closed for a new one', () => {
    const same = { sessionId: 'same', userId: 'same', organizationId: 'same', address: 'same' }
    const made: Person[] = []
    const { open: left, refusals } = open(4000, (n) => (made[n] = person(n, same)))
    expect([left.size, refusals]).toEqual([32, 0])
    expect([...left]).toEqual(made.slice(-32))
  })

  it('of one person are 64', () => {
    const same = { userId: 'same', organizationId: 'same', address: 'same' }
    expect(open(4000, (n) => person(n, same)).open.size).toBe(64)
  })

  it("of an organization are limited to 1000, and never close other people's", () => {
    const { open: left, refusals } = open(4000, (n) => person(n, { organizationId: 'same' }))
    expect([left.size, refusals]).toEqual([1000, 3000])
  })

  it('of an organization without a verified address are 40', () => {
    const same = { organizationId: 'same', unconfirmed: true }
    expect(open(4000, (n) => person(n, same)).open.size).toBe(40)
  })

  it('of one address are 2000 for unverified organizations, and unlimited for others', () => {
    const same = { address: 'same', unconfirmed: true }
    const { open: all, limits } = open(4000, (n) => person(n, same))
    expect(all.size).toBe(2000)
    expect(() => limits.check(person(9999, { address: 'same' }), 0)).not.toThrow()
    expect(open(4000, (n) => person(n, { address: 'same' })).open.size).toBe(4000)
  })

  it('are uncounted when they end', () => {
    const { open: all, limits } = open(1000, (n) => person(n, { organizationId: 'same' }))
    expect(() => limits.check(person(9999, { organizationId: 'same' }), 0)).toThrow()
    for (const each of all) limits.remove(each)
    expect(() => limits.check(person(9999, { organizationId: 'same' }), 0)).not.toThrow()
  })
})

describe('a person with many tabs', () => {
  const server = useServer()

  it('keeps twenty streams, and gets 429 with a time to wait for reopening them repeatedly', async () => {
    const admin = await server().organization()
    const { watchers } = server().services
    const tabs = Array.from(
      { length: 20 },
      () => new StreamListener(server().origins.console, '/api/watch', admin.token),
    )
    for (const each of tabs) await each.heard('hello')
    expect(watchers.size).toBe(20)
    const more: StreamListener[] = []
    for (let n = 0; n < 100; n++) {
      const each = new StreamListener(server().origins.console, '/api/watch', admin.token)
      more.push(each)
      await each.heard('hello')
    }
    expect(watchers.size).toBe(32)
    const refusal = await admin.call('GET', '/watch')
    expect(refusal).toMatchObject({ status: 429, body: { errKey: 'TOO_MANY_REQUESTS' } })
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await refused(admin.api.watch.stream())).status).toBe(429)
    for (const each of [...tabs, ...more]) each.socket.destroy()
    await expect.poll(() => watchers.size).toBe(0)
  })
})
