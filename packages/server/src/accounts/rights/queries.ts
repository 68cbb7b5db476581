// What decides about the rights of people and keys, as stored.

import { RoleLevels, type RoleRow } from '@vitrine/contract/api/accounts/roles'
import type { Scope } from '@vitrine/contract/api/accounts/scope'
import { Permission, Role } from '@vitrine/contract/api/accounts/users'
import { type Actor, limitsOf, ROLES, type RoleArea } from '@vitrine/contract/permissions'
import { rightsOfRows } from '@vitrine/contract/role-levels'
import { rule } from '@vitrine/contract/rules'
import { z } from 'zod'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { invalid } from '#lib/errors.ts'

const Permissions = z.array(Permission)

/** What decides about a person's rights: of `users`, and of the custom role that `users.roleId` leads to. */
export const RIGHTS = [
  ...(['users.role', 'users.permissions', 'users.scope'] as const),
  'custom_roles.rows as roleRows',
] as const

export interface StoredRights {
  role: string
  permissions: string
  scope: string | null
  /** Of the custom role; absent, null: none. */
  roleRows?: string | null
}

/** The rights of people and keys as stored; those of a custom role take the place of permissions. */
export function actorOf(row: StoredRights): Actor & { reads: RoleArea[] | null } {
  const role = Role.parse(row.role)
  const scope = scopeOf(row.scope)
  if (role === ROLES.user && typeof row.roleRows === 'string') {
    const { permissions, reads, limits } = rightsOfRows(rowsOfRole(row.roleRows))
    const rights = { role, permissions }
    return { ...rights, reads, kiosk: false, limits: [...limitsOf(rights, scope), ...limits] }
  }
  const rights = { role, permissions: Permissions.parse(JSON.parse(row.permissions)) }
  return { ...rights, reads: null, kiosk: false, limits: limitsOf(rights, scope) }
}

/** Roles of earlier versions don't have all levels. */
export const rowsOfRole = (stored: string): RoleRow[] =>
  (JSON.parse(stored) as RoleRow[]).map(({ levels, scope }) => ({
    levels: RoleLevels.parse(levels),
    scope: complete(scope),
  }))

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
  stored === null ? null : complete(JSON.parse(stored) as Scope)
const complete = (scope: Scope): Scope => scope && { ...NO_FOLDERS, ...scope }

/** Null if it has no limit. Throws INVALID for places and folders that neither are in the organization of `db`, nor were chosen `before`. */
export async function scopeColumn(db: Db, scope: Scope, before: Scope = null): Promise<string | null> {
  const stored = await knownScope(db, scope, 'scope', [before])
  return stored && JSON.stringify(stored)
}

/** See `scopeColumn`. */
export async function rowsColumn(
  db: Db,
  rows: readonly RoleRow[],
  before: readonly RoleRow[] = [],
): Promise<string> {
  const known = before.map(({ scope }) => scope)
  const stored: RoleRow[] = []
  for (const [index, { levels, scope }] of rows.entries())
    stored.push({ levels, scope: await knownScope(db, scope, `rows.${index}.scope`, known) })
  return JSON.stringify(stored)
}

async function knownScope(db: Db, scope: Scope, field: string, before: readonly Scope[]): Promise<Scope> {
  const known = new Set(before.flatMap((each) => idsOf(each).flatMap(([, ids]) => ids)))
  for (const [table, ids] of idsOf(scope)) {
    const wanted = [...new Set(ids)].flatMap((id) => (known.has(id) ? [] : [{ id }]))
    if (wanted.length === 0) continue
    const found = await db.selectFrom(table).select('id').where('id', 'in', anyOf(db, wanted)).execute()
    if (found.length < wanted.length) throw invalid({ [field]: rule('unknown') })
  }
  return scope?.places || scope?.folders ? scope : null
}

/** The ids that a scope chooses, by table. */
export const idsOf = (scope: Scope) =>
  [
    ['buildings', scope?.places?.buildings ?? []],
    ['floors', scope?.places?.floors ?? []],
    ['device_groups', scope?.places?.groups ?? []],
    ['folders', scope?.folders ?? []],
  ] as const
