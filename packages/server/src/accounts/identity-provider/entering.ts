// From what a provider says about a person to an account of its organization.
import { ROLES, type Role } from '@vitrine/contract/permissions'
import { searchKey } from '@vitrine/contract/search-key'
import { type ProvingUser, provingUser } from '#accounts/credentials/prove.ts'
import { insertUser } from '#accounts/users/queries.ts'
import type { Context } from '#base/handler.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { DECOY } from '#lib/security/passwords.ts'
import { organizationOfEmail } from './domains.ts'
import type { Provider } from './queries.ts'
import type { Named } from './tickets.ts'

export type Found =
  | { how: 'known'; user: ProvingUser; identityId: string }
  /** An account with the address, which isn't tied to the provider yet. */
  | { how: 'same-address'; user: ProvingUser }
  | { how: 'new' }

/** Throws PROVIDER_ADDRESS and PROVIDER_NO_ACCOUNT. */
export async function findPerson(db: Db, provider: Provider, named: Named): Promise<Found> {
  const { organizationId } = provider
  const identity = await db
    .selectFrom('identities')
    .select(['id', 'userId'])
    .where('organizationId', '=', organizationId)
    .where('issuer', '=', named.issuer)
    .where('subject', '=', named.subject)
    .executeTakeFirst()
  const known = identity && (await provingUser(db, 'id', identity.userId))
  if (identity && known) return { how: 'known', user: known, identityId: identity.id }
  const isOwn = named.emailVerified && (await organizationOfEmail(db, named.email)) === organizationId
  if (!isOwn)
    throw new AppError(
      'PROVIDER_ADDRESS',
      "Your email address at the provider isn't verified, or its domain isn't your organization's",
    )
  const user = await provingUser(db, 'emailKey', searchKey(named.email))
  if (user && user.organizationId !== organizationId)
    throw new AppError('PROVIDER_ADDRESS', 'This email address belongs to an account elsewhere')
  if (user) return { how: 'same-address', user }
  if (!provider.createsAccounts)
    throw new AppError('PROVIDER_NO_ACCOUNT', 'You have no account yet. Ask your administrator for one.')
  return { how: 'new' }
}

/** The identity that the session belongs to, and its account, which may be new. */
export async function tie(
  context: Pick<Context, 'db' | 'clock' | 'audited'>,
  { provider, named, found }: { provider: Provider; named: Named; found: Found },
): Promise<{ identityId: string; userId: string }> {
  const { db, clock, audited } = context
  const now = isoTime(clock.now())
  const { organizationId } = provider
  if (found.how === 'known') {
    await followGroups(context, { provider, named, user: found.user })
    return { identityId: found.identityId, userId: found.user.id }
  }
  let userId = found.how === 'new' ? '' : found.user.id
  if (found.how === 'new') {
    userId = newId()
    const { role, roleId } = roleOf(provider, named) ?? defaultOf(provider)
    const person = {
      ...{ organizationId, email: named.email, role, roleId, permissions: provider.permissions },
      ...{ firstName: nameIn(named), lastName: named.lastName.slice(0, 100), passwordHash: DECOY },
    }
    await audited({ kind: 'user', verb: 'create', id: userId }, async () => {
      await insertUser(db, person, now, userId)
      await db.updateTable('users').set({ emailVerified: 1 }).where('id', '=', userId).execute()
    })
  }
  const { issuer, subject } = named
  const identityId = newId()
  await audited({ kind: 'identity', verb: 'create', id: identityId }, async () => {
    await db
      .insertInto('identities')
      .values({ id: identityId, organizationId, userId, issuer, subject, createdAt: now })
      .execute()
  })
  return { identityId, userId }
}

const nameIn = ({ firstName, email }: Named) => (firstName || email.replace(/@.*/, '')).slice(0, 100)

interface GivenRole {
  role: Role
  /** A custom role. */
  roleId: string | null
}

const defaultOf = ({ defaultRole: role, defaultRoleId: roleId }: Provider): GivenRole => ({ role, roleId })

/** The role of the first listed group that the person is in; undefined if groups aren't used, or not named. */
function roleOf(provider: Provider, named: Named): GivenRole | undefined {
  if (!provider.groupsClaim || named.groups === null) return undefined
  const own = new Set(named.groups)
  return provider.groups.find(({ group }) => own.has(group)) ?? defaultOf(provider)
}

/**
 * The provider's groups decide the role at every login. Super admins keep theirs, as do the account that gets in without
 * the provider and the last administrator.
 */
async function followGroups(
  { db, clock, audited }: Pick<Context, 'db' | 'clock' | 'audited'>,
  { provider, named, user }: { provider: Provider; named: Named; user: ProvingUser },
): Promise<void> {
  const given = roleOf(provider, named)
  const now = await db
    .selectFrom('users')
    .select(['role', 'roleId'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  if (given === undefined || now.role === ROLES.superAdmin) return
  const { role, roleId } = given
  if (now.role === role && now.roleId === roleId) return
  if (role === ROLES.user && now.role !== ROLES.user) {
    const isLast = !(await db
      .selectFrom('users')
      .select('id')
      .where('organizationId', '=', provider.organizationId)
      .where('role', '!=', ROLES.user)
      .where('id', '!=', user.id)
      .executeTakeFirst())
    if (isLast || user.id === provider.breakGlassId) return
  }
  const permissions = JSON.stringify(role === ROLES.user ? provider.permissions : [])
  await audited({ kind: 'user', verb: 'change', id: user.id }, async () => {
    await db
      .updateTable('users')
      .set((row) => ({
        ...{ role, roleId, permissions },
        ...{ version: row('version', '+', 1), updatedAt: isoTime(clock.now()) },
      }))
      .where('id', '=', user.id)
      .execute()
  })
}
