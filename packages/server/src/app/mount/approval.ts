// Under strict approval, people who may not approve change no manifest: what can't wait is refused.
import { can } from '@vitrine/contract/permissions'
import { APPROVING } from '#base/handler.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { AppError } from '#lib/errors.ts'
import { partsAmong } from '#playback/approved/parts.ts'
import { isStrict } from '#playback/copies.ts'
import type { Call } from './call.ts'

/** Throws NEEDS_APPROVAL if a part of a manifest would be different after the call. */
export async function refuseUnapproved(call: Call, db: Db): Promise<void> {
  const { caller, changes, endpoint } = call
  const { session } = caller
  const moves = changes.filter(({ kind }) => MOVING.includes(kind))
  if (!session || moves.length === 0 || can(session, 'write', APPROVING)) return
  const { organizationId } = session
  if (!(await isStrict(scoped(db, organizationId)))) return
  const { reader, clock, seal } = endpoint.services
  const at = { now: clock.now(), seal }
  const after = await partsAmong(db, organizationId, moves, at)
  // What is committed: the reader doesn't see this transaction.
  const before = await partsAmong(reader, organizationId, moves, at)
  for (const [id, part] of before) {
    const next = after.get(id)
    if (next?.hash !== part.hash || next.groupId !== part.groupId)
      throw new AppError(
        'NEEDS_APPROVAL',
        `This would change what ${part.name} plays. In this organization, only people who may approve can do that.`,
      )
  }
}

/** Changes of content wait, so they are none of a manifest. */
const MOVING: readonly string[] = ['group', 'device', 'members', 'organization']
