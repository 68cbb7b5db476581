import type { ListQuery } from '@vitrine/contract/api/base/entity'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { sql } from 'kysely'
import { listRows } from '#base/list.ts'
import { anyOf } from '#db/database.ts'
import { jsonText } from '#db/json-value.ts'
import type { ListPart } from '#db/lists/paged.ts'
import type { Db } from '#db/schema.ts'
import { scheduleBytes } from '#playback/schedules/group-schedules.ts'
import { isOnline } from '#screens/status/queries.ts'
import { withScreens } from './queries.ts'

export async function listGroups(
  db: Db,
  query: ListQuery & { part?: ListPart },
  now: number,
): Promise<{ devicesGroups: DeviceGroup[]; total?: number }> {
  const { rows: found, total } = await listRows(
    db,
    db.selectFrom('device_groups').select(['device_groups.id', scheduleBytes.as('bytes')]),
    'device_groups',
    query,
    {
      search: ['nameKey'],
      sort: {
        name: 'nameOrder',
        screens: sql`(select count(*) from "devices" join "device_states" on "device_states"."id" = "devices"."id"
          where "devices"."deviceGroupId" = "device_groups"."id"
            and ${isOnline(now)})`,
        storyboard: sql`(select "nameOrder" from "storyboards" where "storyboards"."id" =
          ${jsonText(db, 'device_groups.programme', 'defaultStoryboardId')})`,
        createdAt: 'createdAt',
        updatedAt: 'updatedAt',
      },
    },
  )
  const some = withinBytes(found, query.part)
  const rows = await db.selectFrom('device_groups').selectAll().where('id', 'in', anyOf(db, some)).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ordered = some.flatMap(({ id }) => byId.get(id) ?? [])
  return { devicesGroups: await withScreens(db, ordered, now), total }
}

/** Bytes of schedules that a part of the list contains; the schedule of one group may be larger. */
const PART_BYTES = 2 ** 20

/** The groups that fit into this part of the list; the next one continues after them. */
function withinBytes<G extends { bytes: number }>(groups: readonly G[], part: ListPart | undefined): G[] {
  let bytes = 0
  const fitting = groups.filter((group, index) => {
    bytes += Number(group.bytes)
    return index === 0 || !part || bytes <= PART_BYTES
  })
  if (part && fitting.length < groups.length) part.next = part.at + fitting.length
  return fitting
}
