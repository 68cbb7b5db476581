import { people } from '@vitrine/contract/api/people'
import { type Route, routesOf } from '@vitrine/contract/route'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, upload } from '#lib/api.ts'
import { session } from '#lib/session/session.ts'

const PROFILE = { id: 'u', role: '1', organizationId: 'o', mediaToken: 'm' } as never
const unreachable = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch')
}
const timedOut = async (): Promise<Response> => {
  throw new DOMException('The operation timed out', 'TimeoutError')
}
const status = (code: number) => async () => new Response('<h1>Proxy</h1>', { status: code })

/** Outcomes after which the server may still have done the work, or still do it. */
const UNSURE = {
  '500': status(500),
  '502': status(502),
  '503': status(503),
  '504': status(504),
  'a lost response': unreachable,
  'a time-out': timedOut,
}

let answer: () => Promise<Response>
const keys: (string | null)[] = []

beforeEach(() => {
  keys.length = 0
  vi.stubGlobal('fetch', (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    return answer()
  })
  session.signIn({ token: 't', refreshToken: 'r', profile: PROFILE })
})
afterEach(() => {
  vi.unstubAllGlobals()
  session.end('left')
})

type Send = (args: object) => Promise<unknown>
const callNamed = (name: string): Send =>
  name
    .split('.')
    .reduce((tree, key) => (tree as unknown as Record<string, unknown>)[key], api as unknown) as Send

const routes = routesOf(people)
const ARGS = { params: { id: 'a', deviceId: 'a', organizationId: 'o' }, body: { name: 'A' } }
/** The same call once more, as after *Try again*. */
const send = async (name: string) => callNamed(name)(structuredClone(ARGS)).catch(() => {})

const posts = routes.filter(({ route }) => route.method === 'POST' && !route.upload).map(({ name }) => name)

test.each(posts)('%s is repeated with the same key until the server responds', async (name) => {
  for (const outcome of Object.values(UNSURE)) {
    answer = outcome
    await send(name)
  }
  answer = status(200)
  await send(name)
  expect(keys).toHaveLength(Object.keys(UNSURE).length + 1)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(keys).size, keys.join(' ')).toBe(1)
  await send(name)
  expect(keys.at(-1)).not.toBe(keys[0])
})

test.each([400, 403, 404, 409, 413, 422, 429])(
  'after %i the same content is a new submission',
  async (code) => {
    answer = status(code)
    await send('buildings.create')
    await send('buildings.create')
    expect(new Set(keys).size).toBe(2)
  },
)

test('calls that create nothing have no key', async () => {
  answer = status(200)
  for (const { name, route } of routes)
    if (route.method !== 'POST' && typeof route.response !== 'string') await send(name)
  expect(keys.length).toBeGreaterThan(100)
  expect(new Set(keys)).toEqual(new Set([null]))
})

test.each(
  routes.filter(({ route }) => route.upload === 'multipart').map(({ name, route }) => [name, route] as const),
)('%s sends the key of its submission', async (_name, route: Route) => {
  const sent: Record<string, string> = {}
  class Sending {
    upload = {}
    status = 200
    responseText = '{}'
    onload = () => {}
    open() {}
    setRequestHeader(name: string, value: string) {
      sent[name] = value
    }
    send() {
      this.onload()
    }
  }
  vi.stubGlobal('XMLHttpRequest', Sending)
  await upload(route, ARGS as never, new FormData(), { key: 'mine' })
  expect(sent['idempotency-key']).toBe('mine')
})
