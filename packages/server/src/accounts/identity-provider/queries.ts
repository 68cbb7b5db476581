import {
  type IdentityProvider,
  type IdentityProviderUpdate,
  IdentityProvider as Shown,
} from '@vitrine/contract/api/accounts/identity-provider'
import { ROLES } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import type { Selectable } from 'kysely'
import { refuseUnknownRole } from '#accounts/rights/queries.ts'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { IdentityProvidersTable } from '#db/tables/accounts.ts'
import { flag } from '#db/tables/column.ts'
import { conflict, invalid } from '#lib/errors.ts'
import type { Seal } from '#lib/security/seal.ts'

type Row = Selectable<IdentityProvidersTable>

/** The provider with its secret, for calls to it. */
export interface Provider extends IdentityProvider {
  organizationId: string
  clientSecret: string | null
}

/** Id of these settings for recorded saves, separate from the organization's own document. */
const documentOf = (organizationId: string) => `identity-provider-${organizationId}`

const rowOf = (db: Db, organizationId: string): Promise<Row | undefined> =>
  db.selectFrom('identity_providers').selectAll().where('id', '=', organizationId).executeTakeFirst()

const shown = (row: Row): IdentityProvider =>
  Shown.parse({
    ...row,
    id: documentOf(row.organizationId),
    permissions: JSON.parse(row.permissions),
    groups: JSON.parse(row.groups),
    createsAccounts: row.createsAccounts === 1,
    trustsEmail: row.trustsEmail === 1,
    required: row.required === 1,
    hasSecret: row.clientSecret !== null,
  })

export async function getProvider(db: Db, organizationId: string): Promise<IdentityProvider | null> {
  const row = await rowOf(db, organizationId)
  return row ? shown(row) : null
}

/** Undefined without a provider. A secret that no key opens is as good as none: the provider says so. */
export async function providerOf(
  { db, seal }: { db: Db; seal: Seal },
  organizationId: string,
): Promise<Provider | undefined> {
  const row = await rowOf(db, organizationId)
  if (!row) return undefined
  const { clientSecret: sealed } = row
  const clientSecret = sealed === null ? null : seal.open('provider-secret', organizationId, sealed)
  return { ...shown(row), organizationId, clientSecret }
}

/** Throws CONFLICT, and INVALID for an emergency account that isn't an administrator of the organization. */
export async function saveProvider(
  { db, seal }: { db: Db; seal: Seal },
  organizationId: string,
  { clientSecret, version, ...input }: IdentityProviderUpdate,
  { now, sessionId }: { now: string; sessionId: string },
): Promise<void> {
  // One at a time: there may be no row yet that a second save would wait for.
  await lockRow(db, 'organizations', organizationId)
  await refuseUnknownRoles(db, input)
  if (input.breakGlassId !== null) await refuseNoAdmin(db, organizationId, input.breakGlassId)
  const before = await rowOf(db, organizationId)
  if (version !== undefined && version !== (before?.version ?? 1)) throw conflict(documentOf(organizationId))
  const kept = before?.issuer === input.issuer ? before.clientSecret : null
  const columns = {
    ...input,
    permissions: JSON.stringify([...new Set(input.permissions)]),
    defaultRoleId: input.defaultRole === ROLES.user ? input.defaultRoleId : null,
    groups: JSON.stringify(
      input.groups
        .filter(({ group }) => group)
        .map((each) => ({ ...each, roleId: each.role === ROLES.user ? each.roleId : null })),
    ),
    createsAccounts: flag(input.createsAccounts),
    trustsEmail: flag(input.trustsEmail),
    required: flag(input.required),
    clientSecret: clientSecret ? seal.seal('provider-secret', organizationId, clientSecret) : kept,
    version: (before?.version ?? 0) + 1,
    updatedAt: now,
  }
  if (before)
    await db.updateTable('identity_providers').set(columns).where('id', '=', organizationId).execute()
  else
    await db
      .insertInto('identity_providers')
      .values({ ...columns, id: organizationId, organizationId, createdAt: now })
      .execute()
  // Another issuer may use the same subjects for other people, and they log in again.
  if (before && before.issuer !== input.issuer)
    await db.deleteFrom('identities').where('issuer', '=', before.issuer).execute()
  if (input.required && before?.required !== 1)
    await endPasswordSessions(db, { organizationId, spared: input.breakGlassId, sessionId })
}

/** Throws INVALID for custom roles that the organization doesn't have. */
async function refuseUnknownRoles(
  db: Db,
  { defaultRoleId, groups }: Pick<IdentityProviderUpdate, 'defaultRoleId' | 'groups'>,
): Promise<void> {
  await refuseUnknownRole(db, defaultRoleId, 'defaultRoleId')
  for (const [index, { roleId }] of groups.entries())
    await refuseUnknownRole(db, roleId, `groups.${index}.roleId`)
}

async function refuseNoAdmin(db: Db, organizationId: string, userId: string): Promise<void> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('organizationId', '=', organizationId)
    .where('role', '!=', ROLES.user)
    .executeTakeFirst()
  if (!admin) throw invalid({ breakGlassId: rule('unknown') })
}

/** They were started with passwords, which the organization no longer accepts. The caller's stays. */
const endPasswordSessions = (
  db: Db,
  { organizationId, spared, sessionId }: { organizationId: string; spared: string | null; sessionId: string },
) =>
  db
    .deleteFrom('sessions')
    .where('organizationId', '=', organizationId)
    .where('kiosk', '=', 0)
    .where('identityId', 'is', null)
    .where('userId', '!=', spared ?? '')
    .where('id', '!=', sessionId)
    .execute()

/** The accounts stay; their sessions through the provider end with the ties. */
export async function removeProvider(db: Db, organizationId: string): Promise<void> {
  await db.deleteFrom('identities').where('organizationId', '=', organizationId).execute()
  await db.deleteFrom('identity_providers').where('id', '=', organizationId).execute()
}
