// What every screen should show at an instant, by the schedule of its group: the part of the truth that only code can
// compute. Queries get it as lists of ids.

import type { TakeoverTargets } from '@vitrine/contract/api/screens/takeovers'
import { type SpansOf, whatPlays } from '@vitrine/contract/schedule/schedule'
import { DEFAULT_TIMEZONE } from '@vitrine/contract/schedule/time-zone'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { TakeoversTable } from '#db/tables/reporting.ts'
import { showSpans } from '#playback/content.ts'
import { schedulesOfGroups, storedSchedules, storyboardsOf } from '#playback/schedules/group-schedules.ts'
import { manualSwitchesAt, type SwitchRow, selectSwitched } from '#playback/switches/manual-switches.ts'

/** What a group's schedule plays, since when, and until when. */
interface Planned {
  storyboardId: string | null
  since: number
  until: number | null
  timezone: string
}

type Manual = Awaited<ReturnType<typeof manualSwitchesAt>>[number]['manual']

export interface Takeover
  extends Pick<TakeoversTable, 'id' | 'organizationId' | 'title' | 'startedBy' | 'startedAt' | 'endsAt'> {
  targets: TakeoverTargets
}

/** Of all groups and screens, or of some of them. */
export interface Plan {
  now: number
  groups: ReadonlyMap<string, Planned>
  /** Manual switches in effect, by screen. */
  switches: ReadonlyMap<string, Manual>
  /** Active ones, newest first. */
  takeovers: readonly Takeover[]
}

type Screen = SwitchRow & { id: string; deviceGroupId: string | null }

/** For the given screens. */
export async function planFor(db: Db, screens: readonly Screen[], now: number): Promise<Plan> {
  const groups = new Set(screens.flatMap(({ deviceGroupId }) => deviceGroupId ?? []))
  return {
    now,
    groups: await plannedOf(db, [...groups], now),
    switches: await switchesOf(db, screens, now),
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
  return {
    now,
    groups: await plannedOf(db, groupIds === null ? [] : (groupIds ?? (await groupsWithScreens(db))), now),
    switches: await switchesOf(db, switched, now),
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

async function switchesOf(db: Db, screens: readonly Screen[], now: number): Promise<Map<string, Manual>> {
  const switched = await manualSwitchesAt(db, screens, now)
  return new Map(switched.map(({ row, manual }) => [row.id, manual]))
}

async function plannedOf(db: Db, groupIds: readonly string[], now: number): Promise<Map<string, Planned>> {
  const found = new Map<string, Planned>()
  if (groupIds.length === 0) return found
  const spans = new Map<string, ReturnType<SpansOf>>()
  for await (const rows of schedulesOfGroups(db, groupIds)) {
    const groups = rows.map((row) => ({ id: row.id, schedules: storedSchedules(row) }))
    const named = groups.flatMap(({ schedules: { current, next } }) =>
      [current, ...(next ? [next.programme] : [])].flatMap(storyboardsOf),
    )
    await loadSpans(db, named, spans)
    for (const { id, schedules } of groups) {
      const { storyboardId, since, until } = whatPlays(
        { ...schedules, override: null },
        now,
        (one) => spans.get(one) ?? null,
      )
      const { current, next } = schedules
      const { timezone } = next && next.activateAt <= now ? next.programme : current
      found.set(id, { storyboardId, since, until, timezone })
    }
  }
  return found
}

/** When storyboards have something to show. Few have dates, so only those are read. */
async function loadSpans(
  db: Db,
  ids: readonly string[],
  known: Map<string, ReturnType<SpansOf>>,
): Promise<void> {
  const wanted = [...new Set(ids)].filter((id) => !known.has(id)).map((id) => ({ id }))
  if (wanted.length === 0) return
  for (const { id } of wanted) known.set(id, null)
  const dated = await db.selectFrom('pages').select('id').where('shows', 'is not', null).limit(1).execute()
  const storyboards = await db
    .selectFrom('storyboards')
    .select(['id', 'approved'])
    .where('id', 'in', anyOf(db, wanted))
    .$if(dated.length === 0, (rows) =>
      rows.where(({ eb, or }) =>
        or([eb('approved', 'like', '%"showFrom"%'), eb('approved', 'like', '%"showUntil"%')]),
      ),
    )
    .execute()
  if (storyboards.length === 0) return
  for (const [id, spans] of await showSpans(db, storyboards)) known.set(id, spans)
}

async function activeTakeovers(db: Db, now: number): Promise<Takeover[]> {
  const rows = await db
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
