import {
  type ScreenSwitch,
  SWITCH_DAYS_MAX,
  type SwitchInput,
} from '@vitrine/contract/api/screens/manual-switches'
import { rule } from '@vitrine/contract/rules'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { requireApproved, storyboardNames } from '#features/storyboards/queries.ts'
import { isoTime } from '#lib/clock.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { endSwitches, groupOf, manualSwitchAt, selectSwitched } from '#publishing/manual-switches.ts'

const DAY = 86_400_000

/** Plays a storyboard immediately, until the end that the caller chose. Throws INVALID for an end in the past. */
export async function switchStory(
  db: Db,
  id: string,
  { storyboardId, end = 'next-slot', until }: SwitchInput,
  by: string,
  now: number,
): Promise<void> {
  if (until !== undefined && until <= now)
    throw invalid({ until: rule('min_value', new Date(now).toISOString()) })
  if (until !== undefined && until > now + SWITCH_DAYS_MAX * DAY)
    throw invalid({ until: rule('max_value', new Date(now + SWITCH_DAYS_MAX * DAY).toISOString()) })
  await requireApproved(db, [storyboardId])
  await db
    .updateTable('devices')
    .set({
      overrideStoryboardId: storyboardId,
      overrideSince: now,
      overrideBy: by,
      overrideEnd: end,
      overrideUntil: until === undefined ? null : Math.round(until),
      // From this statement on, the manifest that the screen has is an old one.
      manifestHash: '',
      manifestAt: now,
      updatedAt: isoTime(now),
    })
    .where('id', '=', id)
    .execute()
}

/** The manual switches in effect, by the name of the screen. */
export async function listSwitches(db: Db, now: number): Promise<ScreenSwitch[]> {
  const rows = await selectSwitched(db).orderBy('devices.nameKey').orderBy('devices.id').execute()
  const names = await storyboardNames(
    db,
    rows.flatMap((row) => row.overrideStoryboardId ?? []),
  )
  return rows.flatMap((row) => {
    const found = manualSwitchAt(row, groupOf(row), now)
    if (!found) return []
    const { id: deviceId, name: deviceName, deviceGroupId } = row
    const storyboardName = names.get(found.storyboardId) ?? null
    return [{ ...found, storyboardName, deviceId, deviceName, deviceGroupId }]
  })
}

/** Ends manual switches. Throws NOT_FOUND if one of the screens doesn't exist. */
export async function returnToSchedule(
  db: Db,
  screens: readonly { deviceId: string; since?: number | undefined }[],
  now: number,
): Promise<string[]> {
  const wanted = [...new Set(screens.map(({ deviceId }) => deviceId))].map((id) => ({ id }))
  const found = await db.selectFrom('devices').select('id').where('id', 'in', anyOf(db, wanted)).execute()
  if (found.length < wanted.length) throw notFound('Screen not found')
  return endSwitches(db, screens, now)
}
