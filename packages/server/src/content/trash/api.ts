import { type Actor, ROLES } from '@vitrine/contract/permissions'
import type { Change } from '#base/change.ts'
import type { Db } from '#db/schema.ts'
import type { Settings } from '#lib/env.ts'
import { isInTrash } from './queries.ts'
import { restore } from './restore.ts'

/** Undo restores items removed by a change, with the permissions for the change. */
const UNDOING: Actor = { role: ROLES.admin, permissions: [], kiosk: false }

/**
 * Restores the items that are still in the trash, in this order. `db` is bound to one organization. Returns the changes
 * for screens.
 */
export async function restoreRemoved(
  db: Db,
  ids: readonly string[],
  { settings, now }: { settings: Settings; now: number },
): Promise<Change[]> {
  const changes: Change[] = []
  const changed = (...more: Change[]) => {
    changes.push(...more)
  }
  for (const id of ids)
    if (await isInTrash(db, id, now)) await restore({ db, session: UNDOING, settings, now, changed }, id)
  return changes
}
