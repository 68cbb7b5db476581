// Lists that fill themselves, in the transaction of each call that may change which files they find.
import type { AuditKind } from '@vitrine/contract/audited'
import { fillLists, hasLists } from '#content/media/listed/queries.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import type { Call } from './call.ts'

/** What calls write that may bring, change, or delete files, folders, tags of files, or pages with lists. */
const FILLING: readonly AuditKind[] = [
  ...(['media', 'folder', 'deck', 'conversion', 'trash', 'layout', 'card', 'style'] as const),
]

/** Records the pages that show other files after the call. `db`: its transaction, unbound. */
export async function followLists({ endpoint, caller, about, changes }: Call, db: Db): Promise<void> {
  const { audited, services } = endpoint
  if (!audited || !FILLING.includes(audited.kind)) return
  const own = caller.organizationId ?? caller.session?.organizationId
  const organizations = new Set(caller.organizationId === null ? [...about, ...(own ? [own] : [])] : [own])
  for (const organizationId of organizations) {
    if (!organizationId) continue
    const bound = scoped(db, organizationId)
    if (!(await hasLists(bound))) continue
    for (const id of await fillLists(bound, services.clock.now())) changes.push({ kind: 'content', id })
  }
}
