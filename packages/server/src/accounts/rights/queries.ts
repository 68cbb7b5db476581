// What decides about the rights of people and keys, as stored.
import type { Scope } from '@vitrine/contract/api/accounts/scope'
import { Permission, Role } from '@vitrine/contract/api/accounts/users'
import { type Actor, limitsOf } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import { z } from 'zod'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { invalid } from '#lib/errors.ts'

const Permissions = z.array(Permission)

/** What decides about a person's rights. */
export const RIGHTS = ['users.role', 'users.permissions', 'users.scope'] as const

export interface StoredRights {
  role: string
  permissions: string
  scope: string | null
}

export function actorOf(row: StoredRights): Actor {
  const rights = { role: Role.parse(row.role), permissions: Permissions.parse(JSON.parse(row.permissions)) }
  return { ...rights, kiosk: false, limits: limitsOf(rights, scopeOf(row.scope)) }
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
