import { type Takeover, takeovers } from '@vitrine/contract/api/screens/takeovers'
import type { Db } from '#db/schema.ts'
import { feature } from '#features/handler.ts'
import { nameOfUser } from '#features/users/queries.ts'
import type { Change } from '#publishing/publisher.ts'
import { clearTakeover, getTakeover, listTakeovers, startTakeover, targetedDevices } from './queries.ts'

async function touched(db: Db, { targets, organizationId }: Takeover): Promise<Change[]> {
  if (targets.kind === 'all') return [{ kind: 'organization', id: organizationId }]
  return (await targetedDevices(db, targets)).map((id) => ({ kind: 'device', id }))
}

export const takeoversFeature = feature(takeovers, {
  list: async ({ db, publisher }) => ({ takeovers: await listTakeovers(db, publisher.seen()) }),
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
    changed(...(await touched(own, takeover)))
    return { takeover }
  },
  clear: async ({ db, tenantDb, params, session, clock, publisher, changed }) => {
    const { organizationId } = await getTakeover(db, params.id, publisher.seen())
    const own = tenantDb(organizationId)
    await clearTakeover(own, params.id, await nameOfUser(db, session.userId), clock.now())
    const takeover = await getTakeover(own, params.id, publisher.seen())
    changed(...(await touched(own, takeover)))
    return { takeover }
  },
})
