import type { UsedBy } from '@vitrine/contract/errors'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import { USES_LISTED_MAX } from '#lib/errors.ts'
import { schedulesAt, storyboardsOf } from '#playback/schedules/group-schedules.ts'
import { manualSwitchesAt, selectSwitched } from '#playback/switches/manual-switches.ts'
import { groupsNaming } from './schedule-references.ts'

/** Rows per query: each may have its own schedule. */
const AT_ONCE = 300

/** The first screens that were switched to it, as many as are listed. */
async function screensHolding(db: Db, storyboardId: string, now: number) {
  const holding: { id: string; name: string }[] = []
  for (let last = ''; ; ) {
    const rows = await selectSwitched(db)
      .where('devices.overrideStoryboardId', '=', storyboardId)
      .where('devices.id', '>', last)
      .orderBy('devices.id')
      .limit(AT_ONCE)
      .execute()
    for (const { row } of await manualSwitchesAt(db, rows, now)) holding.push(row)
    if (rows.length < AT_ONCE || holding.length >= USES_LISTED_MAX) return holding
    last = rows.at(-1)?.id ?? ''
  }
}

/**
 * Groups with the storyboard in their schedule, screens with a current or planned switch to it, and takeovers and
 * triggers that show it.
 */
export async function usesOfStoryboard(part: Db, storyboardId: string, now: number): Promise<UsedBy[]> {
  const db = whole(part)
  const groups = await db
    .selectFrom('device_groups')
    .select(['id', 'name', 'programme', 'nextProgramme', 'activateAt'])
    .where('id', 'in', groupsNaming(db, anyOf(db, [{ id: storyboardId }])))
    .orderBy('nameOrder')
    .orderBy('id')
    .execute()
  const playing = groups.filter((row) => {
    const { current, next } = schedulesAt(row, now)
    return [current, ...(next ? [next.programme] : [])].some((each) =>
      storyboardsOf(each).includes(storyboardId),
    )
  })
  const holding = await screensHolding(db, storyboardId, now)
  const planned = await db
    .selectFrom('planned_switches')
    .innerJoin('devices', 'devices.id', 'planned_switches.deviceId')
    .select(['devices.id', 'devices.name'])
    .distinct()
    .where('planned_switches.storyboardId', '=', storyboardId)
    .orderBy('devices.id')
    .execute()
  const screens = new Map([...holding, ...planned].map(({ id, name }) => [id, name]))
  const takeovers = await db
    .selectFrom('takeovers')
    .select(['id', 'title'])
    .where('storyboardId', '=', storyboardId)
    .where('clearedAt', 'is', null)
    .where('endsAt', '>', now)
    .orderBy('id')
    .execute()
  const triggers = await db
    .selectFrom('triggers')
    .select(['id', 'name'])
    .where('storyboardId', '=', storyboardId)
    .orderBy('nameKey')
    .execute()
  return [
    ...playing.map(({ id, name }) => ({ kind: 'device-group' as const, id, name })),
    ...takeovers.map(({ id, title }) => ({ kind: 'takeover' as const, id, name: title })),
    ...[...screens].map(([id, name]) => ({ kind: 'device' as const, id, name })),
    ...triggers.map(({ id, name }) => ({ kind: 'trigger' as const, id, name })),
  ]
}
