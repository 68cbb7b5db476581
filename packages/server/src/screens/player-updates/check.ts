import type { UpdateFailure } from '@vitrine/contract/api/screens/devices/player-updates'
import { UPDATE_DEADLINE_MS } from '@vitrine/contract/player/updates'
import type { Platform } from '#base/platform.ts'
import { inTransaction, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import type { ScreenUpdatesTable } from '#db/tables/devices.ts'
import type { Publisher } from '#playback/publisher.ts'
import { noteFailure, updateById } from './queries.ts'

/** A longer gap between two checks means that no server ran, so silence of screens in that time means nothing. */
const GAP_MS = 180_000
/** Maximum duration of a rolling update with servers of two versions. */
const ENDS_MS = 3_600_000

interface Dependencies extends Pick<Platform, 'clock' | 'playerBuild'> {
  database: Db
  publisher: Publisher
}

/** Records screens that didn't report in time, and stops their updates. Any number of servers may run it. */
export async function checkUpdates({
  database,
  clock,
  publisher,
  playerBuild,
}: Dependencies): Promise<{ failed: number; stopped: number }> {
  const now = clock.now()
  const waiting = await database
    .selectFrom('player_updates')
    .select(['id', 'organizationId'])
    .where('id', 'in', (db) =>
      db.selectFrom('screen_updates').select('updateId').where('status', '=', 'open'),
    )
    .orderBy('id')
    .execute()
  let failed = 0
  let stopped = 0
  for (const { id, organizationId } of waiting) {
    const found = await inTransaction(database, (tx) => checkUpdate(scoped(tx, organizationId), id, now))
    failed += found.failed
    if (found.hasStopped) stopped++
    if (found.failed > 0) publisher.notifyAll([{ organizationId, topics: ['devices'] }])
  }
  if (playerBuild !== undefined)
    await database
      .updateTable('player_updates')
      .set({ status: 'ended' })
      .where('status', '=', 'stopped')
      .where('build', '!=', playerBuild)
      .where('activeAt', '<', now - ENDS_MS)
      .where('stoppedAt', '<', now - ENDS_MS)
      .execute()
  return { failed, stopped }
}

async function checkUpdate(
  db: Db,
  id: string,
  now: number,
): Promise<{ failed: number; hasStopped: boolean }> {
  await lockRow(db, 'player_updates', id)
  let update = await updateById(db, id)
  const passed = now - update.checkedAt
  const watchedSince = passed < 0 || passed > GAP_MS ? now : update.watchedSince
  await db.updateTable('player_updates').set({ checkedAt: now, watchedSince }).where('id', '=', id).execute()
  const open = await db
    .selectFrom('screen_updates')
    .selectAll()
    .where('updateId', '=', id)
    .where('status', '=', 'open')
    .orderBy('id')
    .execute()
  // Those of the future were allowed before the clock was set back.
  const sinceOf = ({ allowedAt }: ScreenUpdatesTable) =>
    allowedAt > now ? watchedSince : Math.max(allowedAt, watchedSince)
  const late = open.filter((row) => now - sinceOf(row) > UPDATE_DEADLINE_MS)
  let hasStopped = false
  for (const row of late) {
    if (await noteFailure(db, update, row.id, reasonOf(row), now)) {
      hasStopped = true
      update = { ...update, status: 'stopped' }
    }
  }
  return { failed: late.length, hasStopped }
}

const reasonOf = ({ seenAt, blankAt }: ScreenUpdatesTable): UpdateFailure => {
  if (blankAt !== null && blankAt > (seenAt ?? 0)) return 'blank'
  return seenAt === null ? 'silent' : 'restarts'
}
