import { type Takeover, takeovers } from '@vitrine/contract/api/screens/takeovers'
import { feature } from '#features/handler.ts'
import { nameOfUser } from '#features/users/queries.ts'
import type { Change } from '#publishing/publisher.ts'
import { clearTakeover, getTakeover, listTakeovers, startTakeover } from './queries.ts'

function touched({ targets, organizationId }: Takeover): Change[] {
  if (targets.kind === 'all') return [{ kind: 'organization', id: organizationId }]
  const kind = targets.kind === 'groups' ? 'members' : 'device'
  return targets.ids.map((id) => ({ kind, id }))
}

export const takeoversFeature = feature(takeovers, {
  list: async ({ reader, publisher }) => ({ takeovers: await listTakeovers(reader, publisher.seen()) }),
  start: async ({ db, tenantDb, organizationFor, body, session, clock, publisher, changed }) => {
    const organizationId = await organizationFor(body.organizationId)
    const own = tenantDb(organizationId)
    const id = await startTakeover(
      own,
      organizationId,
      body,
      await nameOfUser(db, session.userId),
      clock.now(),
    )
    const takeover = await getTakeover(own, id, publisher.seen())
    changed(...touched(takeover))
    return { takeover }
  },
  clear: async ({ db, tenantDb, params, session, clock, publisher, changed }) => {
    const { organizationId } = await getTakeover(db, params.id, publisher.seen())
    const own = tenantDb(organizationId)
    await clearTakeover(own, params.id, await nameOfUser(db, session.userId), clock.now())
    const takeover = await getTakeover(own, params.id, publisher.seen())
    changed(...touched(takeover))
    return { takeover }
  },
})
