import type { Override } from '@vitrine/contract/api/playback/manifest'
import type { ManualSwitch, SwitchEnd } from '@vitrine/contract/api/screens/manual-switches'
import { type ScheduleState, whatPlays } from '@vitrine/contract/schedule/schedule'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { DevicesTable } from '#db/tables/devices.ts'
import { type GroupRow, storedSchedules } from '#playback/group-schedules.ts'

/** The columns that hold a manual switch. */
const SWITCH_COLUMNS = [
  'overrideStoryboardId',
  'overrideSince',
  'overrideBy',
  'overrideEnd',
  'overrideUntil',
] as const
/** Columns of the group's schedule, from a left join. */
interface ScheduleColumns {
  programme: string | null
  nextProgramme: string | null
  activateAt: number | null
}
export type SwitchRow = Pick<DevicesTable, 'overrideStoryboardId' | 'overrideSince'> & {
  overrideBy: string | null
  overrideEnd: string | null
  overrideUntil: number | null
}
export const NO_SWITCH = {
  overrideStoryboardId: null,
  overrideSince: null,
  overrideBy: null,
  overrideEnd: null,
  overrideUntil: null,
} satisfies SwitchRow

/** The stored switch in the players' format, ended or not. */
export function storedOverride(row: SwitchRow): Override | null {
  const { overrideStoryboardId: storyboardId, overrideSince, overrideEnd, overrideUntil } = row
  if (storyboardId === null) return null
  const since = overrideSince ?? 0
  if (overrideEnd === 'manual') return { storyboardId, since, until: null }
  if (overrideEnd === 'time') return { storyboardId, since, until: overrideUntil ?? since }
  return { storyboardId, since }
}

/** The manual switch in effect at an instant, or null. */
export function manualSwitchAt(
  row: SwitchRow,
  group: GroupRow | undefined,
  now: number,
): Omit<ManualSwitch, 'storyboardName'> | null {
  const override = storedOverride(row)
  if (!override) return null
  const schedules = group ? storedSchedules(group) : { current: null, next: null }
  const state: ScheduleState = { ...schedules, override }
  const { reason, until } = whatPlays(state, now)
  if (reason !== 'override') return null
  const { storyboardId, since } = override
  const end = (row.overrideEnd ?? 'next-slot') as SwitchEnd
  return { storyboardId, by: row.overrideBy, since, end, until }
}

/**
 * The switches in effect among many rows. Screens that were switched together and play the same schedule share one
 * computed result.
 */
export function manualSwitchesAt<Row extends SwitchRow & ScheduleColumns & { deviceGroupId: string | null }>(
  rows: readonly Row[],
  now: number,
): { row: Row; manual: Omit<ManualSwitch, 'storyboardName'> }[] {
  const known = new Map<string, ReturnType<typeof manualSwitchAt>>()
  return rows.flatMap((row) => {
    const key = JSON.stringify([row.deviceGroupId, ...SWITCH_COLUMNS.map((column) => row[column])])
    if (!known.has(key)) known.set(key, manualSwitchAt(row, groupOf(row), now))
    const manual = known.get(key)
    return manual ? [{ row, manual }] : []
  })
}

/** Rows of screens with a manual switch, ended or not, and the schedules that may have ended them. */
export const selectSwitched = (db: Db) =>
  db
    .selectFrom('devices')
    .leftJoin('device_groups', 'device_groups.id', 'devices.deviceGroupId')
    .select(['devices.id', 'devices.name', 'devices.deviceGroupId'])
    .select(SWITCH_COLUMNS.map((column) => `devices.${column}` as const))
    .select(['device_groups.programme', 'device_groups.nextProgramme', 'device_groups.activateAt'])
    .where('devices.overrideStoryboardId', 'is not', null)

/** The group's schedule from a left join; undefined for screens without a group. */
export const groupOf = ({ programme, nextProgramme, activateAt }: ScheduleColumns): GroupRow | undefined =>
  programme === null ? undefined : { programme, nextProgramme, activateAt }

/** Clears ended switches: manifests must not contain their storyboards forever. Returns the ids of the screens. */
export async function forgetEndedSwitches(db: Db, now: number): Promise<string[]> {
  const rows = await selectSwitched(db).execute()
  const isOver = (row: (typeof rows)[number]) =>
    (row.overrideSince ?? 0) <= now && manualSwitchAt(row, groupOf(row), now) === null
  return clearSwitches(db, rows.filter(isOver), now)
}

/**
 * Ends the switches of some screens. Those that began after the caller's `since` stay. Returns the ids of the affected
 * screens.
 */
export async function endSwitches(
  db: Db,
  screens: readonly { deviceId: string; since?: number | undefined }[],
  now: number,
): Promise<string[]> {
  const known = new Map(screens.map(({ deviceId, since }) => [deviceId, since]))
  const ids = [...known.keys()].map((id) => ({ id }))
  const rows = await selectSwitched(db).where('devices.id', 'in', anyOf(db, ids)).execute()
  const isKnown = ({ id, overrideSince }: (typeof rows)[number]) =>
    (overrideSince ?? 0) <= (known.get(id) ?? Number.POSITIVE_INFINITY)
  return clearSwitches(db, rows.filter(isKnown), now)
}

/** A switch that began since the rows were read stays. */
async function clearSwitches(
  db: Db,
  rows: readonly { id: string; overrideSince: number | null }[],
  now: number,
): Promise<string[]> {
  const cleared: string[] = []
  for (const { id, overrideSince } of rows) {
    const { numUpdatedRows } = await db
      .updateTable('devices')
      .set({ ...NO_SWITCH, manifestHash: '', manifestAt: now })
      .where('id', '=', id)
      .where('overrideSince', overrideSince === null ? 'is' : '=', overrideSince)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) cleared.push(id)
  }
  return cleared
}
