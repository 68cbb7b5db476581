import type { TruthCounts } from '@vitrine/contract/api/screens/truth'
import { PANEL_PROBLEMS } from '@vitrine/contract/player/panel'
import { TRUTH_OF, TRUTHS, type TruthReason, type TruthValue } from '@vitrine/contract/player/truth'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { anyOf } from '#db/database.ts'
import { jsonText } from '#db/json-value.ts'
import type { Db } from '#db/schema.ts'
import { SWITCHES_OF_SCREENS } from '#playback/switches/manual-switches.ts'
import { type Plan, planFor } from './plan.ts'
import { isSurelyPlanned, type Planned } from './planned.ts'
import { contentAt, IS_HELD, IS_SHOWN, isOnline, isRecentAt, UPDATING_MS } from './queries.ts'

const { ref } = sql

/** Members of a list of texts. */
const among = (db: Db, ids: readonly string[]) =>
  anyOf(
    db,
    ids.map((id) => ({ id })),
  )

/**
 * Why a screen is right, differs, or is unknown, as an expression of queries. `reasonOf` decides the same for a row. `plan`
 * is for all screens that the query reads.
 */
export function reasonAt(db: Db, plan: Plan): RawBuilder<TruthReason> {
  const { now, groups, screens, switches, unshown, takeovers } = plan
  const playing = (key: string) => jsonText(db, 'device_states.playing', key)
  const storyboardId = playing('storyboardId')
  const reason = playing('reason')
  const content = contentAt(db, now)
  const panel = jsonText(db, 'device_states.screen', 'panel')
  const recently = now - UPDATING_MS

  // Whose answer counts for a screen: its own, or its group's.
  const deviceId = ref<string>('devices.id')
  const groupId = ref<string | null>('devices.deviceGroupId')
  const whose =
    screens.size > 0
      ? sql<
          string | null
        >`case when ${deviceId} in ${among(db, [...screens.keys()])} then ${deviceId} else ${groupId} end`
      : groupId
  const all = [...groups, ...screens]
  const idsOf = (is: (planned: Planned) => boolean) =>
    among(
      db,
      all.flatMap(([id, planned]) => (is(planned) ? [id] : [])),
    )
  const pairs = all.flatMap(([id, { storyboardId: planned, others }]) =>
    [planned, ...others].flatMap((each) => (each === null ? [] : [`${id} ${each}`])),
  )
  const isPlanned = (storyboard: RawBuilder<string | null>) =>
    sql<SqlBool>`coalesce(${whose} || ' ' || ${storyboard} in ${among(db, pairs)}, false)`
  const isSomethingPlanned = sql<SqlBool>`coalesce(${whose} in ${idsOf(isSurelyPlanned)}, false)`
  const shown = [...switches.keys()].filter((id) => !unshown.has(id))
  const isSwitched = sql<SqlBool>`${deviceId} in ${among(db, shown)}`
  const hasJustChanged = sql<SqlBool>`(coalesce(${whose} in ${idsOf(({ since }) => since > recently)}, false)
    or coalesce(${ref('devices.overrideSince')} > ${recently}, false)
    or coalesce(cast(${playing('since')} as double precision) > ${recently}, false))`
  const elsewhere = sql<TruthReason>`case when ${hasJustChanged} then 'updating' else 'astray' end`

  const [first, ...others] = takeovers.map(
    (takeover) => sql`when ${isTargetedBy(db, takeover)} then ${takeover.id}`,
  )
  const due = first ? sql<string | null>`case ${sql.join([first, ...others], sql` `)} end` : undefined
  const takenOver = due
    ? sql`when ${due} is not null then case when ${ref('device_states.takeoverId')} = ${due} then 'takeover' else 'untaken' end`
    : sql``

  return sql<TruthReason>`case
    when ${ref('device_states.lastSeenAt')} is null then 'never'
    when not ${isOnline(now)} then 'silent'
    ${takenOver}
    when ${playing('failing')} is not null or (${content} = 'up-to-date' and ${storyboardId} is not null
      and ${playing('pageId')} is null and ${reason} <> 'takeover') then 'blank'
    when ${content} = 'updating' then case when ${isRecentAt(now)} then 'updating' else 'downloading' end
    when ${content} = 'behind' then 'behind'
    when coalesce(${panel} in (${sql.join(PANEL_PROBLEMS)}), false) then 'panel'
    when ${panel} = 'off-by-plan' then 'off'
    when ${reason} = 'takeover' then ${elsewhere}
    when ${storyboardId} is null then case when ${isSomethingPlanned} or ${isSwitched} then ${elsewhere} else 'nothing' end
    when ${reason} = 'action' then 'action'
    when ${isSwitched} and ${ref('devices.overrideStoryboardId')} = ${storyboardId} then case
      when ${isPlanned(storyboardId)} then 'scheduled'
      when not ${isSomethingPlanned} then 'sent'
      else 'switched' end
    when ${isPlanned(storyboardId)} then 'scheduled'
    else ${elsewhere} end`
}

function isTargetedBy(db: Db, { organizationId, targets }: Plan['takeovers'][number]): RawBuilder<SqlBool> {
  const isOwn = sql<SqlBool>`${ref('devices.organizationId')} = ${organizationId}`
  if (targets.kind === 'all') return isOwn
  const column = targets.kind === 'groups' ? 'devices.deviceGroupId' : 'devices.id'
  return sql<SqlBool>`(${isOwn} and ${ref(column)} in ${among(db, targets.ids)})`
}

const REASONS = Object.entries(TRUTH_OF) as [TruthReason, TruthValue][]
/** Whether a reason, as an expression, is one of this value. */
export const isValue = (reason: RawBuilder<string | null>, value: TruthValue): RawBuilder<boolean> =>
  sql<boolean>`${reason} in (${sql.join(REASONS.filter(([, each]) => each === value).map(([each]) => each))})`

const truthCounts = (db: Db, plan: Plan) => {
  const reason = reasonAt(db, plan)
  return TRUTHS.map((value) => sql<number>`count(*) filter (where ${isValue(reason, value)})`.as(value))
}

/**
 * Of each group, and of the screens without one: how many are connected, have verified the latest version, and show it, and
 * of how many each truth is.
 */
export const countScreens = (db: Db, plan: Plan) =>
  db
    .selectFrom('devices')
    .leftJoin('device_groups', 'device_groups.id', 'devices.deviceGroupId')
    .leftJoin('device_states', 'device_states.id', 'devices.id')
    .groupBy('devices.deviceGroupId')
    .select(({ fn }) => [
      'devices.deviceGroupId as groupId',
      fn.countAll<number>().as('screens'),
      sql<number>`count(*) filter (where ${isOnline(plan.now)})`.as('online'),
      sql<number>`count(*) filter (where ${IS_HELD})`.as('held'),
      sql<number>`count(*) filter (where ${IS_SHOWN})`.as('shown'),
      ...truthCounts(db, plan),
    ])

/** Of how many screens on the floors of some buildings each truth is, by building. */
export async function truthOfBuildings(
  db: Db,
  buildings: readonly { id: string }[],
  now: number,
): Promise<Map<string, TruthCounts>> {
  const onFloors = db
    .selectFrom('floors')
    .innerJoin('devices', 'devices.floorId', 'floors.id')
    .where('floors.buildingId', 'in', anyOf(db, buildings))
  const screens = await onFloors.select(SWITCHES_OF_SCREENS).execute()
  const counted = await onFloors
    .leftJoin('device_groups', 'device_groups.id', 'devices.deviceGroupId')
    .leftJoin('device_states', 'device_states.id', 'devices.id')
    .groupBy('floors.buildingId')
    .select(['floors.buildingId', ...truthCounts(db, await planFor(db, screens, now))])
    .execute()
  return new Map(
    counted.map(({ buildingId, right, differs, unknown }) => [
      buildingId,
      { right: Number(right), differs: Number(differs), unknown: Number(unknown) },
    ]),
  )
}
