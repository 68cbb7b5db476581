// Under strict approval, people who may not approve change no manifest: what can't wait is refused. Those who approve for
// chosen places change none of other places.
import { approvesWhere, isLimited } from '@vitrine/contract/permissions'
import { APPROVING, type Session } from '#base/handler.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { AppError } from '#lib/errors.ts'
import { type NamedPart, partsAmong, partsOf, showingContent } from '#playback/approved/parts.ts'
import { isStrict } from '#playback/copies.ts'
import type { Call } from './call.ts'

/** Throws NEEDS_APPROVAL if a part of a manifest would be different after the call. */
export async function refuseUnapproved(call: Call, db: Db): Promise<void> {
  const { caller, changes, endpoint } = call
  const { session } = caller
  if (!session || changes.length === 0) return
  const { who } = endpoint.route
  const area = typeof who === 'object' && 'write' in who ? who.write : undefined
  if (area === APPROVING) return refuseElsewhere(call, session, db)
  if (approvesWhere(session, area ?? APPROVING)) return
  const moves = changes.filter(({ kind }) => MOVING.includes(kind))
  const { organizationId } = session
  if (moves.length === 0 || !(await isStrict(scoped(db, organizationId)))) return
  const { reader, clock, seal } = endpoint.services
  const at = { now: clock.now(), seal }
  const after = await partsAmong(db, organizationId, moves, at)
  // What is committed: the reader doesn't see this transaction.
  const before = await partsAmong(reader, organizationId, moves, at)
  const changed = changedIn(before, after)
  if (changed)
    throw new AppError(
      'NEEDS_APPROVAL',
      `This would change what ${changed.name} plays. In this organization, only people who may approve can do that.`,
    )
}

type Parts = ReadonlyMap<string, NamedPart>

function changedIn(before: Parts, after: Parts): NamedPart | undefined {
  for (const [id, part] of before) {
    const next = after.get(id)
    if (next?.hash !== part.hash || next.groupId !== part.groupId) return part
  }
  return undefined
}

/** Throws NEEDS_APPROVAL if someone whose rights hold for chosen places approves what plays elsewhere, too. */
async function refuseElsewhere(call: Call, session: Session, db: Db): Promise<void> {
  const { changes, endpoint, caller } = call
  if (!isLimited(session)) return
  if (!changes.some(({ kind }) => kind === 'content')) return
  const { organizationId } = session
  const all = scoped(db, organizationId)
  if (!(await isStrict(all))) return
  const { reader, clock, seal } = endpoint.services
  const at = { now: clock.now(), seal }
  const own = scoped(db, organizationId, caller.reach, () => {})
  const { groups, devices } = await showingContent(all, at.now)
  const elsewhere = await groupsElsewhere({ all, own }, groups)
  const alone = await screensElsewhere(own, devices)
  const after = await partsOf(db, elsewhere, alone, at)
  if (changedIn(await partsOf(reader, elsewhere, alone, at), after))
    throw new AppError(
      'NEEDS_APPROVAL',
      'Screens outside of the places that you approve for show this, too. Someone who may approve for them can do that.',
    )
}

/** Those with a screen that `own` doesn't find. */
async function groupsElsewhere({ all, own }: Record<'all' | 'own', Db>, ids: readonly string[]) {
  const sizes = async (db: Db) => {
    const rows = await db
      .selectFrom('devices')
      .select(({ fn }) => ['deviceGroupId', fn.countAll<number>().as('count')])
      .where('deviceGroupId', 'is not', null)
      .groupBy('deviceGroupId')
      .execute()
    return new Map(rows.map(({ deviceGroupId, count }) => [deviceGroupId, Number(count)]))
  }
  const [whole, inside] = [await sizes(all), await sizes(own)]
  return ids.filter((id) => (inside.get(id) ?? 0) < (whole.get(id) ?? 0))
}

/** Those that `own` doesn't find. */
async function screensElsewhere(own: Db, ids: readonly string[]): Promise<string[]> {
  const wanted = ids.map((id) => ({ id }))
  const found = await own.selectFrom('devices').select('id').where('id', 'in', anyOf(own, wanted)).execute()
  const inside = new Set(found.map(({ id }) => id))
  return ids.filter((id) => !inside.has(id))
}

/** Changes of content wait, so they are none of a manifest. */
const MOVING: readonly string[] = ['group', 'device', 'members', 'organization']
