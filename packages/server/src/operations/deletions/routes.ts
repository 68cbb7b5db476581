import { DELETION_AREAS, type DeletionOutlook, deletions } from '@vitrine/contract/api/operations/deletions'
import type { UsedBy } from '@vitrine/contract/errors'
import { reachesAllPlaces } from '@vitrine/contract/permissions'
import { changing, feature } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { forbidden } from '#lib/errors.ts'
import { outlookOf, removeEverywhere, usesRoom } from './queries.ts'

export const deletionsFeature = feature(deletions, ({ settings }: Pick<Platform, 'settings'>) => ({
  look: async (context) => {
    const { session, body, clock } = context
    const { kind, ids } = body
    const { db, tenantDb } = changing(context, DELETION_AREAS[kind])
    const looking = { session, now: clock.now() }
    const room = usesRoom()
    const items: DeletionOutlook[] = []
    for (const id of new Set(ids)) items.push(await outlookOf(db, tenantDb, { kind, id }, looking, room))
    return { items }
  },
  everywhere: async (context) => {
    const { session, body, clock, changed } = context
    const { kind, ids } = body
    const area = DELETION_AREAS[kind]
    const { db, tenantDb } = changing(context, area)
    if (!reachesAllPlaces(session, { write: area })) throw forbidden()
    const removedFrom = new Map<string, UsedBy>()
    let { uses } = body
    const sorted = [...new Set(ids)].sort()
    for (const id of sorted) {
      const removing = { session, settings, now: clock.now(), uses }
      const removed = await removeEverywhere(db, tenantDb, { kind, id }, removing)
      for (const user of removed.removedFrom) removedFrom.set(user.id, user)
      uses -= removed.removedFrom.length
      changed(...removed.changes)
    }
    return { done: sorted, removedFrom: [...removedFrom.values()] }
  },
}))
