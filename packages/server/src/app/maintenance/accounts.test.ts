import { describe, expect, it } from 'vitest'
import { StartError } from '#lib/env.ts'
import { refused, useServer } from '#test/harness.ts'
import { createAdmin, resetPassword } from './accounts.ts'

describe('maintenance of accounts', () => {
  const server = useServer()
  const parts = () => ({ database: server().services.database, clock: server().clock })

  it('resets a password to a random or a given one, and ends the sessions', async () => {
    const admin = await server().organization()
    const { password } = await resetPassword(parts(), { email: admin.email.toUpperCase() })
    expect((await refused(admin.api.auth.profile())).errKey).toBe('SESSION_EXPIRED')
    await server().signIn({ email: admin.email, password })
    await resetPassword(parts(), { email: admin.email, password: 'chosen-by-hand-1' })
    await server().signIn({ email: admin.email, password: 'chosen-by-hand-1' })
  })

  it('creates a super admin with all permissions', async () => {
    const access = await createAdmin(parts(), { email: 'second@vitrine.local' })
    const caller = await server().signIn(access)
    const { profile } = await caller.api.auth.profile()
    expect(profile.role).toBe('0')
    await caller.api.organizations.list()
  })

  it.each([
    [
      'an unknown account',
      () => resetPassword(parts(), { email: 'nobody@x.test' }),
      /No account uses the email address nobody@x.test/,
    ],
    [
      'a short password',
      () => resetPassword(parts(), { email: 'admin@vitrine.local', password: 'short1' }),
      /at least 8 characters/,
    ],
    [
      'a common password',
      () => resetPassword(parts(), { email: 'admin@vitrine.local', password: 'Password1' }),
      /too easy to guess/,
    ],
    [
      'an account that exists',
      () => createAdmin(parts(), { email: 'admin@vitrine.local' }),
      /use reset-password/,
    ],
    ['no email', () => createAdmin(parts(), { email: 'nonsense' }), /valid email/],
  ])('refuses %s with a sentence', async (_, work, words) => {
    const error = await work().catch((thrown) => thrown)
    expect(error).toBeInstanceOf(StartError)
    expect(error.message).toMatch(words)
  })
})
