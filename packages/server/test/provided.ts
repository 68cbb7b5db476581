import { newId } from '#lib/ids.ts'
import { type Caller, serverOf } from './harness.ts'

/** Gives an organization a provider without asking it, because the laws have no network. Returns the id. */
export async function provided(admin: Caller, id: string): Promise<string> {
  const texts = {
    issuer: 'https://login.example.org',
    clientId: 'vitrine',
    clientSecret: null,
    groupsClaim: '',
  }
  const lists = { permissions: '[]', groups: '[]', defaultRole: '2', factor: 'never' }
  const flags = { createsAccounts: 1, trustsEmail: 0, required: 0 } as const
  const kept = { breakGlassId: null, version: 1, createdAt: '2026-01-01', updatedAt: '2026-01-01' }
  await serverOf(admin)
    .services.database.insertInto('identity_providers')
    .values({ id, organizationId: id, ...texts, ...lists, ...flags, ...kept })
    .onConflict((there) => there.column('id').doNothing())
    .execute()
  return id
}

/** Adds a passkey that no authenticator has to the caller's account. */
export async function addedPasskey(admin: Caller): Promise<string> {
  const { profile } = await admin.api.auth.profile()
  const id = newId()
  await serverOf(admin)
    .services.database.insertInto('passkeys')
    .values({
      ...{ id, organizationId: profile.organizationId, userId: profile.id, name: `Laptop ${id}` },
      ...{ credentialId: id, publicKey: 'AAAA', counter: 0, transports: '[]', synced: 0, usedAt: null },
      createdAt: '2026-11-21T12:00:00.000Z',
    })
    .execute()
  return id
}
