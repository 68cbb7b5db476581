import type { Db } from '#db/schema.ts'
import type { TriggersTable } from '#db/tables/triggers.ts'
import { newId } from '#lib/ids.ts'
import { NO_SWITCH } from '#playback/switches/manual-switches.ts'

const MINUTE = 60_000

/** How a trigger is named as the author of a manual switch. */
const authorOf = ({ name }: Pick<TriggersTable, 'name'>) => `trigger ${name}`

/** Raises or clears a key. Returns until when the storyboard shows: null for no end, undefined for not at all. */
export async function setRaised(
  db: Db,
  { id: triggerId, organizationId, minutes }: TriggersTable,
  { action, key }: { action: 'raise' | 'clear'; key: string },
  now: number,
): Promise<number | null | undefined> {
  await db
    .deleteFrom('trigger_raises')
    .where('triggerId', '=', triggerId)
    .where(({ or, eb }) => or([eb('key', '=', key), eb('until', '<=', now)]))
    .execute()
  if (action === 'raise')
    await db
      .insertInto('trigger_raises')
      .values({
        ...{ id: newId(), organizationId, triggerId, key },
        until: minutes === null ? null : now + minutes * MINUTE,
      })
      .execute()
  const raised = await db
    .selectFrom('trigger_raises')
    .select('until')
    .where('triggerId', '=', triggerId)
    .execute()
  if (raised.length === 0) return undefined
  return raised.some(({ until }) => until === null)
    ? null
    : Math.max(...raised.map(({ until }) => until ?? 0))
}

/** Sends the storyboard to the screens of the group, as a manual switch. Returns their number. */
export async function showOn(
  db: Db,
  trigger: TriggersTable,
  until: number | null,
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('devices')
    .set({
      overrideStoryboardId: trigger.storyboardId,
      overrideSince: now,
      overrideBy: authorOf(trigger),
      overrideEnd: until === null ? 'manual' : 'time',
      overrideUntil: until,
      // From this statement on, the manifests that the screens have are outdated.
      manifestHash: '',
      manifestAt: now,
    })
    .where('deviceGroupId', '=', trigger.deviceGroupId)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Ends the trigger's switches, wherever its screens are now; those of people stay. Returns the ids of the screens. */
export async function endShown(db: Db, trigger: TriggersTable, now: number): Promise<string[]> {
  const screens = await db
    .selectFrom('devices')
    .select('id')
    .where('overrideStoryboardId', '=', trigger.storyboardId)
    .where('overrideBy', '=', authorOf(trigger))
    .execute()
  await db
    .updateTable('devices')
    .set({ ...NO_SWITCH, manifestHash: '', manifestAt: now })
    .where('overrideStoryboardId', '=', trigger.storyboardId)
    .where('overrideBy', '=', authorOf(trigger))
    .execute()
  return screens.map(({ id }) => id)
}
