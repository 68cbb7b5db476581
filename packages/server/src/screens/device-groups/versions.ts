import {
  type DeviceGroup,
  type DeviceGroupInput,
  Schedule,
} from '@vitrine/contract/api/screens/device-groups'
import { type Saved, savedDocument } from '#base/versions/queries.ts'
import { anyIn } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { storyboardsOf, withStoryboards } from '#playback/schedules/group-schedules.ts'

/** A group's newest saved schedule, for its versions; undefined for a group that is gone. */
export async function savedSchedule(db: Db, id: string): Promise<Saved | undefined> {
  const row = await db
    .selectFrom('device_groups')
    .select(['organizationId', 'version', 'name', 'programme', 'nextProgramme', 'updatedAt as savedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { programme, nextProgramme, ...saved } = row
  const schedule = Schedule.parse(JSON.parse(nextProgramme ?? programme))
  return { ...saved, document: JSON.stringify(schedule), parts: schedule.slots.length }
}

/** An earlier schedule to be saved again under the group's name, without storyboards that are gone. Throws NOT_FOUND. */
export async function scheduleOfVersion(
  db: Db,
  { id, name }: Pick<DeviceGroup, 'id' | 'name'>,
  version: number,
): Promise<DeviceGroupInput> {
  const stored = Schedule.parse(await savedDocument(db, 'device-group', { id, version }))
  const wanted = storyboardsOf(stored)
  const found = await db
    .selectFrom('storyboards')
    .select('id')
    .where('id', 'in', anyIn(db, JSON.stringify([...new Set(wanted)])))
    .execute()
  const there = new Set(found.map((storyboard) => storyboard.id))
  // Absent layers would stay as they are.
  const schedule = { layers: [], ...withStoryboards(stored, (each) => there.has(each)) }
  return { name, schedule: schedule as never }
}
