import { contract } from '@vitrine/contract'
import type { Call } from '@vitrine/contract/client'
import { describe, expect, test, vi } from 'vitest'
import { STORED, type StoredKey, type TextStore } from '#lib/browser/storage.ts'
import { createSession, type Tokens } from '#lib/session/session.ts'
import { ApiError, createTransport, type Exchange } from './transport.ts'

const memoryStore = (): TextStore => {
  const kept = new Map<StoredKey, string>()
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void (value === null ? kept.delete(key) : kept.set(key, value)),
  }
}

const call = (path: Call['path']): Call => ({
  method: 'GET',
  path,
  route: { method: 'GET', path: '/x', summary: '', who: 'public', response: 'file' },
})
const reply = (status: number, body: unknown = {}) => ({ status, read: async () => body })
const PROFILE = { id: 'u', role: '2', organizationId: 'o', mediaToken: 'm0' } as never

/** A browser with any number of tabs over one local storage, and a server that accepts one token. */
function browser(refresh: () => Promise<ReturnType<typeof reply>> | undefined = () => undefined) {
  const server = { good: 't1', refreshes: 0, calls: [] as string[] }
  const exchange: Exchange = async ({ method, path, body, route }, token) => {
    server.calls.push(`${path} ${token}`)
    await Promise.resolve()
    if (path === '/auth/login') return reply(401, { errKey: 'LOGIN_FAILED', message: 'no' })
    if (path !== '/auth/refresh-token') return token === server.good ? reply(200, { path }) : reply(401)
    server.refreshes += 1
    expect(body).toHaveProperty('refreshToken')
    // The call is written out, because the contract isn't loaded before the login.
    const { refresh: wanted } = contract.auth
    for (const sent of [{ method, path }, route])
      expect([sent.method, sent.path]).toEqual([wanted.method, wanted.path])
    const tokens: Tokens = { token: server.good, refreshToken: `r${server.refreshes}`, mediaToken: 'm1' }
    return (await refresh()) ?? reply(200, tokens)
  }
  const shared = memoryStore()
  let last: Promise<unknown> = Promise.resolve()
  let held = 0
  // The browser's lock: one holder at a time across tabs.
  const withLock = <T>(_: string, work: (waited: boolean) => Promise<T>): Promise<T> => {
    const waited = held > 0
    held += 1
    const next = last.then(() => work(waited)).finally(() => (held -= 1))
    last = next.catch(() => undefined)
    return next
  }
  const tab = (store: TextStore = shared) => {
    const session = createSession(store)
    return { session, send: createTransport({ exchange, session, withLock }) }
  }
  return { server, store: shared, tab }
}

function signedInBrowser(refresh?: () => Promise<ReturnType<typeof reply>> | undefined) {
  const all = browser(refresh)
  const first = all.tab()
  first.session.signIn({ token: 't0', refreshToken: 'r0', profile: PROFILE })
  return { ...all, ...first }
}

describe('a 401', () => {
  test('S-005, S-006: causes one refresh and one retry, and stores the new tokens', async () => {
    const { send, server, store, session } = signedInBrowser()
    await expect(send(call('/cards'))).resolves.toEqual({ path: '/cards' })
    expect(server.calls).toEqual(['/cards t0', '/auth/refresh-token null', '/cards t1'])
    expect(store.get(STORED.token)).toBe('t1')
    expect(store.get(STORED.refreshToken)).toBe('r1')
    expect(session.get().profile?.mediaToken).toBe('m1')
  })

  test('of twenty concurrent calls causes one refresh', async () => {
    const { send, server } = signedInBrowser()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => send(call(`/cards/${index}`))))
    expect(answers).toHaveLength(20)
    expect(server.refreshes).toBe(1)
  })

  test('in three tabs concurrently causes one refresh', async () => {
    const { send, tab, server } = signedInBrowser()
    const tabs = [send, tab().send, tab().send]
    await Promise.all(tabs.map((one) => one(call('/cards'))))
    expect(server.refreshes).toBe(1)
  })

  test('in a tab that sees another tab’s token only after the lock causes no second refresh', async () => {
    const { send, tab, server, store } = signedInBrowser()
    // Chromium may propagate local storage to other processes after handing over the lock.
    const late = memoryStore()
    for (const key of Object.values(STORED)) late.set(key, store.get(key))
    const following: TextStore = {
      get: (key) => late.get(key),
      set: (key, value) => {
        late.set(key, value)
        store.set(key, value)
      },
    }
    const first = send(call('/cards'))
    const other = tab(following).send(call('/cards'))
    await first
    setTimeout(() => {
      for (const key of Object.values(STORED)) late.set(key, store.get(key))
    }, 60)
    await other
    expect(server.refreshes).toBe(1)
  })

  test('is never retried with the token of the next user', async () => {
    const { send, server, tab, session } = signedInBrowser()
    const next = { id: 'v', role: '2', organizationId: 'o', mediaToken: 'm1' } as never
    // In another tab, while this one was suspended.
    tab().session.signIn({ token: 't1', refreshToken: 'r1', profile: next })
    await expect(send(call('/cards'))).rejects.toMatchObject({ status: 401 })
    expect(server.calls).not.toContain('/cards t1')
    expect(session.get().token).toBeNull()
  })

  test('that arrives after the refresh is retried without another one', async () => {
    const { send, server, session } = signedInBrowser()
    const slow = send(call('/slow'), async (_, token) => {
      if (token === 't0') await vi.waitUntil(() => session.get().token === 't1')
      return token === 't1' ? reply(200, 'slow') : reply(401)
    })
    await send(call('/cards'))
    await expect(slow).resolves.toBe('slow')
    expect(server.refreshes).toBe(1)
  })

  test('S-007: on login causes no refresh and ends no session', async () => {
    const { send, server, session } = signedInBrowser()
    await expect(send(call('/auth/login'))).rejects.toMatchObject({ status: 401, errKey: 'LOGIN_FAILED' })
    expect(server.refreshes).toBe(0)
    expect(session.get().token).toBe('t0')
  })

  const refusals = [
    ['401', () => Promise.resolve(reply(401))],
    ['500', () => Promise.resolve(reply(500))],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ] as const
  test.each(refusals)(
    'S-008, S-009: when the refresh responds with %s, the session ends',
    async (_, refresh) => {
      const { send, server, session, store } = signedInBrowser(refresh)
      await expect(send(call('/cards'))).rejects.toBeInstanceOf(ApiError)
      expect(server.refreshes).toBe(1)
      expect(session.get()).toMatchObject({
        token: null,
        refreshToken: null,
        profile: null,
        ended: 'expired',
      })
      for (const key of [STORED.token, STORED.refreshToken, STORED.profile]) expect(store.get(key)).toBeNull()
    },
  )

  test('S-010: on the retry ends the session, without a loop', async () => {
    const { send, server, session } = signedInBrowser()
    const refusing: Exchange = async () => reply(401)
    await expect(send(call('/cards'), refusing)).rejects.toMatchObject({ status: 401 })
    expect(server.refreshes).toBe(1)
    expect(session.get().ended).toBe('expired')
  })
})

describe('other failures', () => {
  test.each([400, 403, 404, 409, 500])('%i keeps the session', async (status) => {
    const { send, session, server } = signedInBrowser()
    const failing: Exchange = async () =>
      reply(status, { message: 'x', errors: { name: 'Name is required' } })
    await expect(send(call('/cards'), failing)).rejects.toMatchObject({
      status,
      errors: { name: 'Name is required' },
    })
    expect(server.refreshes).toBe(0)
    expect(session.get().token).toBe('t0')
  })

  test('an unreachable server has status 0', async () => {
    const { send } = signedInBrowser()
    await expect(send(call('/x'), () => Promise.reject(new TypeError()))).rejects.toMatchObject({ status: 0 })
  })

  test('a non-JSON body and an unknown key are not shown', async () => {
    const { send } = signedInBrowser()
    const page: Exchange = async () => ({ status: 502, read: () => Promise.reject(new SyntaxError()) })
    await expect(send(call('/x'), page)).rejects.toMatchObject({ status: 502, message: '' })
    const strange: Exchange = async () => reply(409, { errKey: 'constructor' })
    await expect(send(call('/x'), strange)).rejects.toMatchObject({ status: 409, errKey: undefined })
  })
})

describe('a busy server', () => {
  const busy = { ...reply(503, { errKey: 'UNAVAILABLE', message: 'busy' }), retryAfter: 2 }

  function answering(...replies: Awaited<ReturnType<Exchange>>[]) {
    const session = createSession(memoryStore())
    const exchange = vi.fn<Exchange>(async () => replies.shift() ?? busy)
    const withLock = <T>(_: string, work: (waited: boolean) => Promise<T>) => work(false)
    return { exchange, send: createTransport({ exchange, session, withLock }) }
  }

  test('is retried silently after the time it requests', async () => {
    vi.useFakeTimers()
    try {
      const { send, exchange } = answering(busy, reply(200, 'done'))
      const sent = send({ ...call('/cards'), method: 'POST' })
      await vi.advanceTimersByTimeAsync(1900)
      expect(exchange).toHaveBeenCalledTimes(1)
      await vi.advanceTimersByTimeAsync(2200)
      await expect(sent).resolves.toBe('done')
      const keys = exchange.mock.calls.map(([{ key }]) => key)
      expect(keys[0]).toBe(keys[1])
    } finally {
      vi.useRealTimers()
    }
  })

  test('that stays busy fails after five attempts', async () => {
    vi.useFakeTimers()
    try {
      const { send, exchange } = answering()
      const refused = expect(send(call('/cards'))).rejects.toMatchObject({
        status: 503,
        errKey: 'UNAVAILABLE',
      })
      await vi.advanceTimersByTimeAsync(60_000)
      await refused
      expect(exchange).toHaveBeenCalledTimes(5)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is not retried after the call was canceled', async () => {
    const { send, exchange } = answering()
    const cancel = new AbortController()
    const sent = send({ ...call('/cards'), signal: cancel.signal })
    setTimeout(() => cancel.abort(), 20)
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
    expect(exchange).toHaveBeenCalledTimes(1)
  })
})
