import type { GroupRule } from '@vitrine/contract/schedule/group-rule'
import { placesIn } from '@vitrine/contract/schedule/screen-rule'
import type { RawBuilder, Selectable } from 'kysely'
import { saveReferences } from '#base/references/queries.ts'
import type { Db } from '#db/schema.ts'
import type { DeviceGroupsTable } from '#db/tables/devices.ts'
import { playingsOf, storedSchedules, storyboardsOf } from '#playback/schedules/group-schedules.ts'

type Group = Pick<
  Selectable<DeviceGroupsTable>,
  'id' | 'organizationId' | 'programme' | 'nextProgramme' | 'activateAt' | 'rule'
>

/** Records the storyboards in a group's schedules, and the places that its rule and those of its slots name. Call after every write of one, in the same transaction. */
export async function saveScheduleReferences(tx: Db, group: Group): Promise<void> {
  const { current, next } = storedSchedules(group)
  const all = [current, ...(next ? [next.programme] : [])]
  const storyboard = all.flatMap(storyboardsOf)
  const ofGroup = group.rule && (JSON.parse(group.rule) as GroupRule).screens
  const place = [
    ...placesIn(ofGroup || undefined),
    ...all.flatMap(playingsOf).flatMap(({ screens }) => placesIn(screens)),
  ]
  await saveReferences(
    tx,
    group.organizationId,
    { kind: 'device-group', id: group.id },
    { storyboard, place },
  )
}

/** Ids of the groups that may have one of these storyboards in their schedule, or had it in one that has ended. */
export const groupsNaming = (db: Db, storyboards: RawBuilder<string>) =>
  db
    .selectFrom('references')
    .select('fromId as id')
    .where('toId', 'in', storyboards)
    .where('toKind', '=', 'storyboard')
    .where('fromKind', '=', 'device-group')
