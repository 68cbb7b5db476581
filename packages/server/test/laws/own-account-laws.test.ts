import { contract } from '@vitrine/contract'
import { routesOf } from '@vitrine/contract/route'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Caller, useServer } from '#test/harness.ts'

/** Routes that can change the password or email of an existing account, the caller's included. */
const WAYS: Record<string, (caller: Caller, change: object) => Promise<{ status: number; body: unknown }>> = {
  'auth.updateProfile': async (caller, change) => {
    const { profile } = await caller.api.auth.profile()
    return caller.call('PUT', '/auth/profile', { ...profile, ...change })
  },
  'users.update': async (caller, change) => {
    const { profile } = await caller.api.auth.profile()
    return caller.call('PUT', `/user/${profile.id}`, { ...profile, ...change })
  },
}

/** Their `password` is that of a web page elsewhere, to photograph it. */
const OF_PAGES = ['webMedia.update']

describe('the password and email of the own account', () => {
  const server = useServer()

  it('are changed by no other route', () => {
    const changing = routesOf(contract).filter(
      ({ route: { method, body } }) =>
        method === 'PUT' &&
        body &&
        /"(password|email)":/.test(
          JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })),
        ),
    )
    expect(changing.map(({ name }) => name).sort()).toEqual([...Object.keys(WAYS), ...OF_PAGES].sort())
  })

  it.each(
    Object.entries(WAYS).flatMap(([name, change]) =>
      (['1', '0'] as const).map((role) => [name, role, change] as const),
    ),
  )('%s as role %s takes the current password', async (_name, role, change) => {
    const email = `own${role}-${_name.toLowerCase()}@org.test`
    const superAdmin = await server().signIn()
    const person = { firstName: 'A', lastName: 'B', role, permissions: [], email, password: 'password-1' }
    await superAdmin.api.users.create({ body: person as never })
    const caller = await server().signIn({ email, password: 'password-1' })
    const changes: object[] = [{ password: 'another-one-2' }]
    if (_name === 'users.update') changes.push({ email: `new-${email}` })
    for (const each of changes)
      for (const currentPassword of [undefined, '', 'wrong']) {
        const { status, body } = await change(caller, { ...each, currentPassword })
        expect([status, Object.keys((body as { errors: object }).errors)]).toEqual([400, ['currentPassword']])
      }
    await server().signIn({ email, password: 'password-1' })
    const all = Object.assign({}, ...changes, { currentPassword: 'password-1' })
    expect((await change(caller, all)).status).toBe(200)
  })

  it('are guessed no oftener than at the login', async () => {
    const { token, api } = await server().organization()
    const { profile } = await api.auth.profile()
    const guess = () =>
      server()
        .as(token)
        .call('PUT', '/auth/profile', { ...profile, password: 'another-one-2', currentPassword: 'wrong' })
    const statuses = []
    for (let n = 0; n < 11; n++) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array(10).fill(400), 429])
  })
})
