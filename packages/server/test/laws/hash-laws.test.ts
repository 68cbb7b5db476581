import { contract } from '@vitrine/contract'
import { type Route, routesOf } from '@vitrine/contract/route'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { HASH_LIMITS } from '#lib/security/hash-queue.ts'
import { hashQueue } from '#lib/security/passwords.ts'
import { callFrom, loginFrom } from '#test/addresses.ts'
import { type Caller, type TestServer, useServer } from '#test/harness.ts'

const PERSON = { firstName: 'Ada', lastName: 'Admin', role: '2', permissions: [] } as const
const NEW = 'something-new-1'
/**
 * How many of a flood's hashes may begin while one login waits for its own: the callers that are known take turns, and
 * behind a queue there would be at least 64.
 */
const AHEAD_MAX = 2

type Flood = (
  server: TestServer,
  admin: Caller,
) => Promise<(n: number) => { path: string; method: string; body: object; token?: string }>

/** A flood of calls for each route that hashes a password. */
const FLOODS: Record<string, Flood> = {
  'auth.login': async () => (n) => ({
    method: 'POST',
    path: '/auth/login',
    body: { email: `guess${n}@org.test`, password: 'wrong' },
  }),
  'auth.register': async () => (n) => ({
    method: 'POST',
    path: '/auth/register',
    body: { ...PERSON, email: `new${n}@org.test`, password: NEW },
  }),
  'auth.verifyPassword': async (server, admin) => {
    const { profile } = await admin.api.auth.profile()
    await server.as().api.auth.resetPassword({ body: { email: profile.email } })
    const { text } = await server.services.database
      .selectFrom('outbox')
      .select('text')
      .where('recipient', '=', profile.email)
      .where('subject', 'like', '%password%')
      .executeTakeFirstOrThrow()
    const code = /code=([\w-]+)/.exec(text)?.[1]
    return () => ({ method: 'POST', path: '/auth/password/verify', body: { code, password: NEW } })
  },
  'auth.updateProfile':
    async (_server, { token }) =>
    () => ({
      method: 'PUT',
      path: '/auth/profile',
      token,
      body: { ...PERSON, mobile: '', password: NEW, currentPassword: 'wrong' },
    }),
  'users.create':
    async (_server, { token }) =>
    (n) => ({
      method: 'POST',
      path: '/user/create',
      token,
      body: { ...PERSON, email: `made${n}@org.test`, password: NEW },
    }),
  'users.update': async (_server, admin) => {
    const { user } = await admin.api.users.create({
      body: {
        ...PERSON,
        permissions: [],
        email: `changed@${admin.token.slice(-8).toLowerCase().replace(/\W|_/g, 'x')}.test`,
        password: NEW,
      },
    })
    return () => ({
      method: 'PUT',
      path: `/user/${user.id}`,
      token: admin.token,
      body: { ...PERSON, email: user.email, password: NEW },
    })
  },
  'organizations.create': async (server) => {
    const { token } = await server.signIn()
    return (n) => ({
      method: 'POST',
      path: '/organizations/create',
      token,
      body: {
        name: `Flood ${n}`,
        adminFirstName: 'A',
        adminLastName: 'B',
        email: `flood${n}@org.test`,
        password: NEW,
      },
    })
  },
}

/** The login parses its body itself, so its schema does not show the password. */
const takesPassword = ({ path, body }: Route) =>
  path === '/auth/login' ||
  // Hashes only with a sealed ticket of a login at a provider.
  (path !== '/auth/provider/enter' &&
    body !== undefined &&
    JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes('"password"'))

describe('hashing passwords for many at the same time', () => {
  const server = useServer()
  afterEach(() => vi.restoreAllMocks())

  it('is tried on every route that takes a password', () => {
    // Passwords of other sites are sealed, never hashed.
    const routes = routesOf(contract).filter(
      ({ name, route }) => !name.startsWith('webMedia.') && takesPassword(route),
    )
    expect(Object.keys(FLOODS).sort()).toEqual(routes.map(({ name }) => name).sort())
  })

  it.each(Object.entries(FLOODS))(
    '300 calls of %s from 300 addresses are bounded, and someone known logs in soon',
    async (_name, prepare) => {
      server().clock.advance(60 * 60_000)
      const admin = await server().organization()
      const { profile } = await admin.api.auth.profile()
      const person = await server().organization()
      const login = { email: person.email, password: 'password-1' }
      expect((await loginFrom(server(), '127.0.0.1', login)).status).toBe(200)
      const flood = await prepare(server(), admin)
      expect(profile.email).not.toBe(person.email)
      let most = 0
      const watch = setInterval(() => {
        most = Math.max(most, hashQueue.size)
      }, 1)
      let hashed = 0
      let ahead: number | undefined
      const run = hashQueue.run.bind(hashQueue)
      const inLine = Promise.withResolvers<void>()
      vi.spyOn(hashQueue, 'run').mockImplementation((caller, work) => {
        const before = hashed
        const isHonest = caller.owner === '127.0.0.1'
        const done = run(caller, async () => {
          if (isHonest) ahead = hashed - before
          hashed++
          // The flood waits for the login, so that the queue is as full as it gets.
          if (!isHonest) await inLine.promise
          return work()
        })
        if (isHonest) inLine.resolve()
        return done
      })
      const calls = Array.from({ length: 300 }, (_, n) => {
        const { method, path, body, token } = flood(n)
        const address = `127.0.${1 + Math.floor(n / 250)}.${1 + (n % 250)}`
        const headers = token ? { authorization: `Bearer ${token}` } : undefined
        return callFrom(server(), address, method, path, body, headers)
      })
      // One of them is being hashed, others wait, and the first that find no place are refused.
      await Promise.race(calls)
      const honest = await loginFrom(server(), '127.0.0.1', login).finally(inLine.resolve)
      const answers = await Promise.all(calls)
      clearInterval(watch)
      expect(honest.status).toBe(200)
      expect(ahead).toBeLessThanOrEqual(AHEAD_MAX)
      expect(most).toBeGreaterThan(0)
      expect(most).toBeLessThanOrEqual(HASH_LIMITS.known.perOwner + 1)
      for (const { status, retryAfter } of answers) {
        expect([200, 201, 400, 401, 429, 503]).toContain(status)
        if (status === 429 || status === 503) expect(retryAfter).toBeGreaterThan(0)
      }
    },
    240_000,
  )

  it('600 guesses at one account, sent together, are no more than its limits allow', async () => {
    server().clock.advance(60 * 60_000)
    const { email } = await server().organization()
    const guess = (address: string) => loginFrom(server(), address, { email, password: 'wrong' })
    const looked = (answers: { status: number }[]) => answers.filter(({ status }) => status === 401).length
    const fromOne = await Promise.all(Array.from({ length: 200 }, () => guess('127.0.9.9')))
    expect(looked(fromOne)).toBeLessThanOrEqual(10)
    const fromMany = Array.from({ length: 600 }, (_, n) =>
      guess(`127.1.${1 + Math.floor(n / 250)}.${1 + (n % 250)}`),
    )
    expect(looked(await Promise.all(fromMany)) + looked(fromOne)).toBeLessThanOrEqual(100)
  })

  it('guesses of many accounts from one address, sent together, are no more than its limit allows', async () => {
    server().clock.advance(60 * 60_000)
    const answers = []
    for (let round = 0; round < 10; round++)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 24 }, (_, n) =>
            loginFrom(server(), '127.0.9.8', { email: `of${round}-${n}@org.test`, password: 'wrong' }),
          ),
        )),
      )
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(60)
  })
})
