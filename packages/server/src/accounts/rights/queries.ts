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

/** Checked when it was saved; calls of many requests don't check it again. */
export const scopeOf = (stored: string | null): Scope =>
  stored === null ? null : (JSON.parse(stored) as Scope)

/** Null if it has no limit. Throws INVALID for places that neither are in the organization of `db`, nor were chosen `before`. */
export async function scopeColumn(db: Db, scope: Scope, before: Scope = null): Promise<string | null> {
  if (!scope?.places) return null
  const { buildings, floors, groups } = scope.places
  for (const [kind, table, ids] of [
    ['buildings', 'buildings', buildings],
    ['floors', 'floors', floors],
    ['groups', 'device_groups', groups],
  ] as const) {
    const wanted = [...new Set(ids)].flatMap((id) => (before?.places?.[kind].includes(id) ? [] : [{ id }]))
    const found = await db.selectFrom(table).select('id').where('id', 'in', anyOf(db, wanted)).execute()
    if (found.length < wanted.length) throw invalid({ scope: rule('unknown') })
  }
  return JSON.stringify(scope)
}
