import { describe, expect, it } from 'vitest'
import { hashSecret } from '#lib/security/tokens.ts'
import { refused, useServer } from '#test/harness.ts'

const MINUTE = 60_000

describe('auth', () => {
  const server = useServer()
  const login = () =>
    server()
      .as()
      .api.auth.login({ body: { email: 'ADMIN@vitrine.local ', password: 'first-sign-in-1' } })

  it('C-006, C-007, C-008: logs in with token, refreshToken and profile', async () => {
    const answer = await login()
    expect(Object.keys(answer).sort()).toEqual(['mediaToken', 'profile', 'refreshToken', 'token'])
    expect(answer.profile).toMatchObject({ email: 'admin@vitrine.local', role: '0', kiosk: false })
    expect(JSON.stringify(answer)).not.toContain('passwordHash')
  })

  it('refuses a wrong password and an unknown account in the same way', async () => {
    const wrong = (body: { email: string; password: string }) =>
      refused(server().as().api.auth.login({ body }))
    const known = await wrong({ email: 'admin@vitrine.local', password: 'wrong' })
    const unknown = await wrong({ email: 'nobody@vitrine.local', password: 'wrong' })
    expect(known.body).toEqual({ message: 'Login Failed', errKey: 'LOGIN_FAILED' })
    expect(unknown.body).toEqual(known.body)
    expect(known.status).toBe(401)
  })

  it('C-010, AUTH-01: refreshes, and the access token expires after 15 minutes', async () => {
    const { token, refreshToken } = await login()
    server().clock.advance(15 * MINUTE + 1000)
    expect((await refused(server().as(token).api.auth.profile())).errKey).toBe('SESSION_EXPIRED')
    const next = await server().as().api.auth.refresh({ body: { refreshToken } })
    expect((await server().as(next.token).api.auth.profile()).profile.role).toBe('0')
    const bad = await refused(
      server()
        .as()
        .api.auth.refresh({ body: { refreshToken: 'made.up' } }),
    )
    expect(bad.status).toBe(401)
  })

  it('AUTH-02: answers 50 refreshes of one token in parallel with one and the same session', async () => {
    const { refreshToken } = await login()
    const refresh = () => server().as().api.auth.refresh({ body: { refreshToken } })
    const answers = await Promise.all(Array.from({ length: 50 }, refresh))
    const successors = new Set(answers.map((answer) => answer.refreshToken))
    expect(successors.size).toBe(1)
    const [successor = ''] = successors
    await server()
      .as()
      .api.auth.refresh({ body: { refreshToken: successor } })
  })

  it('AUTH-04, AUTH-06: gives a repeated previous token the same successor for 30 s, then treats it as stolen', async () => {
    const { refreshToken, token } = await login()
    const refresh = (value: string) =>
      server()
        .as()
        .api.auth.refresh({ body: { refreshToken: value } })
    const next = await refresh(refreshToken)
    server().clock.advance(29_000)
    expect((await refresh(refreshToken)).refreshToken).toBe(next.refreshToken)
    server().clock.advance(2000)
    expect((await refused(refresh(refreshToken))).errKey).toBe('SESSION_EXPIRED')
    expect((await refused(refresh(next.refreshToken))).errKey).toBe('SESSION_EXPIRED')
    expect((await refused(server().as(token).api.auth.profile())).errKey).toBe('SESSION_EXPIRED')
  })

  it('AUTH-05: revokes the family when a much older token is reused, but not for a made-up one', async () => {
    const { refreshToken: first } = await login()
    const refresh = (value: string) =>
      server()
        .as()
        .api.auth.refresh({ body: { refreshToken: value } })
    const second = (await refresh(first)).refreshToken
    const third = (await refresh(second)).refreshToken
    await refused(refresh(`${third.split('.')[0]}.made-up`))
    const fourth = (await refresh(third)).refreshToken
    await refused(refresh(first))
    await refused(refresh(fourth))
  })

  it('refuses made-up refresh tokens in constant time, and limits them by session and address', async () => {
    const { refreshToken } = await login()
    const [sessionId] = refreshToken.split('.')
    const refresh = (value: string) =>
      server().as().call('POST', '/auth/refresh-token', { refreshToken: value })
    const times: number[] = []
    for (let tries = 0; tries < 10; tries++) {
      const started = performance.now()
      expect((await refresh(`${sessionId}.made-up-${tries}`)).status).toBe(401)
      times.push(performance.now() - started)
    }
    // Verifying a chain of 3,000 signatures took 75 ms.
    expect(Math.min(...times)).toBeLessThan(25)
    const limited = await refresh(`${sessionId}.made-up`)
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    for (let tries = 0; tries < 60; tries++) await refresh(`session-${tries}.made-up`)
    expect((await refresh('another-session.made-up')).status).toBe(429)
    // Made-up tokens for its session or from its address don't affect the real one.
    expect((await refresh(refreshToken)).status).toBe(200)
    server().clock.advance(15 * MINUTE)
    expect((await refresh(`${sessionId}.made-up`)).status).toBe(401)
  })

  it('limits real refreshes of one session, and no other', async () => {
    const [one, two] = [await login(), await login()]
    let token = one.refreshToken
    const refresh = async (value: string) =>
      server().as().call('POST', '/auth/refresh-token', { refreshToken: value })
    for (let tries = 0; tries < 120; tries++) {
      const { status, body } = await refresh(token)
      expect(status).toBe(200)
      token = (body as { refreshToken: string }).refreshToken
    }
    expect((await refresh(token)).status).toBe(429)
    expect((await refresh(two.refreshToken)).status).toBe(200)
    server().clock.advance(MINUTE)
    expect((await refresh(token)).status).toBe(200)
  })

  it('accepts a refresh token that an earlier version issued, once', async () => {
    const { refreshToken } = await login()
    const [sessionId = ''] = refreshToken.split('.')
    const old = `${sessionId}.a-random-secret-without-a-signature`
    await server()
      .services.database.updateTable('sessions')
      .set({ currentHash: hashSecret(old.slice(sessionId.length + 1)) })
      .where('id', '=', sessionId)
      .execute()
    const next = await server()
      .as()
      .api.auth.refresh({ body: { refreshToken: old } })
    expect(
      (
        await server()
          .as()
          .api.auth.refresh({ body: { refreshToken: old } })
      ).refreshToken,
    ).toBe(next.refreshToken)
    await server()
      .as()
      .api.auth.refresh({ body: { refreshToken: next.refreshToken } })
    await refused(
      server()
        .as()
        .api.auth.refresh({ body: { refreshToken: old } }),
    )
  })

  it('C-017, C-018: reads and changes the own profile, never role or organization', async () => {
    const admin = await server().organization()
    const { profile } = await admin.api.auth.profile()
    const body = {
      firstName: 'Grace',
      lastName: 'Hopper',
      mobile: '+20 100',
      role: '0',
      organizationId: 'other',
    }
    const { profile: changed } = await admin.api.auth.updateProfile({ body: body as never })
    expect(changed).toMatchObject({ firstName: 'Grace', mobile: '+20 100', role: '1' })
    expect(changed.organizationId).toBe(profile.organizationId)
    const { mediaToken: _, ...kept } = changed
    expect((await admin.api.auth.profile()).profile).toMatchObject(kept)
  })

  it('changes a password only with the current one, and signs the other sessions out', async () => {
    const admin = await server().organization()
    const { profile } = await admin.api.auth.profile()
    const elsewhere = await server().signIn({ email: profile.email, password: 'password-1' })
    const names = { firstName: 'Ada', lastName: 'Admin' }
    const change = (currentPassword: string) =>
      admin.api.auth.updateProfile({ body: { ...names, password: 'password-2', currentPassword } })
    expect((await refused(change('wrong'))).body.errors).toHaveProperty('currentPassword')
    await change('password-1')
    await refused(elsewhere.api.auth.profile())
    await admin.api.auth.profile()
    await server().signIn({ email: profile.email, password: 'password-2' })
  })

  it('TOK-02: accepts media tokens for files only, and issues the same one for hours', async () => {
    const { mediaToken, token } = await login()
    await refused(server().as(mediaToken).api.auth.profile())
    expect((await server().as().call('GET', `/auth/profile?token=${token}`)).status).toBe(401)
    server().clock.advance(MINUTE)
    const { profile } = await server().as(token).api.auth.profile()
    expect(profile.mediaToken).toBe(mediaToken)
  })
})
