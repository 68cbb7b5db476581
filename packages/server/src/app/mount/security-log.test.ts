import { contract } from '@vitrine/contract'
import { can, ROLES } from '@vitrine/contract/permissions'
import { eventOf, routesOf } from '@vitrine/contract/route'
import { describe, expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { samples } from '#test/samples.ts'

/** Areas of permissions, and of what all screens of an organization show. */
const AREAS = ['users', 'organizations', 'own-organization', 'licences', 'takeovers']

describe('security events', () => {
  const server = useServer()
  const events = (name: string) => server().log.filter(({ event }) => event === name)

  it('has a name for every deletion, and for every change of people, rights and keys', () => {
    for (const { route } of routesOf(contract)) {
      const { who, method } = route
      const isWanted =
        typeof who === 'object' && 'write' in who && AREAS.includes(who.write) && method !== 'GET'
      if (method !== 'DELETE' && !isWanted) continue
      expect([route.path, eventOf(route)]).toEqual([route.path, expect.stringMatching(/^[a-z/-]+\.[a-z-]+$/)])
    }
    expect(can({ role: ROLES.superAdmin, permissions: [], kiosk: false }, 'write', 'users')).toBe(true)
  })

  it('names who, from where, and whom, for logins, roles, keys, takeovers and deletions', async () => {
    const admin = await server().organization()
    const { id: actor } = (await admin.api.auth.profile()).profile
    const { organizationId: org } = admin
    await server().signIn({ email: admin.email, password: 'password-1' })
    expect(events('login').at(-1)).toMatchObject({ actor, org, ip: '127.0.0.1', id: expect.any(String) })
    const target = (await samples.users?.make(admin, admin)) ?? ''
    expect(events('user.created').at(-1)).toMatchObject({ actor, org, target, passwordSet: true })
    const body = {
      email: 'other@law.test',
      firstName: 'A',
      lastName: 'B',
      role: '1',
      permissions: [],
    } as never
    await admin.api.users.update({ params: { id: target }, body })
    expect(events('user.changed').at(-1)).toMatchObject({ actor, target, role: '1' })
    expect(events('user.changed').at(-1)).not.toHaveProperty('passwordSet')
    await admin.api.kiosk.update({ params: { id: org }, body: { newKey: true } })
    expect(events('kiosk.changed').at(-1)).toMatchObject({ actor, target: org, newKey: true })
    const { takeover } = await admin.api.takeovers.start({
      body: { ...samples.takeovers?.body?.(1) } as never,
    })
    expect(events('takeover.started').at(-1)).toMatchObject({ actor, target: takeover.id })
    const building = (await samples.buildings?.make(admin, admin)) ?? ''
    await admin.api.buildings.remove({ params: { id: building } })
    expect(events('buildings.deleted').at(-1)).toMatchObject({ actor, org, target: building })
    await admin.api.users.remove({ params: { id: target } })
    expect(events('user.deleted').at(-1)).toMatchObject({ actor, target })
  })

  it('logs failed logins and missing permissions as refused, with equal accounts recognizable', async () => {
    const login = (email: string, password: string) =>
      server().as().call('POST', '/auth/login', { email, password })
    await login('nobody@example.org', 'opens-nothing-1')
    await login('Nobody@example.org ', 'opens-nothing-2')
    const [first, second] = events('login.refused')
    expect(first).toMatchObject({ level: 40, reason: 'LOGIN_FAILED', ip: '127.0.0.1' })
    expect(second?.account ?? first?.account).toBe(first?.account)
    const admin = await server().organization()
    const user = await server().user(admin)
    const { id } = (await user.api.auth.profile()).profile
    expect((await user.call('POST', '/user/create', {})).status).toBe(403)
    expect(events('user.created.refused').at(-1)).toMatchObject({ actor: id, reason: 'FORBIDDEN' })
    await server().as().call('POST', '/auth/password/verify', {
      email: admin.email,
      code: 'opens-nothing-3',
      password: 'password-9',
    })
    const text = JSON.stringify(server().log)
    for (const secret of ['opens-nothing', 'password-1', 'nobody@example.org'])
      expect(text).not.toContain(secret)
  })
})
