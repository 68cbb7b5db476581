import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { contract } from '@vitrine/contract'
import { BODY_BYTES } from '@vitrine/contract/body-limits'
import { bodyLimitOf, type Route, routesOf } from '@vitrine/contract/route'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { fill } from '#test/paths.ts'
import { TestScreen } from '#test/screen.ts'

const routes = routesOf(contract).map(({ route }) => route)
const named = (list: readonly Route[]) =>
  list.map((route) => [`${route.method} ${route.path}`, route] as const)
const withBody = routes.filter((route) => route.body && route.method !== 'GET')
const multipart = routes.filter((route) => route.upload === 'multipart')

/** Routes that take more than a form. A new one is a decision: its callers can hold the server for longer. */
const LARGER: Record<string, number> = {
  'POST /buildings/create': 64,
  'POST /buildings/import': 4160,
  'POST /devices/import': 4160,
  'POST /user/import': 4160,
  'PUT /buildings/:id': 64,
  'POST /cards/create': 576,
  'PUT /cards/:id': 576,
  'POST /template-design/create': 576,
  'PUT /template-design/:id': 576,
  'POST /layout': 576,
  'PUT /layout/:id': 576,
  // Elements of a page, whose documents have the same limit.
  'POST /parts': 576,
  'PUT /parts/:id': 576,
  'PUT /media/:id': 576,
  'PUT /screen-values': 2048,
  'POST /media/preview/:organizationId/:id': 576,
  'POST /shelf/storyboard-of/:id': 576,
  'POST /sources': 4128,
  'POST /sources/preview': 4128,
  'PUT /sources/:id': 4128,
  'POST /storyboards/create': 256,
  'PUT /storyboards/:id': 256,
  'POST /takeovers': 256,
  'POST /device-groups/create': 1232,
  'PUT /device-groups/:id': 1232,
  'POST /device-configurations/create': 1232,
  'PUT /device-configurations/:id': 1232,
  'POST /player/heartbeat': 128,
  'POST /player/plays': 640,
  'POST /player/picture': 422,
  'POST /player/machine/log': 422,
  'POST /player/answers': 1280,
}

describe('bodies', () => {
  const server = useServer({ ADMIN_PASSWORD: 'first-sign-in-1' })
  let superAdmin: Caller
  let admin: Caller
  let screen: TestScreen
  const lines: Socket[] = []

  beforeAll(async () => {
    superAdmin = await server().signIn()
    admin = await server().organization()
    screen = await TestScreen.claim(server(), admin)
  })
  afterEach(() => {
    for (const line of lines.splice(0)) line.destroy()
  })

  const tokenFor = ({ who }: Route) =>
    who === 'public' ? undefined : who === 'device' ? screen.token : superAdmin.token

  /** Sends a head and perhaps a part of the body, and leaves the connection open. */
  async function begin(
    method: string,
    path: string,
    headers: Record<string, string | number | undefined>,
    part = '',
  ): Promise<Socket> {
    const { hostname, port } = new URL(server().origins.console)
    const line = connect(Number(port), hostname)
    line.on('error', () => {})
    lines.push(line)
    await once(line, 'connect')
    const fields = Object.entries({ Host: 'x', ...headers }).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}: ${value}`],
    )
    line.write(`${[`${method} /api${path} HTTP/1.1`, ...fields].join('\r\n')}\r\n\r\n${part}`)
    return line
  }

  /** The status of the answer that comes while the body is still missing. */
  async function statusOf(line: Socket): Promise<number> {
    const [data] = (await Promise.race([
      once(line, 'data'),
      setTimeout(30_000, ['no answer'], { ref: false }),
    ])) as [unknown]
    return Number(String(data).split(' ')[1])
  }

  const bearer = (token: string | undefined) => ({ Authorization: token && `Bearer ${token}` })
  const json = (length: number) => ({ 'Content-Type': 'application/json', 'Content-Length': length })

  it('only listed routes take more than a form, and none without a session', () => {
    const larger = withBody.filter((route) => (bodyLimitOf(route) ?? 0) > BODY_BYTES)
    const found = larger.map((route) => [
      `${route.method} ${route.path}`,
      Math.floor((bodyLimitOf(route) ?? 0) / 1024),
    ])
    expect(Object.fromEntries(found)).toEqual(LARGER)
    expect(larger.filter(({ who }) => who === 'public')).toEqual([])
  })

  it.each(named([...withBody, ...multipart].filter(({ who }) => who !== 'public')))(
    '%s: 401 without a session, before any of the body',
    async (_name, route) => {
      const { parsed } = server().services.bodies.state
      const path = fill(route, 'anything')
      for (const token of [undefined, 'not-a-token', 'a.b']) {
        const headers = { ...bearer(token), ...json(8 * 2 ** 20) }
        expect(await statusOf(await begin(route.method, path, headers))).toBe(401)
        const whole = `{"a":"${'x'.repeat(1000)}"}`
        const sent = { ...bearer(token), ...json(whole.length) }
        expect(await statusOf(await begin(route.method, path, sent, whole))).toBe(401)
      }
      expect(server().services.bodies.state.parsed).toBe(parsed)
    },
  )

  it.each(named(withBody))('%s: 413 above its limit, before any of the body', async (_name, route) => {
    const { parsed } = server().services.bodies.state
    const limit = bodyLimitOf(route) ?? 0
    const head = bearer(tokenFor(route))
    const path = fill(route, 'anything')
    expect(await statusOf(await begin(route.method, path, { ...head, ...json(limit + 1) }))).toBe(413)
    const chunked = { ...head, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }
    const piece = `${(limit + 1).toString(16)}\r\n${' '.repeat(limit + 1)}\r\n`
    expect(await statusOf(await begin(route.method, path, chunked, piece))).toBe(413)
    expect(server().services.bodies.state.parsed).toBe(parsed)
  })

  it.each(named([...withBody, ...multipart]))('%s: 415 for what it does not take', async (_name, route) => {
    // A screen may send its log six times a minute.
    if (route.who === 'device' && route.budget) server().clock.advance(60_000)
    const form = 'application/x-www-form-urlencoded'
    const wrong = ['text/plain', 'text/json', 'application/xml', ...(route.form ? [] : [form])]
    for (const type of [...wrong, route.upload ? 'application/json' : 'multipart/form-data; boundary=b']) {
      const headers = { ...bearer(tokenFor(route)), 'Content-Type': type, 'Content-Length': 20 }
      expect(await statusOf(await begin(route.method, fill(route, 'anything'), headers)), type).toBe(415)
    }
  })

  it('a body at the limit of its route is read', async () => {
    const body = { ...page(), name: 'Large' }
    const text = JSON.stringify(body)
    const { status } = await fetch(`${server().origins.console}/api/layout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: text + ' '.repeat(576 * 1024 - text.length),
    })
    expect(status).toBe(201)
  })

  it('unfinished bodies of one address are bounded in number, and stop no other caller', async () => {
    const head = { ...json(30_000) }
    for (let n = 0; n < 520; n++) await begin('POST', '/auth/login', head, '{"email":"')
    await expect.poll(() => server().services.bodies.state.open).toBe(500)
    const { status } = await server()
      .as()
      .call('POST', '/auth/login', { email: 'a@b.c', password: 'wrong-1' })
    expect(status).toBe(401)
    for (const line of lines.splice(0)) line.destroy()
    await expect.poll(() => server().services.bodies.state).toMatchObject({ open: 0, bytes: 0 })
  })

  it('unfinished bodies are bounded in memory, and the oldest makes room', async () => {
    const head = { ...bearer(admin.token), ...json(575 * 1024) }
    const part = ' '.repeat(570 * 1024)
    const first = await begin('POST', '/layout', head, part)
    const dropped = statusOf(first)
    let most = 0
    for (let n = 0; n < 130; n++) {
      await begin('POST', '/layout', head, part)
      most = Math.max(most, server().services.bodies.state.bytes)
    }
    expect(await dropped).toBe(503)
    expect(most).toBeGreaterThan(32 * 2 ** 20)
    expect(most).toBeLessThanOrEqual(65 * 2 ** 20)
  })

  const upload = (caller: Caller | undefined, path = '/media') =>
    begin('POST', path, {
      ...bearer(caller?.token),
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': 1_000_000,
    })
  const arriving = (count: number) => expect.poll(() => server().services.bodies.state.files).toBe(count)
  const hangUp = async () => {
    for (const line of lines.splice(0)) line.destroy()
    await arriving(0)
  }

  it.each(named(multipart.filter(({ who }) => who !== 'public' && who !== 'device')))(
    '%s: unfinished uploads of one person are bounded, and those of others continue',
    async (_name, route) => {
      const path = fill(route, 'anything')
      for (let n = 0; n < 60; n++) await upload(superAdmin, path)
      await arriving(60)
      expect(await statusOf(await upload(superAdmin, path))).toBe(503)
      await upload(admin)
      await arriving(61)
      await hangUp()
    },
    60_000,
  )

  it('unfinished uploads of one organization are bounded, and those of others continue', async () => {
    const colleagues = await Promise.all([1, 2, 3, 4].map(() => server().user(admin, ['media'])))
    const people = [admin, ...colleagues]
    for (let n = 0; n < 200; n++) await upload(people[n % 5])
    await arriving(200)
    expect(await statusOf(await upload(people[0]))).toBe(503)
    await upload(superAdmin)
    await arriving(201)
    await hangUp()
  })
})
