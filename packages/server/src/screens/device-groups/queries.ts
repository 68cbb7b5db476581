import type { GroupSchedule } from '@vitrine/contract/api/playback/manifest'
import type { DeviceGroup, DeviceGroupInput, Schedule } from '@vitrine/contract/api/screens/device-groups'
import type { VideoWall } from '@vitrine/contract/api/screens/video-wall'
import { rule } from '@vitrine/contract/rules'
import { type ScreenRule, tidyRule } from '@vitrine/contract/schedule/screen-rule'
import { DEFAULT_TIMEZONE } from '@vitrine/contract/schedule/time-zone'
import { searchKey } from '@vitrine/contract/search-key'
import type { Selectable } from 'kysely'
import { forgetReferences, refuseOtherPlaces } from '#base/references/queries.ts'
import { withTags } from '#base/tags/queries.ts'
import { type Deletion, moveGroupToTrash } from '#content/deletions/queries.ts'
import { requireApproved } from '#content/storyboards/approval/queries.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { DeviceGroupsTable } from '#db/tables/devices.ts'
import { writeVersion } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { conflict, invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { storedWall } from '#playback/configurations.ts'
import {
  type GroupSchedules,
  mainStoryboardsOf,
  schedulesAt,
  storyboardsOf,
} from '#playback/schedules/group-schedules.ts'
import { manualSwitchesAt, NO_SWITCH, selectSwitched } from '#playback/switches/manual-switches.ts'
import { saveScheduleReferences } from '#playback/uses/schedule-references.ts'
import { ruleOf } from '#screens/group-rules/queries.ts'
import { planForAll } from '#screens/status/plan.ts'
import { countScreens } from '#screens/status/reason-at.ts'
import { type RuleAuthor, storedRule } from './rule-input.ts'

type Row = Selectable<DeviceGroupsTable>

export const groupsAmong = (db: Db, ids: readonly { id: string }[]) =>
  db.selectFrom('device_groups').select(['id', 'organizationId']).where('id', 'in', anyOf(db, ids)).execute()

export async function getGroup(db: Db, id: string, now: number): Promise<DeviceGroup> {
  const [group] = await withScreens(db, [await groupRow(db, id)], now)
  if (!group) throw notFound(MISSING)
  return group
}

/** Changes for screens: a new schedule, and added or removed screens. */
export interface GroupChange {
  id: string
  schedule: boolean
  devices: string[]
  /** It takes in other screens. */
  rule: boolean
}

export async function createGroup(
  db: Db,
  organizationId: string,
  input: DeviceGroupInput,
  author: RuleAuthor,
  now: number,
): Promise<GroupChange> {
  const id = newId()
  const rule = (await storedRule(db, input, { id, before: null, author })) ?? null
  const wanted = wantedSchedule(NO_SCHEDULE, input)
  await requireApproved(db, storyboardsOf(wanted))
  await refuseOtherPlaces(db, rulesOf(wanted))
  await db
    .insertInto('device_groups')
    .values({
      id,
      organizationId,
      name: input.name,
      nameKey: searchKey(input.name),
      programme: JSON.stringify({ ...wanted, activeFrom: now } satisfies GroupSchedule),
      nextProgramme: null,
      activateAt: null,
      wall: wallText(input.wall),
      rule,
      version: 1,
      createdAt: isoTime(now),
      updatedAt: isoTime(now),
    })
    .execute()
  await saveScheduleReferences(db, await groupRow(db, id))
  const devices = input.devices ? await moveDevices(db, id, input.devices, now) : []
  await wallMembers(db, id, input.wall)
  return { id, schedule: true, devices, rule: rule !== null }
}

interface Saving {
  settleMs: number
  now: number
  /** Absent: the input has no rule. */
  author?: RuleAuthor
}

/** A changed schedule becomes pending; `settleMs` after the last such save, all screens switch to it. */
export async function updateGroup(
  db: Db,
  id: string,
  input: DeviceGroupInput,
  { settleMs, now, author }: Saving,
): Promise<GroupChange> {
  await lockRow(db, 'device_groups', id)
  const row = await groupRow(db, id)
  if (input.version !== undefined && input.version !== row.version) throw conflict()
  const schedules = schedulesAt(row, now)
  const before = scheduleOf(schedules)
  const wanted = wantedSchedule(before, input)
  const changes = JSON.stringify(wanted) !== JSON.stringify(before)
  if (changes) {
    await requireApproved(db, storyboardsOf(wanted))
    await refuseOtherPlaces(db, rulesOf(wanted))
    await forgetEndedStories(db, id, now)
  }
  const newRule = author && (await storedRule(db, input, { id, before: row.rule, author }))
  const kept = changes && input.keepsSwitches ? await keepSwitches(db, id, now) : []
  await writeVersion(
    db,
    'device_groups',
    { id, seen: input.version, now: isoTime(now) },
    {
      name: input.name,
      nameKey: searchKey(input.name),
      ...(changes && settle(schedules, wanted, settleMs, now)),
      ...(input.wall !== undefined && { wall: wallText(input.wall) }),
      ...(newRule !== undefined && { rule: newRule }),
    },
  )
  await saveScheduleReferences(db, await groupRow(db, id))
  const moved = input.devices ? await moveDevices(db, id, input.devices, now) : []
  const isWallChanged = input.wall !== undefined && wallText(input.wall) !== row.wall
  const walled = isWallChanged ? await wallMembers(db, id, input.wall) : []
  const devices = [...new Set([...kept, ...moved, ...walled])]
  return { id, schedule: changes, devices, rule: newRule !== undefined }
}

/** Its screens stay, without a group. It can be restored from the trash. */
export async function deleteGroup(
  db: Db,
  group: Pick<DeviceGroup, 'id' | 'organizationId' | 'name'>,
  by: Deletion,
): Promise<void> {
  const { id } = group
  await lockRow(db, 'device_groups', id)
  await moveGroupToTrash(db, group, by)
  await forgetReferences(db, group.organizationId, [group])
  await db.deleteFrom('device_groups').where('id', '=', id).execute()
}

const MISSING = 'Device group not found'

async function groupRow(db: Db, id: string): Promise<Row> {
  const row = await db.selectFrom('device_groups').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound(MISSING)
  return row
}

const NO_SCHEDULE: Schedule = { timezone: DEFAULT_TIMEZONE, defaultStoryboardId: null, slots: [] }

/** The schedule as last saved, pending or current. */
function scheduleOf({ current, next }: GroupSchedules): Schedule {
  const { activeFrom: _, ...schedule } = next?.programme ?? current
  return schedule
}

/** Absent fields stay unchanged. The group's storyboard and the schedule's default are one value. */
function wantedSchedule(before: Schedule, { schedule, storyboardId }: DeviceGroupInput): Schedule {
  const sent = schedule?.defaultStoryboardId ?? storyboardId
  const { timezone, sky, hijriShift } = schedule ?? before
  const layers = schedule?.layers?.map(withTidyRule) ?? before.layers ?? []
  return {
    timezone,
    ...(sky && { sky }),
    ...(hijriShift && { hijriShift }),
    defaultStoryboardId:
      sent ??
      (schedule?.defaultStoryboardId === null || storyboardId === null ? null : before.defaultStoryboardId),
    slots: schedule?.slots.map(withTidyRule) ?? before.slots,
    ...(layers.length > 0 && { layers }),
  }
}

/** An empty rule is none. */
function withTidyRule<T extends { screens?: ScreenRule | undefined }>({ screens, ...rest }: T) {
  const rule = tidyRule(screens)
  return { ...rest, ...(rule && { screens: rule }) }
}

const rulesOf = ({ slots, layers = [] }: Schedule) =>
  Object.entries({ slots, layers }).flatMap(([name, ruled]) =>
    ruled.map(({ screens }, index) => ({ path: `schedule.${name}.${index}.screens`, rule: screens })),
  )

/** Columns of a pending schedule. Applies it immediately if nothing plays. */
function settle({ current }: GroupSchedules, wanted: Schedule, settleMs: number, now: number) {
  const empty = mainStoryboardsOf(current).length === 0
  const activeFrom = empty ? now : now + settleMs
  const schedule = JSON.stringify({ ...wanted, activeFrom } satisfies GroupSchedule)
  // From this statement on, the manifest that screens have is outdated.
  const published = { manifestHash: '', manifestAt: now }
  return empty
    ? { programme: schedule, nextProgramme: null, activateAt: null, ...published }
    : {
        programme: JSON.stringify(current),
        nextProgramme: schedule,
        activateAt: activeFrom,
        ...published,
      }
}

/** Clears manual switches that ended with the previous schedule, so that manifests don't keep them forever. */
async function forgetEndedStories(db: Db, groupId: string, now: number): Promise<void> {
  const row = await groupRow(db, groupId)
  const { current } = schedulesAt(row, now)
  await db
    .updateTable('devices')
    .set(NO_SWITCH)
    .where('deviceGroupId', '=', groupId)
    .where('overrideSince', '<', current.activeFrom)
    .where((where) => where.or([where('overrideEnd', 'is', null), where('overrideEnd', '=', 'next-slot')]))
    .execute()
}

/** Manual switches in effect that the schedule's next change would end last until someone ends them. Returns their screens. */
async function keepSwitches(db: Db, groupId: string, now: number): Promise<string[]> {
  const rows = await selectSwitched(db).where('devices.deviceGroupId', '=', groupId).execute()
  const current = await manualSwitchesAt(db, rows, now)
  const kept = current.filter(({ manual }) => manual.end === 'next-slot').map(({ row }) => row)
  if (kept.length > 0)
    await db
      .updateTable('devices')
      .set({ overrideEnd: 'manual' })
      .where('id', 'in', anyOf(db, kept))
      .execute()
  return kept.map(({ id }) => id)
}

/**
 * Assigns exactly these screens to the group; a screen is in one group. Returns the ids of added and removed screens.
 */
async function moveDevices(
  db: Db,
  groupId: string,
  deviceIds: readonly string[],
  now: number,
): Promise<string[]> {
  const wanted = [...new Set(deviceIds)].map((id) => ({ id }))
  const found = await db
    .selectFrom('devices')
    .select(['id', 'deviceGroupId'])
    .where((where) => where.or([where('id', 'in', anyOf(db, wanted)), where('deviceGroupId', '=', groupId)]))
    .execute()
  const groupOf = new Map(found.map((device) => [device.id, device.deviceGroupId]))
  const unknown = deviceIds.findIndex((id) => !groupOf.has(id))
  if (unknown >= 0) throw invalid({ [`devices.${unknown}`]: rule('unknown') })
  const stays = new Set(deviceIds)
  const come = wanted.filter(({ id }) => groupOf.get(id) !== groupId)
  const go = found.filter(({ id, deviceGroupId }) => deviceGroupId === groupId && !stays.has(id))
  for (const [devices, deviceGroupId] of [
    [come, groupId],
    [go, null],
  ] as const)
    if (devices.length)
      await db
        .updateTable('devices')
        .set({ deviceGroupId, updatedAt: isoTime(now) })
        .where('id', 'in', anyOf(db, devices))
        .execute()
  return [...come, ...go].map(({ id }) => id)
}

const wallText = (wall: VideoWall | null | undefined): string | null => (wall ? JSON.stringify(wall) : null)

/** The group's screens if the wall changed, because their parts change. Throws if the wall names another screen. */
async function wallMembers(db: Db, groupId: string, wall: VideoWall | null | undefined): Promise<string[]> {
  if (wall === undefined) return []
  const members = await db.selectFrom('devices').select('id').where('deviceGroupId', '=', groupId).execute()
  const ids = new Set(members.map(({ id }) => id))
  const stranger = wall?.screens.findIndex((id) => id !== null && !ids.has(id)) ?? -1
  if (stranger >= 0) throw invalid({ [`wall.screens.${stranger}`]: rule('unknown') })
  return [...ids]
}

const NO_SCREENS = { screens: 0, online: 0, held: 0, shown: 0, right: 0, differs: 0, unknown: 0 }

/** With their screens, and how far these have the schedule. */
export async function withScreens(db: Db, rows: Row[], now: number): Promise<DeviceGroup[]> {
  if (rows.length === 0) return []
  const devices = await db
    .selectFrom('devices')
    .select(['id', 'deviceGroupId'])
    .where('deviceGroupId', 'in', anyOf(db, rows))
    .orderBy('deviceGroupId')
    .orderBy('nameOrder')
    .orderBy('id')
    .execute()
  const byGroup = Map.groupBy(devices, (device) => device.deviceGroupId)
  const plan = await planForAll(
    db,
    now,
    rows.map(({ id }) => id),
  )
  const counted = await countScreens(db, plan).where('devices.deviceGroupId', 'in', anyOf(db, rows)).execute()
  const counts = new Map(counted.map(({ groupId, ...count }) => [groupId, count]))
  const tagged = await withTags(db, 'device-group', rows)
  return tagged.map((row) => {
    const screens = byGroup.get(row.id) ?? []
    const schedules = schedulesAt(row, now)
    const schedule = scheduleOf(schedules)
    return {
      ...row,
      devices: screens.map((device) => device.id),
      storyboardId: schedule.defaultStoryboardId,
      schedule,
      wall: storedWall(row.wall, new Set(screens.map(({ id }) => id))),
      rule: ruleOf(row.rule) as DeviceGroup['rule'],
      delivery: {
        activateAt: schedules.next?.activateAt ?? null,
        ...(counts.get(row.id) ?? NO_SCREENS),
      },
    }
  })
}
