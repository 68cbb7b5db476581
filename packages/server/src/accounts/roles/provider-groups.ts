// Custom roles that the settings of identity providers name.
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

interface StoredGroup {
  group: string
  role: string
  roleId?: string | null
}

const stored = (groups: string) => JSON.parse(groups) as StoredGroup[]

/** Groups that lead to a custom role, of some organizations. */
export async function groupsOf(
  db: Db,
  organizationIds: readonly string[],
): Promise<{ group: string; roleId: string }[]> {
  const wanted = [...new Set(organizationIds)].map((id) => ({ id }))
  const rows = await db
    .selectFrom('identity_providers')
    .select('groups')
    .where('id', 'in', anyOf(db, wanted))
    .execute()
  return rows.flatMap(({ groups }) =>
    stored(groups).flatMap(({ group, roleId }) => (roleId ? [{ group, roleId }] : [])),
  )
}

const providerOf = (db: Db, organizationId: string) =>
  db
    .selectFrom('identity_providers')
    .select(['defaultRoleId', 'groups'])
    .where('id', '=', organizationId)
    .executeTakeFirst()

interface Known {
  id: string
  organizationId: string
}

const names = ({ defaultRoleId, groups }: { defaultRoleId: string | null; groups: string }, id: string) =>
  defaultRoleId === id || stored(groups).some(({ roleId }) => roleId === id)

/** Whether a group of the provider, or its default, leads to a custom role. */
export async function leadsTo(db: Db, { id, organizationId }: Known): Promise<boolean> {
  const provider = await providerOf(db, organizationId)
  return provider !== undefined && names(provider, id)
}

/** Leads what led to a custom role to another one. */
export async function leadElsewhere(
  db: Db,
  { id, organizationId }: Known,
  { replacement, now }: { replacement: string; now: string },
): Promise<void> {
  const provider = await providerOf(db, organizationId)
  if (!provider || !names(provider, id)) return
  const groups = stored(provider.groups).map((each) =>
    each.roleId === id ? { ...each, roleId: replacement } : each,
  )
  const defaultRoleId = provider.defaultRoleId === id ? replacement : provider.defaultRoleId
  await db
    .updateTable('identity_providers')
    .set((row) => ({
      ...{ groups: JSON.stringify(groups), defaultRoleId },
      ...{ version: row('version', '+', 1), updatedAt: now },
    }))
    .where('id', '=', organizationId)
    .execute()
}
