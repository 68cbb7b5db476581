import type { Override } from '@vitrine/contract/api/playback/manifest'
import type { ManualSwitch, SwitchEnd } from '@vitrine/contract/api/screens/manual-switches'
import { type ScheduleState, whatPlays } from '@vitrine/contract/schedule/schedule'
import { NO_TRAITS, type ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { DevicesTable } from '#db/tables/devices.ts'
import {
  type GroupSchedules,
  schedulesOfGroups,
  storedSchedules,
} from '#playback/schedules/group-schedules.ts'
import { holdingKey, type Located, rulesAmong, traitsOf } from '#playback/schedules/traits.ts'

/** The columns that hold a manual switch. */
const SWITCH_COLUMNS = [
  'overrideStoryboardId',
  'overrideSince',
  'overrideBy',
  'overrideEnd',
  'overrideUntil',
] as const
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
function manualSwitchAt(
  row: SwitchRow,
  schedules: GroupSchedules | undefined,
  now: number,
  traits: ScreenTraits | undefined,
): Omit<ManualSwitch, 'storyboardName'> | null {
  const override = storedOverride(row)
  if (!override) return null
  const state: ScheduleState = { ...(schedules ?? { current: null, next: null }), override, traits }
  const { reason, until } = whatPlays(state, now)
  if (reason !== 'override') return null
  const { storyboardId, since } = override
  const end = (row.overrideEnd ?? 'next-slot') as SwitchEnd
  return { storyboardId, by: row.overrideBy, since, end, until }
}

type Screen = SwitchRow & Located

/**
 * The switches in effect among many rows, in their order. Screens that were switched together and play the same schedule
 * share one computed result. A slot whose rule doesn't hold on a screen doesn't end its switch. `at`: the instant, or the
 * instant for each row.
 */
export async function manualSwitchesAt<Row extends Screen>(
  db: Db,
  rows: readonly Row[],
  at: number | ((row: Row) => number),
): Promise<{ row: Row; manual: Omit<ManualSwitch, 'storyboardName'> }[]> {
  const switched = rows.filter(({ overrideStoryboardId }) => overrideStoryboardId !== null)
  const found = new Map<Row, ReturnType<typeof manualSwitchAt>>()
  const resolve = async (own: readonly Row[], schedules: GroupSchedules | undefined) => {
    const known = new Map<string, ReturnType<typeof manualSwitchAt>>()
    const rules = rulesAmong([
      ...(schedules?.current.slots ?? []),
      ...(schedules?.next?.programme.slots ?? []),
    ])
    const traits = rules.length > 0 ? await traitsOf(db, own) : undefined
    for (const row of own) {
      const now = typeof at === 'number' ? at : at(row)
      const its = traits && (traits.get(row.id) ?? NO_TRAITS)
      const holding = its ? holdingKey(rules, its) : ''
      const key = JSON.stringify([now, holding, ...SWITCH_COLUMNS.map((column) => row[column])])
      if (!known.has(key)) known.set(key, manualSwitchAt(row, schedules, now, its))
      found.set(row, known.get(key) ?? null)
    }
  }
  const inGroups = Map.groupBy(switched, ({ deviceGroupId }) => deviceGroupId)
  const ids = [...inGroups.keys()].flatMap((id) => id ?? [])
  await resolve(inGroups.get(null) ?? [], undefined)
  if (ids.length > 0)
    for await (const groups of schedulesOfGroups(db, ids))
      for (const group of groups) await resolve(inGroups.get(group.id) ?? [], storedSchedules(group))
  // A group that was deleted since the rows were read has no schedule.
  await resolve(
    switched.filter((row) => !found.has(row)),
    undefined,
  )
  return switched.flatMap((row) => {
    const manual = found.get(row)
    return manual ? [{ row, manual }] : []
  })
}

/** Rows of screens with the columns of their manual switch. */
export const SWITCHES_OF_SCREENS = [
  ...(['devices.id', 'devices.name', 'devices.deviceGroupId', 'devices.floorId'] as const),
  ...SWITCH_COLUMNS.map((column) => `devices.${column}` as const),
] as const

/** Of those with a manual switch, ended or not. */
export const selectSwitched = (db: Db) =>
  db.selectFrom('devices').select(SWITCHES_OF_SCREENS).where('devices.overrideStoryboardId', 'is not', null)

/** Clears ended switches: manifests must not contain their storyboards forever. Returns the ids of the screens. */
export async function forgetEndedSwitches(db: Db, now: number): Promise<string[]> {
  const rows = await selectSwitched(db).execute()
  const current = new Set((await manualSwitchesAt(db, rows, now)).map(({ row }) => row))
  const isOver = (row: (typeof rows)[number]) => (row.overrideSince ?? 0) <= now && !current.has(row)
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
