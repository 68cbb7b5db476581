import { setTimeout } from 'node:timers/promises'
import { type Takeover, takeovers } from '@vitrine/contract/api/screens/takeovers'
import { authorName } from '#accounts/authors/queries.ts'
import type { Change } from '#base/change.ts'
import { feature, prepare } from '#base/handler.ts'
import { withReadOnly } from '#base/read-only.ts'
import {
  clearTakeover,
  countTargeted,
  getTakeover,
  impactOfTakeover,
  listTakeovers,
  startTakeover,
  takeoverRow,
} from './queries.ts'

/** Milliseconds that an emergency waits for the reader's threads, which may be busy with reports. */
const COUNT_MS = 500

function touched({ targets, organizationId }: Takeover): Change[] {
  if (targets.kind === 'all') return [{ kind: 'organization', id: organizationId }]
  const kind = targets.kind === 'groups' ? 'members' : 'device'
  return targets.ids.map((id) => ({ kind, id }))
}

export const takeoversFeature = feature(takeovers, () => ({
  list: async ({ reader: db, session, clock }) => {
    const kind = { area: 'takeovers', table: 'takeovers', readsMore: true } as const
    return { takeovers: await withReadOnly({ db, session }, kind, await listTakeovers(db, clock.now())) }
  },
  start: prepare(
    async ({ organizationFor, tenantReader, body, clock }) => {
      const organizationId = await organizationFor(body.organizationId)
      const reader = tenantReader(organizationId)
      const counting = countTargeted(reader, organizationId, body.targets, clock.now())
      return Promise.race([counting.catch(() => undefined), setTimeout(COUNT_MS, undefined, { ref: false })])
    },
    async ({ db, tenantDb, organizationFor, query, body, session, clock, changed }, counted) => {
      const organizationId = await organizationFor(body.organizationId)
      const own = tenantDb(organizationId)
      const startedBy = await authorName(db, session.userId)
      const id = await startTakeover(own, organizationId, body, startedBy, clock.now())
      const counts = counted ?? (await countTargeted(own, organizationId, body.targets, clock.now()))
      const takeover = await getTakeover(own, id, clock.now(), counts)
      changed(...touched(takeover))
      if (query.dryRun === undefined) return { takeover }
      return { takeover, impact: await impactOfTakeover(own, organizationId, body.targets) }
    },
  ),
  clear: async ({ db, tenantDb, params, session, clock, changed }) => {
    const { organizationId } = await takeoverRow(db, params.id)
    const own = tenantDb(organizationId)
    await clearTakeover(own, params.id, await authorName(db, session.userId), clock.now())
    const takeover = await getTakeover(own, params.id, clock.now())
    changed(...touched(takeover))
    return { takeover }
  },
}))
