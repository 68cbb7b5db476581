import type { RawBuilder } from 'kysely'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { DeviceGroupsTable } from '#db/tables/devices.ts'
import { storedSchedules, storyboardsOf } from '#playback/schedules/group-schedules.ts'

type Group = Pick<
  DeviceGroupsTable,
  'id' | 'organizationId' | 'programme' | 'nextProgramme' | 'activateAt' | 'version'
>

/**
 * Records the storyboards in the schedules of groups, for `groupsNaming`. Call after every write of a schedule, in the
 * same transaction.
 */
export async function saveScheduleUses(tx: Db, groups: readonly Group[]): Promise<void> {
  await tx.deleteFrom('schedule_uses').where('deviceGroupId', 'in', anyOf(tx, groups)).execute()
  for (const group of groups) {
    const { id, organizationId, version } = group
    const { current, next } = storedSchedules(group)
    const storyboards = new Set([current, ...(next ? [next.programme] : [])].flatMap(storyboardsOf))
    const uses = [...storyboards].map((storyboardId) => ({
      id: `${id}.${storyboardId}`,
      organizationId,
      deviceGroupId: id,
      storyboardId,
    }))
    if (uses.length) await tx.insertInto('schedule_uses').values(uses).execute()
    await tx.updateTable('device_groups').set({ listedVersion: version }).where('id', '=', id).execute()
  }
}

/** Ids of the groups that a server of an older version saved during an update: their storyboards aren't recorded. */
export const groupsUnlisted = (db: Db) =>
  db.selectFrom('device_groups').select('id').whereRef('listedVersion', '<>', 'version')

/**
 * Ids of the groups that may have one of these storyboards in their schedule: may return a few too many, including all
 * unlisted ones, and never misses one.
 */
export const groupsNaming = (db: Db, storyboards: RawBuilder<string>) =>
  db
    .selectFrom('schedule_uses')
    .select('deviceGroupId as id')
    .where('storyboardId', 'in', storyboards)
    .union(groupsUnlisted(db))
