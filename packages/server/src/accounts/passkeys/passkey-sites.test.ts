import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { Authenticator } from '#test/authenticator.ts'
import { type Caller, useServer } from '#test/harness.ts'

const PASSWORD = 'password-1'

interface Started {
  ticket: string
  options: { rpId: string; rp: { id: string }; user: { id: string }; challenge: string }
}

describe('passkeys where an organization has its own host name', () => {
  const server = useServer({ HOST: 'localhost' })
  let admin: Caller & { organizationId: string; email: string }
  let made = 0
  let own: string
  let shared: string

  beforeEach(async () => {
    admin = await server().organization()
    own = `signs${++made}.localhost`
    shared = new URL(server().origins.console).hostname
    const superAdmin = await server().signIn()
    const params = { id: admin.organizationId }
    const { name, version } = (await superAdmin.api.organizations.get({ params })).organization
    const body = { name, version, branded: true, host: own }
    await superAdmin.api.organizations.update({ params, body })
  })

  const originOf = (host: string) => {
    const origin = new URL(server().origins.console)
    origin.hostname = host
    return origin.origin
  }
  const at = (host: string, path: string, body: unknown, caller = server().as()) =>
    caller.call('POST', path, body, { host })
  async function add(host: string, caller: Caller = admin) {
    const authenticator = new Authenticator(originOf(host))
    const started = await at(host, '/auth/passkeys/begin', { currentPassword: PASSWORD }, caller)
    const { options, ticket } = started.body as Started
    expect(options.rp.id).toBe(host)
    const credential = authenticator.create(options)
    const { status } = await at(host, '/auth/passkeys', { name: 'Laptop', ticket, credential }, caller)
    expect(status).toBe(201)
    return authenticator
  }
  async function proofOf(authenticator: Authenticator, host: string) {
    const { options, ticket } = (await at(host, '/auth/passkeys/login/begin', {})).body as Started
    expect(options.rpId).toBe(host)
    return { ticket, credential: authenticator.get(options) }
  }
  const logIn = async (authenticator: Authenticator, host: string, called = host) =>
    at(called, '/auth/passkeys/login', await proofOf(authenticator, host))
  const withPassword = (host: string, more: object = {}) =>
    at(host, '/auth/login', { email: admin.email, password: PASSWORD, ...more })
  const keyOf = ({ body }: { body: unknown }) => (body as { errKey?: string }).errKey

  it('log in at the address where they were added, and nowhere else', async () => {
    for (const [host, elsewhere] of [
      [own, shared],
      [shared, own],
    ] as const) {
      const authenticator = await add(host)
      expect((await logIn(authenticator, host)).status).toBe(200)
      // A browser offers it there only; a program that signs for the other address is refused.
      expect(keyOf(await logIn(authenticator, elsewhere))).toBe('PASSKEY_WRONG')
    }
    expect((await admin.api.passkeys.list()).passkeys.map(({ site }) => site).sort()).toEqual(
      [own, shared].sort(),
    )
  })

  it('say where they work, after a right password at another address', async () => {
    const authenticator = await add(shared)
    const there = await withPassword(own)
    expect([there.status, keyOf(there)]).toEqual([403, 'PASSKEY_ELSEWHERE'])
    expect((there.body as { message: string }).message).toContain(shared)
    // The other address isn't said to those who guess, and no one gets in without the passkey.
    const guess = await at(own, '/auth/login', { email: admin.email, password: 'wrong-password' })
    expect([guess.status, keyOf(guess)]).toEqual([401, 'LOGIN_FAILED'])
    expect(keyOf(await withPassword(shared))).toBe('PASSKEY_NEEDED')
    const passkey = await proofOf(authenticator, shared)
    expect((await withPassword(shared, { passkey })).status).toBe(200)
    // With one of each address, both work.
    await add(own)
    for (const host of [own, shared]) expect(keyOf(await withPassword(host))).toBe('PASSKEY_NEEDED')
  })

  it('leave the code of an authenticator app a way in at every address', async () => {
    await add(shared)
    const { secret } = await admin.api.secondFactor.begin({ body: { currentPassword: PASSWORD } })
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const codeAfter = (seconds: number) => {
      server().clock.advance(seconds * 1000)
      return totp.generate({ timestamp: server().clock.now() })
    }
    await admin.api.secondFactor.confirm({ body: { code: codeAfter(0) } })
    expect(keyOf(await withPassword(own))).toBe('CODE_NEEDED')
    expect((await withPassword(own, { code: codeAfter(60) })).status).toBe(200)
  })

  it('that are older than this, and name no address, are asked for everywhere', async () => {
    await add(shared)
    await server().services.database.updateTable('passkeys').set({ site: null }).execute()
    for (const host of [own, shared]) expect(keyOf(await withPassword(host))).toBe('PASSKEY_NEEDED')
  })
})
