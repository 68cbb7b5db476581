import {
  type ScreenSwitch,
  SWITCH_DAYS_MAX,
  type SwitchInput,
} from '@vitrine/contract/api/screens/manual-switches'
import { rule } from '@vitrine/contract/rules'
import { storyboardNames } from '#content/storyboards/queries.ts'
import { anyOf } from '#db/database.ts'
import { allRows } from '#db/lists/paged.ts'
import type { Db } from '#db/schema.ts'
import { invalid, notFound } from '#lib/errors.ts'
import { endSwitches, manualSwitchesAt, selectSwitched } from '#playback/switches/manual-switches.ts'

const DAY = 86_400_000

/** The storyboard of a switch, and its end. */
export type SwitchRequest = Pick<SwitchInput, 'storyboardId' | 'end' | 'until'>

/** Throws INVALID for a start in the past, an end before the start, and instants too far ahead. */
export function refuseInstants(
  { from, until }: { from?: number | undefined; until: number | undefined },
  now: number,
): void {
  const last = now + SWITCH_DAYS_MAX * DAY
  const time = (at: number) => new Date(at).toISOString()
  const check = (name: 'from' | 'until', at: number | undefined, after: number) => {
    if (at === undefined) return
    if (at <= after) throw invalid({ [name]: rule('min_value', time(after)) })
    if (at > last) throw invalid({ [name]: rule('max_value', time(last)) })
  }
  check('from', from, now)
  check('until', until, from ?? now)
}

/** The manual switches in effect, sorted by screen name. */
export async function listSwitches(db: Db, now: number): Promise<ScreenSwitch[]> {
  const select = selectSwitched(db)
  const ordered = select.orderBy('devices.nameOrder').orderBy('devices.id')
  return allRows(db, 'devices', { select, ordered }, async (rows) => {
    const storyboards = new Set(rows.flatMap((row) => row.overrideStoryboardId ?? []))
    const names = await storyboardNames(db, [...storyboards])
    return (await manualSwitchesAt(db, rows, now)).map(({ row, manual }) => {
      const { id: deviceId, name: deviceName, deviceGroupId } = row
      const storyboardName = names.get(manual.storyboardId) ?? null
      return { ...manual, storyboardName, deviceId, deviceName, deviceGroupId }
    })
  })
}

/** Ends manual switches. Throws NOT_FOUND if none of the screens exists. */
export async function returnToSchedule(
  db: Db,
  screens: readonly { deviceId: string; since?: number | undefined }[],
  now: number,
): Promise<string[]> {
  const wanted = [...new Set(screens.map(({ deviceId }) => deviceId))].map((id) => ({ id }))
  const found = await db.selectFrom('devices').select('id').where('id', 'in', anyOf(db, wanted)).execute()
  if (found.length === 0) throw notFound('Screen not found')
  return endSwitches(db, screens, now)
}
