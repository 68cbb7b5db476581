import { ROLES } from '@vitrine/contract/permissions'
import type { Change } from '#base/change.ts'
import type { Context, Deed, Doer, RuleMove } from '#base/handler.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { forbidden, notFound } from '#lib/errors.ts'
import { readDeed } from './audit.ts'
import type { Call, Caller } from './call.ts'
import { noteRuleMoves } from './group-rules.ts'
import { isSeen } from './seen.ts'

/** A handler's context: the parsed input, and `db` bound to the caller's organization and reach. */
export function contextOn(call: Call, db: Db): Context {
  const { endpoint, request, reply, caller, params, query, body, changes, afterCommit, about } = call
  const { organizationId: own, reach } = caller
  const noteMove = (into?: string | null) => {
    if (into === undefined) call.hasMoved = true
    else call.into.add(into)
  }
  const bound = (to: Db, id: string) => scoped(to, id, reach, endpoint.isWrite ? noteMove : undefined)
  const { clock, log, reader, wholeLists } = endpoint.services
  return {
    params,
    query,
    body,
    session: caller.session,
    device: caller.device,
    db: own === null ? db : bound(db, own),
    reader: own === null ? reader : bound(reader, own),
    tenantDb: (organizationId: string) => {
      if (own !== null && own !== organizationId) throw notFound()
      about.add(organizationId)
      return bound(db, organizationId)
    },
    tenantReader: (organizationId: string) => {
      if (own !== null && own !== organizationId) throw notFound()
      return bound(reader, organizationId)
    },
    takePlace: async () => {
      if (!call.release) call.release = await wholeLists.take(own ?? '')
    },
    organizationFor: (sent: string | undefined) => organizationFor(db, caller, sent),
    changed: (...more: Change[]) => changes.push(...more),
    movedByRule: (...moves: RuleMove[]) => noteRuleMoves(call, moves),
    actsAs: (doer: Doer) => {
      call.by = doer
    },
    audited: async (deed: Deed, work: () => Promise<void>) => {
      const before = await readDeed(deed, db)
      await work()
      call.deeds.push({ deed, before })
    },
    sees: (id: string) => isSeen(call, db, id),
    afterCommit: (work: () => void | Promise<void>) => afterCommit.push(work),
    clock,
    log,
    request,
    reply,
  } as unknown as Context
}

async function organizationFor(
  db: Db,
  { session, organizationId }: Caller,
  sent: string | undefined,
): Promise<string> {
  const own = organizationId ?? session?.organizationId
  if (session?.role === ROLES.superAdmin && sent && sent !== own) {
    const found = await db.selectFrom('organizations').select('id').where('id', '=', sent).executeTakeFirst()
    if (!found) throw notFound('Organization not found')
    return found.id
  }
  if (!own) throw forbidden()
  return own
}
