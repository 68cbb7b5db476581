// Rules of groups, in the transaction of each call that may change which screens they have.
import type { RuleMove } from '#base/handler.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { fillGroups, hasGroupRules } from '#screens/group-rules/queries.ts'
import type { Call } from './call.ts'

/** The changes after which a screen may belong elsewhere: its own, those of places, and those of groups. */
const MOVING: readonly string[] = ['device', 'group', 'organization']

export function noteRuleMoves(call: Call, moves: readonly RuleMove[]): void {
  call.ruled.push(...moves)
  call.changes.push(...moves.map(({ id }) => ({ kind: 'device' as const, id })))
}

/** Moves the screens that the call concerns to where rules of groups want them. `db`: the call's transaction, unbound. */
export async function followGroupRules(call: Call, db: Db): Promise<void> {
  const changes = call.changes.filter(({ kind }) => MOVING.includes(kind))
  if (changes.length === 0) return
  const screens = changes.flatMap(({ kind, id }) => (kind === 'device' ? [id] : []))
  const isAboutAll = screens.length < changes.length
  const now = call.endpoint.services.clock.now()
  for (const organizationId of await organizationsOf(call, db)) {
    const own = scoped(db, organizationId)
    if (await hasGroupRules(own))
      noteRuleMoves(call, await fillGroups(own, now, isAboutAll ? undefined : screens))
  }
}

/** A super admin's call isn't bound to one. */
async function organizationsOf({ caller, changes, about }: Call, db: Db): Promise<Iterable<string>> {
  if (caller.organizationId !== null) return [caller.organizationId]
  const found = new Set(about)
  const ids = changes.map(({ id }) => ({ id }))
  for (const table of ['devices', 'device_groups'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('organizationId')
      .distinct()
      .where('id', 'in', anyOf(db, ids))
      .execute()
    for (const { organizationId } of rows) found.add(organizationId)
  }
  for (const { kind, id } of changes) if (kind === 'organization') found.add(id)
  return found
}
