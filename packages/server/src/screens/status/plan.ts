// What every screen should show at an instant, by the schedule of its group: the part of the truth that only code can
// compute. Queries get it as lists of ids.

import type { TakeoverTargets } from '@vitrine/contract/api/screens/takeovers'
import { DEFAULT_TIMEZONE } from '@vitrine/contract/schedule/time-zone'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import type { TakeoversTable } from '#db/tables/reporting.ts'
import type { Located } from '#playback/schedules/traits.ts'
import { manualSwitchesAt, type SwitchRow, selectSwitched } from '#playback/switches/manual-switches.ts'
import { type KnownItems, type Planned, type PlannedOfAll, plannedOf, unshownOf } from './planned.ts'

type Manual = Awaited<ReturnType<typeof manualSwitchesAt>>[number]['manual']

export interface Takeover
  extends Pick<TakeoversTable, 'id' | 'organizationId' | 'title' | 'startedBy' | 'startedAt' | 'endsAt'> {
  targets: TakeoverTargets
}

/** Of all groups and screens, or of some of them. */
export interface Plan {
  now: number
  /** What most screens of a group should show. */
  groups: ReadonlyMap<string, Planned>
  /** What its other ones should, by rules. */
  screens: ReadonlyMap<string, Planned>
  /** Manual switches in effect, by screen. */
  switches: ReadonlyMap<string, Manual>
  /** Screens whose switch has no page to show there, by dates or rules: they play their schedule. */
  unshown: ReadonlySet<string>
  /** Active ones, newest first. */
  takeovers: readonly Takeover[]
}

type Screen = SwitchRow & Located

/** For the given screens. */
export async function planFor(db: Db, screens: readonly Screen[], now: number): Promise<Plan> {
  const groupIds = [...new Set(screens.flatMap(({ deviceGroupId }) => deviceGroupId ?? []))]
  const items: KnownItems = new Map()
  const planned = await plannedOf(db, { groupIds, screens }, items, now)
  return {
    now,
    ...planned,
    ...(await switchesOf(db, screens, { planned, items, now })),
    takeovers: screens.length > 0 ? await activeTakeovers(db, now) : [],
  }
}

/** For all screens, for those of some groups, or for those without one (null). */
export async function planForAll(db: Db, now: number, groupIds?: readonly string[] | null): Promise<Plan> {
  const wanted = groupIds?.map((id) => ({ id }))
  const switched = await selectSwitched(db)
    .$if(groupIds === null, (rows) => rows.where('devices.deviceGroupId', 'is', null))
    .$if(wanted !== undefined, (rows) => rows.where('devices.deviceGroupId', 'in', anyOf(db, wanted ?? [])))
    .execute()
  const items: KnownItems = new Map()
  const ids = groupIds === null ? [] : (groupIds ?? (await groupsWithScreens(db)))
  const planned = await plannedOf(db, { groupIds: ids }, items, now)
  return {
    now,
    ...planned,
    ...(await switchesOf(db, switched, { planned, items, now })),
    takeovers: await activeTakeovers(db, now),
  }
}

async function groupsWithScreens(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('devices')
    .select('deviceGroupId')
    .distinct()
    .where('deviceGroupId', 'is not', null)
    .execute()
  return rows.flatMap(({ deviceGroupId }) => deviceGroupId ?? [])
}

async function switchesOf(
  db: Db,
  screens: readonly Screen[],
  known: { planned: PlannedOfAll; items: KnownItems; now: number },
): Promise<Pick<Plan, 'switches' | 'unshown'>> {
  const switched = await manualSwitchesAt(db, screens, known.now)
  return {
    switches: new Map(switched.map(({ row, manual }) => [row.id, manual])),
    unshown: await unshownOf(db, switched, known),
  }
}

async function activeTakeovers(db: Db, now: number): Promise<Takeover[]> {
  const rows = await whole(db)
    .selectFrom('takeovers')
    .select(['id', 'organizationId', 'title', 'startedBy', 'startedAt', 'endsAt', 'targets'])
    .where('endsAt', '>', now)
    .where('clearedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, targets: JSON.parse(row.targets) as TakeoverTargets }))
}

/** The zone whose clocks a screen follows. */
export const zoneOf = ({ groups }: Plan, groupId: string | null): string =>
  groups.get(groupId ?? '')?.timezone ?? DEFAULT_TIMEZONE

/** What a screen's schedule plays. */
export const plannedFor = (
  { groups, screens }: Plan,
  { id, deviceGroupId }: { id: string; deviceGroupId: string | null },
): Planned | undefined => screens.get(id) ?? groups.get(deviceGroupId ?? '')

/** The manual switch that a screen shows. */
export const shownSwitch = ({ switches, unshown }: Plan, id: string): Manual | undefined =>
  unshown.has(id) ? undefined : switches.get(id)
