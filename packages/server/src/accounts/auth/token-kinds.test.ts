import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, useServer } from '#test/harness.ts'
import { FACTS, TestScreen } from '#test/screen.ts'

/** The endpoints that each kind of secret may use. All others refuse it. */
const OPENS: Record<string, readonly string[]> = {
  access: ['person'],
  media: [],
  refresh: ['refresh'],
  device: ['screen'],
  pairing: ['pairing'],
  email: ['email'],
  reset: ['reset'],
  kiosk: ['kiosk'],
}

describe('AUTH-14: every kind of secret at every endpoint', () => {
  const server = useServer()
  const secrets: Record<string, string> = {}
  let admin: Caller & { organizationId: string; email: string }

  /** Sends a secret to an endpoint; returns the status. */
  const doors: Record<string, (secret: string) => Promise<number>> = {
    person: async (secret) => (await server().as(secret).call('GET', '/auth/profile')).status,
    screen: async (secret) => (await server().as(secret).call('GET', '/player/manifest')).status,
    address: async (secret) =>
      (
        await server()
          .as()
          .call('GET', `/auth/profile?token=${encodeURIComponent(secret)}`)
      ).status,
    refresh: async (refreshToken) =>
      (await server().as().call('POST', '/auth/refresh-token', { refreshToken })).status,
    // With a valid secret this endpoint long-polls: no response within 300 ms means that it was accepted.
    pairing: (secret) =>
      fetch(`${server().origins.player}/api/player/pairing/wait`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ secret }),
        signal: AbortSignal.timeout(300),
      }).then(
        ({ status }) => status,
        () => 200,
      ),
    email: async (code) =>
      (
        await server()
          .as()
          .call('GET', `/auth/email/verify/${encodeURIComponent(code)}`)
      ).status,
    reset: async (code) =>
      (await server().as().call('POST', '/auth/password/verify', { code, password: 'password-2' })).status,
    kiosk: async (kioskCode) => (await server().as().call('POST', '/auth/login', { kioskCode })).status,
  }

  beforeAll(async () => {
    admin = await server().organization()
    const nobody = server().as()
    const { token, refreshToken, mediaToken, profile } = await nobody.api.auth.login({
      body: { email: admin.email, password: 'password-1' },
    })
    const screen = await TestScreen.claim(server(), admin)
    const { secret } = await nobody.api.player.startPairing({ body: { screen: FACTS } })
    await nobody.api.auth.sendEmail({ body: { email: admin.email } })
    await nobody.api.auth.resetPassword({ body: { email: admin.email } })
    await server().services.outbox.wake()
    const { messages } = await (await server().signIn()).api.outbox.list()
    const codeOf = (page: string) =>
      messages.map(({ text }) => new RegExp(`${page}\\?code=([\\w-]+)`).exec(text)?.[1]).find(Boolean) ?? ''
    const params = { id: admin.organizationId }
    const { kiosk } = await admin.api.kiosk.update({ params, body: { origins: ['https://a.test'] } })
    const payload = {
      organizationId: admin.organizationId,
      userId: profile.id,
      origin: 'https://a.test',
      exp: server().clock.now() / 1000 + 50,
      nonce: 'sixteen letters.',
    }
    const text = Buffer.from(JSON.stringify(payload)).toString('base64url')
    Object.assign(secrets, {
      access: token,
      media: mediaToken,
      refresh: refreshToken,
      device: screen.token,
      pairing: secret,
      email: codeOf('verify-email'),
      reset: codeOf('reset-password'),
      kiosk: `${text}.${createHmac('sha256', kiosk.key ?? '')
        .update(text)
        .digest('base64url')}`,
    })
  })

  it('has a secret of each kind', () => {
    expect(Object.keys(secrets).sort()).toEqual(Object.keys(OPENS).sort())
    for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThan(20)
  })

  it.each(Object.keys(OPENS))('%s is refused by all other endpoints', async (kind) => {
    for (const [door, bring] of Object.entries(doors)) {
      if (OPENS[kind]?.includes(door)) continue
      expect([400, 401, 404, 414], `${kind} at ${door}`).toContain(await bring(secrets[kind] ?? ''))
    }
  })

  // Last, because these consume their tokens, and the new password ends the session.
  it.each(['access', 'device', 'pairing', 'email', 'kiosk', 'refresh', 'reset'])(
    '%s opens its own',
    async (kind) => {
      for (const door of OPENS[kind] ?? []) expect(await doors[door]?.(secrets[kind] ?? ''), door).toBe(200)
    },
  )

  it('AUTH-09: a new password ended every session', async () => {
    expect(await doors.person?.(secrets.access ?? '')).toBe(401)
    const blob = await server().as().call('GET', `/media/download/any?token=${secrets.media}`)
    expect(blob.status).toBe(401)
  })
})
