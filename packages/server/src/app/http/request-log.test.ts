import { setTimeout } from 'node:timers/promises'
import { contract } from '@vitrine/contract'
import { routesOf } from '@vitrine/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, useServer } from '#test/harness.ts'
import { fill } from '#test/paths.ts'
import { TestScreen } from '#test/screen.ts'

describe('the log of requests', () => {
  const server = useServer()
  let admin: Caller & { organizationId: string }
  beforeAll(async () => {
    admin = await server().organization()
  })
  const linesOf = async (id: string | null, count = 1) => {
    const lines = () => server().log.filter((line) => line.id === id && line.level === 30)
    await expect.poll(() => lines().length).toBe(count)
    return lines()
  }

  it.each(
    routesOf(contract)
      .map(({ route }) => route)
      .filter(({ response }) => response !== 'stream')
      .map((route) => [`${route.method} ${route.path}`, route] as const),
  )('%s: one line, with the id of the answer, its pattern and status', async (_name, route) => {
    const caller = server().as()
    const { status, headers } = await caller.call(
      route.method,
      fill(route, 'unknown'),
      route.body ? {} : undefined,
    )
    const [line] = await linesOf(headers.get('x-request-id'))
    expect(line).toMatchObject({ method: route.method, route: `/api${route.path}`, status, msg: 'request' })
    expect(line?.ms).toBeTypeOf('number')
  })

  it('names the organization and the person, or the screen', async () => {
    const { headers } = await admin.call('GET', '/buildings?search=secret-name')
    const { profile } = await admin.api.auth.profile()
    const [line] = await linesOf(headers.get('x-request-id'))
    expect(line).toMatchObject({ org: admin.organizationId, user: profile.id })
    expect(JSON.stringify(line)).not.toContain('secret-name')
    const screen = await TestScreen.claim(server(), admin)
    const asked = await screen.call('/player/manifest')
    const [told] = await linesOf(asked.headers.get('x-request-id'))
    expect(told).toMatchObject({ org: admin.organizationId, device: screen.deviceId })
  })

  it.each([
    ['no such call', '/api/nothing-here', 404],
    ['an address that cannot be read', '/api/%ff', 400],
    ['a null in the address', '/api/media/%00', 400],
    ['no app', '/app/devices', 404],
  ])('%s has a line too', async (_name, address, status) => {
    const answer = await fetch(`${server().origins.console}${address}`)
    expect(answer.status).toBe(status)
    const [line] = await linesOf(answer.headers.get('x-request-id'))
    expect(line).toMatchObject({ status })
  })

  it('a stream logs a line when it opens and one with the same id when it ends', async () => {
    const cancel = new AbortController()
    const answer = await fetch(`${server().origins.console}/api/watch`, {
      headers: { authorization: `Bearer ${admin.token}` },
      signal: cancel.signal,
    })
    const id = answer.headers.get('x-request-id')
    const [opened] = await linesOf(id)
    expect(opened).toMatchObject({ msg: 'stream opened', route: '/api/watch', org: admin.organizationId })
    cancel.abort()
    const [, ended] = await linesOf(id, 2)
    expect(ended).toMatchObject({ msg: 'request', cut: true })
  })

  it('a request aborted by its caller is logged', async () => {
    const before = server().log.length
    const cancel = new AbortController()
    const { secret } = await server()
      .as()
      .api.player.startPairing({
        body: {
          screen: { width: 1, height: 1, userAgent: '', playerVersion: '1', storage: 'memory', touch: false },
        },
      })
    const waiting = fetch(`${server().origins.player}/api/player/pairing/wait`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret }),
      signal: cancel.signal,
    }).catch(() => undefined)
    await setTimeout(300)
    cancel.abort()
    await waiting
    const cut = () =>
      server()
        .log.slice(before)
        .find((line) => line.cut)
    await expect.poll(cut).toMatchObject({ method: 'POST', cut: true })
  })
})
