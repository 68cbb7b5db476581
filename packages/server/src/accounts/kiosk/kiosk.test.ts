import { createHmac } from 'node:crypto'
import { contract } from '@vitrine/contract'
import { type Actor, can } from '@vitrine/contract/permissions'
import { routesOf } from '@vitrine/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, refused, useServer } from '#test/harness.ts'

const ORIGIN = 'https://intranet.example.org'
const base64url = (text: string) => Buffer.from(text).toString('base64url')

/** Signs as an embedding page would, without our code. */
function sign(payload: object, key: string): string {
  const text = base64url(JSON.stringify(payload))
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

describe('kiosk login', () => {
  const server = useServer()
  let admin: Caller & { organizationId: string; email: string }
  let params: { id: string }
  let key = ''
  let userId = ''
  let n = 0

  const payload = (more: object = {}) => ({
    organizationId: admin.organizationId,
    userId,
    origin: ORIGIN,
    exp: Math.floor(server().clock.now() / 1000) + 50,
    nonce: `nonce-number-${String(++n).padStart(6, '0')}`,
    ...more,
  })
  const enter = (kioskCode: string) => server().as().api.auth.login({ body: { kioskCode } })

  beforeAll(async () => {
    admin = await server().organization()
    params = { id: admin.organizationId }
    const user = await server().user(admin)
    userId = (await user.api.auth.profile()).profile.id
    const { kiosk } = await admin.api.kiosk.update({
      params,
      body: { origins: [`${ORIGIN.toUpperCase()}/`] },
    })
    key = kiosk.key ?? ''
  })

  it('G-025: is refused until an organization allows an origin', async () => {
    const other = await server().organization()
    const { profile } = await other.api.auth.profile()
    expect((await other.api.kiosk.get({ params: { id: other.organizationId } })).kiosk).toEqual({
      key: null,
      origins: [],
      version: 1,
    })
    for (const guess of ['', 'null', 'undefined'])
      await refused(enter(sign(payload({ organizationId: other.organizationId, userId: profile.id }), guess)))
    const saved = await other.api.kiosk.update({
      params: { id: other.organizationId },
      body: { origins: [] },
    })
    const code = sign(
      payload({ organizationId: other.organizationId, userId: profile.id }),
      saved.kiosk.key ?? '',
    )
    expect((await refused(enter(code))).errKey).toBe('LOGIN_FAILED')
  })

  it('logs in with a code, once', async () => {
    const code = sign(payload(), key)
    const { profile, refreshToken } = await enter(code)
    expect(profile).toMatchObject({ id: userId, kiosk: true })
    const next = await server().as().api.auth.refresh({ body: { refreshToken } })
    expect((await server().as(next.token).api.auth.profile()).profile.kiosk).toBe(true)
    const again = await refused(enter(code))
    expect([again.status, again.body]).toEqual([401, { message: 'Login Failed', errKey: 'LOGIN_FAILED' }])
  })

  it('of 20 concurrent logins with one code, one succeeds', async () => {
    const code = sign(payload(), key)
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => enter(code)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('AUTH-18: refuses everything else in the same way', async () => {
    const now = server().clock.now() / 1000
    const stranger = await server().organization()
    const { profile: foreign } = await stranger.api.auth.profile()
    const superAdmin = await server().signIn()
    const { profile: above } = await superAdmin.api.auth.profile()
    const whole = sign(payload(), key)
    const [text = '', signature = ''] = whole.split('.')
    const bad = [
      sign(payload({ exp: now }), key),
      sign(payload({ exp: now + 61 }), key),
      sign(payload({ exp: 1e300 }), key),
      sign(payload({ exp: null }), key),
      sign(payload(), 'another key'),
      sign(payload({ nonce: 'short' }), key),
      sign(payload({ nonce: undefined }), key),
      sign(payload({ userId: foreign.id }), key),
      sign(payload({ userId: above.id, organizationId: above.organizationId }), key),
      sign(payload({ userId: above.id }), key),
      ...[
        '',
        'null',
        `${ORIGIN}/`,
        `${ORIGIN}:444`,
        `${ORIGIN}.evil.tld`,
        ORIGIN.replace('https', 'http'),
        `https://evil.tld/?u=${ORIGIN}`,
        `${ORIGIN}@evil.tld`,
        'https://evil.tld',
      ].map((origin) => sign(payload({ origin }), key)),
      text,
      `${text}.`,
      `${text}.${signature}.`,
      `${text}.${signature.slice(1)}`,
      `${base64url(JSON.stringify(payload()))}.${signature}`,
      `${base64url('null')}.${createHmac('sha256', key).update(base64url('null')).digest('base64url')}`,
      'x',
    ]
    for (const code of bad) {
      const error = await refused(enter(code))
      expect([error.status, error.body], code).toEqual([
        401,
        { message: 'Login Failed', errKey: 'LOGIN_FAILED' },
      ])
    }
    await enter(whole)
  })

  it('a code expires after a minute', async () => {
    const code = sign(payload({ exp: server().clock.now() / 1000 + 60 }), key)
    server().clock.advance(60_001)
    await refused(enter(code))
    admin = { ...admin, ...(await server().signIn({ email: 'admin1@org.test', password: 'password-1' })) }
  })

  it('accepts exact origins only', async () => {
    for (const origin of [
      '',
      '*',
      'https://*.example.org',
      'ftp://a.test',
      'https://a.test/path',
      'https://u@a.test',
    ])
      expect((await refused(admin.api.kiosk.update({ params, body: { origins: [origin] } }))).status).toBe(
        400,
      )
    const origins = ['http://localhost:3000', ORIGIN]
    expect((await admin.api.kiosk.update({ params, body: { origins } })).kiosk).toEqual({
      key,
      origins,
      version: 3,
    })
  })

  it('shows the key to admins only, each their own', async () => {
    const user = await server().user(admin)
    expect((await refused(user.api.kiosk.get({ params }))).status).toBe(403)
    const stranger = await server().organization()
    expect((await refused(stranger.api.kiosk.get({ params }))).status).toBe(404)
    expect((await (await server().signIn()).api.kiosk.get({ params })).kiosk.key).toBe(key)
  })

  /** The answer of a stream, which is left. */
  const opened = async (path: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${server().origins.console}/api${path}`, { headers })
    await response.body?.cancel()
    return response
  }

  it('G-024: limits a kiosk session to its areas, on every route', async () => {
    const { token } = await enter(sign(payload(), key))
    const kiosk = server().as(token)
    const actor: Actor = { role: '2', permissions: [], kiosk: true }
    const counts = { in: 0, out: 0 }
    for (const { route } of routesOf(contract)) {
      if (typeof route.who !== 'object') continue
      const allowed =
        'read' in route.who ? can(actor, 'read', route.who.read) : can(actor, 'write', route.who.write)
      const path = route.path.replace(/:\w+/g, 'nowhere')
      const body = /GET|HEAD/.test(route.method) ? undefined : {}
      const { status } =
        route.response === 'stream' ? await opened(path, token) : await kiosk.call(route.method, path, body)
      if (allowed) expect([401, 403], `${route.method} ${path}`).not.toContain(status)
      else expect(status, `${route.method} ${path}`).toBe(403)
      counts[allowed ? 'in' : 'out']++
    }
    expect(counts.in).toBeGreaterThan(10)
    expect(counts.out).toBeGreaterThan(20)
  })

  it('removing an origin ends kiosk sessions, and no others; adding one ends none', async () => {
    const save = (origins: string[]) => admin.api.kiosk.update({ params, body: { origins } })
    const second = 'https://second.example.org'
    await save([ORIGIN])
    const { token, refreshToken } = await enter(sign(payload(), key))
    await save([ORIGIN, second])
    await server().as(token).api.auth.profile()
    await save([second])
    expect((await refused(server().as(token).api.auth.profile())).errKey).toBe('SESSION_EXPIRED')
    await refused(server().as().api.auth.refresh({ body: { refreshToken } }))
    await admin.api.auth.profile()
    await save([ORIGIN])
  })

  it('a session ends 12 hours after it started, however often it is renewed', async () => {
    let { refreshToken } = await enter(sign(payload(), key))
    const renew = async () => {
      const next = await server().as().api.auth.refresh({ body: { refreshToken } })
      refreshToken = next.refreshToken
      return server().as(next.token).api.auth.profile()
    }
    for (let hours = 0; hours < 11; hours++) {
      server().clock.advance(3_600_000)
      expect((await renew()).profile.kiosk).toBe(true)
    }
    server().clock.advance(3_600_000)
    expect((await refused(renew())).errKey).toBe('SESSION_EXPIRED')
    Object.assign(admin, await server().signIn({ email: admin.email, password: 'password-1' }))
  })

  it('another key ends sessions created with the old one', async () => {
    const { token, refreshToken } = await enter(sign(payload(), key))
    const { origins, version } = (await admin.api.kiosk.get({ params })).kiosk
    const { kiosk } = await admin.api.kiosk.update({ params, body: { newKey: true } })
    expect(kiosk.key).not.toBe(key)
    // Doesn't count as a save of the origins, so their editors get no conflict.
    expect(kiosk).toMatchObject({ origins, version })
    expect((await refused(server().as(token).api.auth.profile())).errKey).toBe('SESSION_EXPIRED')
    await refused(server().as().api.auth.refresh({ body: { refreshToken } }))
    await refused(enter(sign(payload(), key)))
    await enter(sign(payload(), kiosk.key ?? ''))
    await admin.api.auth.profile()
  })
})
