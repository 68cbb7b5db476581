// Versions of storyboards and schedules, in the transaction of the call that saved them.
import { authorName } from '#accounts/authors/queries.ts'
import { keepSaved, type Saved, type VersionedKind } from '#base/versions/queries.ts'
import { savedStoryboard } from '#content/storyboards/versions.ts'
import type { Db } from '#db/schema.ts'
import { savedSchedule } from '#screens/device-groups/versions.ts'
import { touchedIds } from './audit.ts'
import type { Call } from './call.ts'

const READ: Record<VersionedKind, (db: Db, id: string) => Promise<Saved | undefined>> = {
  storyboard: savedStoryboard,
  'device-group': savedSchedule,
}
/** They change nothing that a version has, and may name hundreds. */
const WITHOUT = ['tag', 'delete', 'decide']

/** Keeps what a call has saved as a version. Calls about other kinds of things keep none. */
export async function keepVersions(call: Call, db: Db): Promise<void> {
  const { audited } = call.endpoint
  if (!audited || WITHOUT.includes(audited.verb)) return
  const { kind } = audited
  if (kind !== 'storyboard' && kind !== 'device-group') return
  const { session } = call.caller
  const savedBy = session ? await authorName(db, session.userId) : ''
  for (const id of touchedIds(call, call.before ?? new Map())) {
    const saved = await READ[kind](db, id)
    if (saved)
      await keepSaved(db, call.endpoint.services.settings, { kind, id }, saved, {
        savedBy,
        request: String(call.request.id),
      })
  }
}
