import { contract } from '@vitrine/contract'
import { BUDGETS, routesOf } from '@vitrine/contract/route'
import { describe, expect, it } from 'vitest'
import { type Caller, useServer } from '#test/harness.ts'
import { fill } from '#test/paths.ts'
import { FACTS, TestScreen } from '#test/screen.ts'

type Attempt = (
  callers: { nobody: Caller; admin: Caller; email: string },
  n: number,
) => [string, string, object]

/** Calls that can be abused by repeating them: guessing, or making the server email strangers. */
const LIMITED: Record<string, Attempt> = {
  'guessing a password': ({ email }) => ['POST', '/auth/login', { email, password: 'wrong' }],
  'guessing the passwords of many': (_callers, n) => [
    'POST',
    '/auth/login',
    { email: `somebody${n}@org.test`, password: 'wrong' },
  ],
  'mails that verify': ({ email }) => ['POST', '/auth/email/send', { email }],
  'mails to nobody': () => ['POST', '/auth/email/send', { email: 'nobody@org.test' }],
  'mails for a new password': ({ email }) => ['POST', '/auth/password/reset', { email }],
  'texts to a mobile': () => ['POST', '/auth/mobile/send-code', { mobile: '+20 100 000 0000' }],
  'codes of screens': () => ['POST', '/player/pairing', { screen: FACTS }],
  'guessing the code of a screen': () => ['POST', '/devices/claim', { code: 'ZZZZZZ', name: 'Screen' }],
}

/** Calls of a budget that are really made. */
const LAST = 10

describe('RATE-01: doing it over and over', () => {
  const server = useServer()

  it.each(Object.entries(LIMITED))(
    '%s ends in 429, with the time to wait',
    async (_name, attempt) => {
      // The penalty of the previous test has expired.
      server().clock.advance(60 * 60_000)
      const admin = await server().organization()
      const callers = { nobody: server().as(), admin, email: admin.email }
      const isPublic = (path: string) => /login|register|email|password|pairing/.test(path)
      for (let n = 0; n < 500; n++) {
        const [method, path, body] = attempt(callers, n)
        const { status, headers } = await (isPublic(path) ? callers.nobody : admin).call(method, path, body)
        expect(status).toBeLessThan(500)
        if (status !== 429) continue
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
        // The other spelling of a path shares the count.
        expect((await (isPublic(path) ? callers.nobody : admin).call(method, `${path}/`, body)).status).toBe(
          429,
        )
        return
      }
      expect.unreachable('It was never refused')
    },
    240_000,
  )

  // Those of screens and sessions are tried in limit-laws.test.ts.
  const budgeted = routesOf(contract).filter(
    ({ route }) => route.budget && BUDGETS[route.budget].per === 'person',
  )
  it.each(budgeted.map(({ name, route }) => [name, route] as const))(
    'RATE-03: %s is refused to a caller who repeats it too often, and only to that caller',
    async (_name, route) => {
      server().clock.advance(60 * 60_000)
      const { calls, seconds } = BUDGETS[route.budget ?? 'uploads']
      const isSupers =
        typeof route.who === 'object' && 'write' in route.who && route.who.write === 'organizations'
      const busy = isSupers ? await server().signIn() : await server().organization()
      const calm = await server().organization()
      const call = (caller: Caller) =>
        caller.call(route.method, fill(route, 'nowhere'), route.method === 'GET' ? undefined : {})
      // All but the last few are spent up front; each call of the route spends one of those.
      const { budgets, clock } = server().services
      const { profile } = await busy.api.auth.profile()
      for (let n = 0; n < calls - LAST; n++) budgets[route.budget ?? 'uploads'].hit(profile.id, clock.now())
      let refused = 0
      // What a super admin did before, to have others, counts as well.
      for (let n = 0; n <= LAST && !refused; n++) if ((await call(busy)).status === 429) refused = n + 1
      expect(refused).toBeGreaterThan(LAST - 5)
      const { headers } = await call(busy)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await call(calm)).status).not.toBe(429)
      expect((await busy.call('GET', '/auth/profile')).status).toBe(200)
      server().clock.advance(seconds * 1000)
      expect((await call(isSupers ? await server().signIn() : busy)).status).not.toBe(429)
    },
    240_000,
  )

  it('RATE-02: screens behind one address are never held up by each other', async () => {
    server().clock.advance(60 * 60_000)
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const answers = await Promise.all(Array.from({ length: 500 }, () => screen.call('/player/manifest')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})
