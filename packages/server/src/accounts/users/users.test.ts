import { describe, expect, it } from 'vitest'
import { refused, useServer } from '#test/harness.ts'

const person = {
  firstName: 'Uma',
  lastName: 'User',
  role: '2',
  permissions: ['media'],
  password: 'password-1',
} as const

describe('users', () => {
  const server = useServer()

  it('creates, lists, reads, changes and deletes', async () => {
    const admin = await server().organization()
    const { user } = await admin.api.users.create({
      body: { ...person, permissions: ['media'], email: 'uma@acme.test' },
    })
    expect(user).toMatchObject({ email: 'uma@acme.test', role: '2', permissions: ['media'] })
    const params = { id: user.id }
    const body = { ...person, permissions: ['cards' as const], email: 'uma@acme.test', password: undefined }
    const { user: changed } = await admin.api.users.update({ params, body })
    expect(changed.permissions).toEqual(['cards'])
    expect((await admin.api.users.list()).users.map((each) => each.email)).toContain('uma@acme.test')
    await server().signIn({ email: 'uma@acme.test', password: 'password-1' })
    await admin.api.users.remove({ params })
    await refused(server().signIn({ email: 'uma@acme.test', password: 'password-1' }))
  })

  it('invites by a link that sets a password once, within a week, and verifies the address', async () => {
    const admin = await server().organization()
    const superAdmin = await server().signIn()
    const invite = async (email: string) => {
      const { user } = await admin.api.users.create({
        body: { ...person, permissions: [], email, invite: true },
      })
      expect(user.emailVerified).toBe(false)
      const { messages } = await superAdmin.api.outbox.list({ query: { search: email } })
      expect(messages).toHaveLength(1)
      const text = messages[0]?.text ?? ''
      expect(text).toContain('Hello Uma,')
      expect(text).not.toContain(person.password)
      return /reset-password\?code=(\S+)/.exec(text)?.[1] ?? ''
    }
    const nobody = server().as()
    const choose = (code: string) =>
      nobody.api.auth.verifyPassword({ body: { code, password: 'Sunny-days-4' } })
    expect((await admin.api.auth.profile()).profile.sendsEmail).toBe(false)
    const [inTime, late] = [await invite('invited@acme.test'), await invite('late@acme.test')]
    server().clock.advance(6 * 86_400_000)
    // Other code requests, which delete old codes, don't invalidate it.
    await nobody.api.auth.resetPassword({ body: { email: 'nobody@acme.test' } })
    await choose(inTime)
    const own = await server().signIn({ email: 'invited@acme.test', password: 'Sunny-days-4' })
    expect((await own.api.auth.profile()).profile.emailVerified).toBe(true)
    expect((await refused(choose(inTime))).errKey).toBe('INVALID_CODE')
    server().clock.advance(2 * 86_400_000)
    expect((await refused(choose(late))).errKey).toBe('INVALID_CODE')
  })

  it('names the problems of a new account', async () => {
    const admin = await server().organization()
    const body = { firstName: '', lastName: 'x', role: '7', email: 'nonsense', password: 'short' }
    const { body: answer } = await refused(admin.api.users.create({ body: body as never }))
    expect(answer.errors).toMatchObject({
      firstName: 'First name is required',
      email: 'Enter a valid email address',
      password: 'Password must be at least 8 characters',
    })
  })

  it('refuses to assign a role above the caller’s, and to delete the last admin', async () => {
    const admin = await server().organization()
    const above = { ...person, permissions: [], role: '0' as const, email: 'boss@acme.test' }
    expect((await refused(admin.api.users.create({ body: above }))).errKey).toBe('FORBIDDEN')
    const { profile } = await admin.api.auth.profile()
    const params = { id: profile.id }
    expect((await refused(admin.api.users.remove({ params }))).errKey).toBe('OWN_ACCOUNT')
    const demoted = { ...person, permissions: [], email: profile.email, password: undefined }
    expect((await refused(admin.api.users.update({ params, body: demoted }))).errKey).toBe('LAST_OF_ROLE')
  })

  it('keeps super admins in the home organization', async () => {
    const superAdmin = await server().signIn()
    const acme = await server().organization()
    const body = { ...person, permissions: [], role: '0' as const, email: 'root@acme.test' }
    const foreign = { ...body, organizationId: acme.organizationId }
    expect((await refused(superAdmin.api.users.create({ body: foreign }))).status).toBe(400)
    await superAdmin.api.users.create({ body })
  })

  it('shows regular users only their account, and applies a changed role immediately', async () => {
    const admin = await server().organization()
    const user = await server().user(admin)
    const { users } = await user.api.users.list()
    expect(users).toHaveLength(1)
    const { profile } = await admin.api.auth.profile()
    expect((await refused(user.api.users.get({ params: { id: profile.id } }))).status).toBe(404)
    const [self] = users
    const body = {
      ...person,
      permissions: [],
      role: '1' as const,
      email: self?.email ?? '',
      password: undefined,
    }
    await admin.api.users.update({ params: { id: self?.id ?? '' }, body })
    expect((await user.api.users.list()).users.length).toBeGreaterThan(1)
  })
})
