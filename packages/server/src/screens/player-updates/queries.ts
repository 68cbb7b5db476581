import {
  FAILED_LISTED,
  type PlayerUpdate,
  type UPDATE_DECISIONS,
  type UpdateFailure,
} from '@vitrine/contract/api/screens/devices/player-updates'
import { PRODUCT_VERSION } from '@vitrine/contract/version'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { PlayerUpdatesTable, ScreenUpdatesTable } from '#db/tables/devices.ts'
import { notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { canariesOf, mustStop } from './waves.ts'

const DAY = 86_400_000
/** Updates kept per organization. */
const KEPT = 10

/** The most recently started update. */
export const latestUpdate = (db: Db): Promise<PlayerUpdatesTable | undefined> =>
  db
    .selectFrom('player_updates')
    .selectAll()
    .orderBy('activeAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const updateOf = (db: Db, build: string): Promise<PlayerUpdatesTable | undefined> =>
  db.selectFrom('player_updates').selectAll().where('build', '=', build).executeTakeFirst()

/** The update to a build; the first screen that asks creates it. */
export async function beginUpdate(
  db: Db,
  organizationId: string,
  build: string,
  now: number,
): Promise<PlayerUpdatesTable> {
  const { screens } = await db
    .selectFrom('device_states')
    .select(({ fn }) => fn.countAll<string>().as('screens'))
    .where('lastSeenAt', '>', now - DAY)
    .executeTakeFirstOrThrow()
  const at = { startedAt: now, activeAt: now, stoppedAt: null, checkedAt: now, watchedSince: now }
  await db
    .insertInto('player_updates')
    .values({
      ...{ id: newId(), organizationId, build, version: PRODUCT_VERSION, status: 'running' },
      ...{ canaries: canariesOf(Number(screens)), decidedBy: null, ...at },
    })
    .onConflict((update) => update.columns(['organizationId', 'build']).doNothing())
    .execute()
  const kept = await db
    .selectFrom('player_updates')
    .select('id')
    .orderBy('activeAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(KEPT)
    .executeTakeFirst()
  if (kept) await db.deleteFrom('player_updates').where('id', '=', kept.id).execute()
  const update = await updateOf(db, build)
  if (!update) throw notFound('Update not found')
  return update
}

export const screenUpdate = (
  db: Db,
  updateId: string,
  deviceId: string,
): Promise<ScreenUpdatesTable | undefined> =>
  db
    .selectFrom('screen_updates')
    .selectAll()
    .where('updateId', '=', updateId)
    .where('deviceId', '=', deviceId)
    .executeTakeFirst()

/** Screens of an update, counted by status. */
export async function countOutcomes(
  db: Db,
  updateId: string,
): Promise<Record<ScreenUpdatesTable['status'], number>> {
  const rows = await db
    .selectFrom('screen_updates')
    .select(({ fn }) => ['status', fn.countAll<string>().as('count')])
    .where('updateId', '=', updateId)
    .groupBy('status')
    .execute()
  const counts = { open: 0, healthy: 0, failed: 0, accepted: 0, back: 0 }
  for (const { status, count } of rows) counts[status] = Number(count)
  return counts
}

/** Records a failed screen, and stops the update if there are too many. Returns whether it stopped. */
export async function noteFailure(
  db: Db,
  update: Pick<PlayerUpdatesTable, 'id' | 'status'>,
  screenId: string,
  why: UpdateFailure,
  now: number,
): Promise<boolean> {
  await db
    .updateTable('screen_updates')
    .set({ status: 'failed', why, changedAt: now })
    .where('id', '=', screenId)
    .execute()
  if (update.status !== 'running' || !mustStop(await countOutcomes(db, update.id))) return false
  await db
    .updateTable('player_updates')
    .set({ status: 'stopped', stoppedAt: now, decidedBy: null })
    .where('id', '=', update.id)
    .execute()
  return true
}

const STATUS_AFTER = { stop: 'stopped', resume: 'running', back: 'back' } as const

export async function decideUpdate(
  db: Db,
  id: string,
  decision: (typeof UPDATE_DECISIONS)[number],
  by: string,
  now: number,
): Promise<void> {
  await lockRow(db, 'player_updates', id)
  const { numUpdatedRows } = await db
    .updateTable('player_updates')
    .set({
      status: STATUS_AFTER[decision],
      stoppedAt: decision === 'resume' ? null : now,
      decidedBy: by,
      ...(decision === 'resume' && { watchedSince: now, checkedAt: now }),
    })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('Update not found')
  if (decision !== 'resume') return
  await db
    .updateTable('screen_updates')
    .set({ status: 'accepted', changedAt: now })
    .where('updateId', '=', id)
    .where('status', 'in', ['failed', 'back'])
    .execute()
}

export async function describeUpdate(db: Db, row: PlayerUpdatesTable): Promise<PlayerUpdate> {
  const counts = await countOutcomes(db, row.id)
  const { screens } = await db
    .selectFrom('devices')
    .select(({ fn }) => fn.countAll<string>().as('screens'))
    .where('organizationId', '=', row.organizationId)
    .executeTakeFirstOrThrow()
  const failed = await db
    .selectFrom('screen_updates')
    .innerJoin('devices', 'devices.id', 'screen_updates.deviceId')
    .select([
      'devices.id as deviceId',
      'devices.name',
      'screen_updates.why',
      'screen_updates.changedAt as at',
    ])
    .where('screen_updates.updateId', '=', row.id)
    .where('screen_updates.status', '=', 'failed')
    .orderBy('screen_updates.changedAt', 'desc')
    .orderBy('screen_updates.id')
    .limit(FAILED_LISTED)
    .execute()
  return {
    ...row,
    ...{ screens: Number(screens), healthy: counts.healthy, open: counts.open },
    ...{ failedCount: counts.failed, returned: counts.back },
    failed: failed.map((screen) => ({ ...screen, why: screen.why ?? 'silent' })),
  }
}

export async function updateById(db: Db, id: string): Promise<PlayerUpdatesTable> {
  const row = await db.selectFrom('player_updates').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Update not found')
  return row
}
