import { describe, expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { FACTS, TestScreen } from '#test/screen.ts'

describe('waiting screens', () => {
  const server = useServer({ TRUSTED_PROXIES: '127.0.0.1' })
  /** A screen at an address. */
  const open = async (address: string, hint?: string) => {
    const { status, body } = await server()
      .as()
      .call('POST', '/player/pairing', { screen: FACTS, hint }, { 'x-forwarded-for': address })
    return { status, ...(body as { code: string; secret: string }) }
  }
  const isAt = (address: string) => ({ 'x-forwarded-for': address })
  const waiting = async (
    caller: Awaited<ReturnType<ReturnType<typeof server>['signIn']>>,
    at = '198.51.100.1',
  ) =>
    (await caller.call('GET', '/devices/pairing/waiting', undefined, isAt(at))).body as {
      hint: string
      screens: { code: string; suggestedName: string; screen: unknown }[]
    }

  it('are found without a link only on the network of the only organization', async () => {
    const admin = await server().signIn()
    const near = await open('203.0.113.7')
    await open('203.0.113.8')
    const found = await waiting(admin, '203.0.113.7')
    expect(found.screens).toMatchObject([{ code: near.code, suggestedName: 'Screen 1', screen: FACTS }])
    expect(JSON.stringify(found)).not.toContain(near.secret)
    // The office and the TV have different addresses on one private network.
    const local = await open('192.168.1.20')
    expect((await waiting(admin, '192.168.1.4')).screens).toMatchObject([{ code: local.code }])
    await server().organization()
    expect((await waiting(admin, '203.0.113.7')).screens).toEqual([])
    await open('203.0.113.7')
    expect((await waiting(admin, '203.0.113.7')).screens).toEqual([])
  })

  it('are found by the person whose link opened them, and by no one else', async () => {
    const [mine, other] = [await server().organization(), await server().organization()]
    const { hint } = await waiting(mine)
    expect((await waiting(other)).hint).not.toBe(hint)
    const { code } = await open('203.0.113.9', hint)
    expect((await waiting(mine)).screens.map((each) => each.code)).toEqual([code])
    expect((await waiting(other, '203.0.113.9')).screens).toEqual([])
    await mine.api.devices.claim({ body: { code, name: 'Lobby' } })
    expect((await waiting(mine)).screens).toEqual([])
  })

  it('are not listed once they are closed, or were opened by an expired link', async () => {
    const admin = await server().organization()
    const { hint } = await waiting(admin)
    await open('203.0.113.9', hint)
    server().clock.advance(61_000)
    expect((await waiting(admin)).screens).toEqual([])
    await open('203.0.113.9', hint)
    expect((await waiting(admin)).screens).toHaveLength(1)
    server().clock.advance(2 * 3_600_000)
    const later = await server().signIn({ email: admin.email, password: 'password-1' })
    await open('203.0.113.9', hint)
    expect((await waiting(later)).screens).toEqual([])
  })

  it('are the eight newest at most; a wrong hint is refused, and view-only people get none', async () => {
    const admin = await server().organization()
    const { hint } = await waiting(admin)
    const codes: string[] = []
    for (let n = 0; n < 10; n++) {
      server().clock.advance(10)
      codes.push((await open(`203.0.114.${n}`, hint)).code)
    }
    expect((await waiting(admin)).screens.map(({ code }) => code)).toEqual(codes.reverse().slice(0, 8))
    expect((await open('203.0.113.9', 'x')).status).toBe(400)
    const screen = await TestScreen.claim(server(), admin)
    expect((await server().as(screen.token).call('GET', '/devices/pairing/waiting')).status).toBe(401)
  })
})
