import type { GroupSchedule } from '@vitrine/contract/api/playback/manifest'
import type { Change } from '#base/change.ts'
import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'

/** Milliseconds by which servers that share a database may differ. */
const SKEW = 1000

/** Records which schedules have settled by `now`. Screens don't need it: they switch on their own. */
export async function noteSettled(db: Db, now: number): Promise<void> {
  const due = await db
    .selectFrom('device_groups')
    .select('id')
    .where('activateAt', '<=', now)
    .where((where) =>
      where.or([where('settledAt', 'is', null), where('settledAt', '!=', where.ref('activateAt'))]),
    )
    .execute()
  for (const { id } of due)
    await db
      .updateTable('device_groups')
      .set((columns) => ({ settledAt: columns.ref('activateAt') }))
      .where('id', '=', id)
      .where('activateAt', '<=', now)
      .execute()
}

/**
 * Call after the clock was set back: settled schedules stay in force, a pending one takes at most `settleMs`, and
 * manual switches and takeovers count as started now at the latest. Returns the changes for screens.
 */
export async function keepSettled(db: Db, now: number, settleMs: number): Promise<Change[]> {
  return inTransaction(db, async (tx) => {
    const groups = await settleGroups(tx, now, settleMs)
    const devices = await tx
      .updateTable('devices')
      .set(({ eb, ref }) => ({
        overrideSince: now,
        overrideUntil: eb(eb('overrideUntil', '-', ref('overrideSince')), '+', now),
      }))
      .where('overrideSince', '>', now + SKEW)
      .returning('id')
      .execute()
    const takeovers = await tx
      .updateTable('takeovers')
      .set(({ eb, ref }) => ({
        startedAt: now,
        endsAt: eb(eb('endsAt', '-', ref('startedAt')), '+', now),
      }))
      .where('startedAt', '>', now + SKEW)
      .where('clearedAt', 'is', null)
      .returning('organizationId')
      .execute()
    return [
      ...groups.map((id): Change => ({ kind: 'group', id })),
      ...devices.map(({ id }): Change => ({ kind: 'device', id })),
      ...[...new Set(takeovers.map(({ organizationId }) => organizationId))].map(
        (id): Change => ({ kind: 'organization', id }),
      ),
    ]
  })
}

async function settleGroups(tx: Db, now: number, settleMs: number): Promise<string[]> {
  const coming = await tx
    .selectFrom('device_groups')
    .select(['id', 'nextProgramme', 'activateAt', 'settledAt'])
    .where('activateAt', '>', now)
    .execute()
  const changed: string[] = []
  for (const { id, nextProgramme, activateAt, settledAt } of coming) {
    if (nextProgramme === null || activateAt === null) continue
    const schedule = JSON.parse(nextProgramme) as GroupSchedule
    const isSettled = settledAt === activateAt
    if (!isSettled && activateAt <= now + settleMs + SKEW) continue
    const activeFrom = isSettled ? now : now + settleMs
    const text = JSON.stringify({ ...schedule, activeFrom } satisfies GroupSchedule)
    await tx
      .updateTable('device_groups')
      .set({
        ...(isSettled
          ? { programme: text, nextProgramme: null, activateAt: null, settledAt: null }
          : { nextProgramme: text, activateAt: activeFrom }),
        manifestHash: '',
      })
      .where('id', '=', id)
      .where('activateAt', '=', activateAt)
      .execute()
    changed.push(id)
  }
  return changed
}
