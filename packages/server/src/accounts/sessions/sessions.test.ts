import { describe, expect, it } from 'vitest'
import { refused, useServer } from '#test/harness.ts'

describe('sessions of a user', () => {
  const server = useServer()

  async function twice() {
    const admin = await server().organization()
    const body = { email: admin.email, password: 'password-1' }
    const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
    server().clock.advance(60_000)
    const { body: answer } = await server().as().call('POST', '/auth/login', body, agent)
    const { token, refreshToken } = answer as { token: string; refreshToken: string }
    return { admin, other: server().as(token), refreshToken, agent: agent['user-agent'] }
  }

  it('are listed with the browser, most recently used first, only for the user', async () => {
    const { admin, other, agent } = await twice()
    const { sessions } = await admin.api.sessions.list()
    expect(sessions.map(({ current }) => current)).toEqual([false, true])
    expect(sessions[0]).toMatchObject({ userAgent: agent, kiosk: false, startedAt: sessions[0]?.usedAt })
    expect((await other.api.sessions.list()).sessions.map(({ current }) => current)).toEqual([true, false])
    const user = await server().user(admin)
    expect((await user.api.sessions.list()).sessions).toHaveLength(1)
  })

  it('can be ended, one or all others, immediately', async () => {
    const { admin, other } = await twice()
    const [theirs] = (await admin.api.sessions.list()).sessions
    const user = await server().user(admin)
    expect((await refused(user.api.sessions.end({ params: { id: theirs?.id ?? '' } }))).status).toBe(404)
    await admin.api.sessions.end({ params: { id: theirs?.id ?? '' } })
    expect((await refused(other.api.auth.profile())).status).toBe(401)

    const again = await server().signIn({ email: admin.email, password: 'password-1' })
    expect(await admin.api.sessions.endOthers()).toEqual({ ended: 1 })
    expect((await refused(again.api.auth.profile())).status).toBe(401)
    expect((await admin.api.sessions.list()).sessions).toHaveLength(1)
    expect((await user.api.auth.profile()).profile.role).toBe('2')
  })

  it('ends with a logout, which never reveals whether the token was valid', async () => {
    const { other, refreshToken } = await twice()
    const nobody = server().as()
    const answer = await nobody.api.auth.logout({ body: { refreshToken: `${refreshToken}x` } })
    expect((await other.api.auth.profile()).profile.id).toBeTruthy()
    expect(await nobody.api.auth.logout({ body: { refreshToken } })).toEqual(answer)
    expect((await refused(other.api.auth.profile())).status).toBe(401)
    expect((await refused(nobody.api.auth.refresh({ body: { refreshToken } }))).status).toBe(401)
    expect(await nobody.api.auth.logout({ body: { refreshToken } })).toEqual(answer)
  })

  it('is deleted within a day after its refresh tokens expire', async () => {
    const { admin } = await twice()
    const { database, jobs } = server().services
    const count = async () => (await database.selectFrom('sessions').select('id').execute()).length
    await jobs.look()
    expect(await count()).toBeGreaterThan(1)
    server().clock.advance(30 * 24 * 3_600_000 - 60_000)
    const again = await server().signIn({ email: admin.email, password: 'password-1' })
    server().clock.advance(120_000)
    await jobs.look()
    expect(await count()).toBe(1)
    expect((await again.api.sessions.list()).sessions).toHaveLength(1)
  })
})
