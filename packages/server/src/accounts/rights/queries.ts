// What decides about the rights of people and keys, as stored.

import { RoleLevels } from '@vitrine/contract/api/accounts/roles'
import type { Scope } from '@vitrine/contract/api/accounts/scope'
import { Permission, Role } from '@vitrine/contract/api/accounts/users'
import { type Actor, limitsOf, type Permission as Permitted, ROLES } from '@vitrine/contract/permissions'
import { rightsOfLevels } from '@vitrine/contract/role-levels'
import { rule } from '@vitrine/contract/rules'
import { z } from 'zod'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { invalid } from '#lib/errors.ts'

const Permissions = z.array(Permission)

/** What decides about a person's rights: of `users`, and of the custom role that `users.roleId` leads to. */
export const RIGHTS = [
  ...(['users.role', 'users.permissions', 'users.scope'] as const),
  ...(['custom_roles.levels as roleLevels', 'custom_roles.scope as roleScope'] as const),
] as const

export interface StoredRights {
  role: string
  permissions: string
  scope: string | null
  /** Of the custom role; absent, null: none. */
  roleLevels?: string | null
  roleScope?: string | null
}

/** The rights of people and keys as stored; those of a custom role take the place of permissions. */
export function actorOf(row: StoredRights): Actor & { reads: Permitted[] | null } {
  const role = Role.parse(row.role)
  const scope = scopeOf(row.scope)
  if (role === ROLES.user && typeof row.roleLevels === 'string') {
    const { permissions, reads } = rightsOfLevels(levelsOf(row.roleLevels))
    const rights = { role, permissions }
    const limits = [...limitsOf(rights, scope), ...limitsOf(rights, scopeOf(row.roleScope ?? null))]
    return { ...rights, reads, kiosk: false, limits }
  }
  const rights = { role, permissions: Permissions.parse(JSON.parse(row.permissions)) }
  return { ...rights, reads: null, kiosk: false, limits: limitsOf(rights, scope) }
}

export const levelsOf = (stored: string): RoleLevels => RoleLevels.parse(JSON.parse(stored))

/** Throws INVALID for a custom role that the organization of `db` doesn't have. */
export async function refuseUnknownRole(
  db: Db,
  roleId: string | null | undefined,
  field = 'roleId',
): Promise<void> {
  if (!roleId) return
  const found = await db.selectFrom('custom_roles').select('id').where('id', '=', roleId).executeTakeFirst()
  if (!found) throw invalid({ [field]: rule('unknown') })
}

/** Scopes of earlier versions have places only. */
const NO_FOLDERS: { folders: string[] | null } = { folders: null }

/** Checked when it was saved; calls of many requests don't check it again. */
export const scopeOf = (stored: string | null): Scope =>
  stored === null ? null : { ...NO_FOLDERS, ...(JSON.parse(stored) as NonNullable<Scope>) }

/** Null if it has no limit. Throws INVALID for places and folders that neither are in the organization of `db`, nor were chosen `before`. */
export async function scopeColumn(db: Db, scope: Scope, before: Scope = null): Promise<string | null> {
  if (!scope?.places && !scope?.folders) return null
  for (const [table, ids, known] of [
    ['buildings', scope.places?.buildings, before?.places?.buildings],
    ['floors', scope.places?.floors, before?.places?.floors],
    ['device_groups', scope.places?.groups, before?.places?.groups],
    ['folders', scope.folders, before?.folders],
  ] as const) {
    const wanted = [...new Set(ids)].flatMap((id) => (known?.includes(id) ? [] : [{ id }]))
    if (wanted.length === 0) continue
    const found = await db.selectFrom(table).select('id').where('id', 'in', anyOf(db, wanted)).execute()
    if (found.length < wanted.length) throw invalid({ scope: rule('unknown') })
  }
  return JSON.stringify(scope)
}
