import { type DeviceState, PROBLEM_REASONS } from '@vitrine/contract/api/screens/device-facets'
import { TRUTH_OF, TRUTH_REASONS, type TruthReason } from '@vitrine/contract/player/truth'
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '#db/database.ts'
import { jsonText } from '#db/json-value.ts'
import { nameContains } from '#db/lists/name-search.ts'
import type { Db } from '#db/schema.ts'
import { storedSchedules, storyboardsOf } from '#playback/schedules/group-schedules.ts'
import { groupsNaming } from '#playback/uses/schedule-references.ts'
import type { Plan } from '#screens/status/plan.ts'
import { connectionAt, contentAt } from '#screens/status/queries.ts'
import { isValue, reasonAt } from '#screens/status/reason-at.ts'

/** Sort and filter expressions for lists of screens, beyond their status. */
export function statesAt(db: Db, now: number) {
  const storyboardId = jsonText(db, 'device_states.playing', 'storyboardId')
  const playing = sql<
    string | null
  >`(select "nameOrder" from "storyboards" where "storyboards"."id" = ${storyboardId}
    and "storyboards"."organizationId" = "devices"."organizationId")`
  return { connection: connectionAt(now), content: contentAt(db, now), playing }
}

/** The worst first: offline and late screens, those that differ, those that are right, and those that never connected. */
export function severityAt(db: Db, plan: Plan): RawBuilder<number> {
  const order = TRUTH_REASONS.filter((one) => TRUTH_OF[one] !== 'unknown')
  const reasons = order.map((one, place) => sql`when ${one} then ${sql.lit(place + 2)}`)
  return sql<number>`case ${connectionAt(plan.now)} when 'offline' then 0 when 'late' then 1
    else case ${reasonAt(db, plan)} ${sql.join(reasons, sql` `)} else 99 end end`
}

/** What the facets look at. `plan`: of all screens that the query reads. */
export const partsAt = (db: Db, plan: Plan) => ({
  connection: connectionAt(plan.now),
  content: contentAt(db, plan.now),
  storyboardId: jsonText(db, 'device_states.playing', 'storyboardId'),
  reason: reasonAt(db, plan) as RawBuilder<string | null>,
})
type StateParts = Record<keyof ReturnType<typeof partsAt>, RawBuilder<string | null>>

const stateOf = ({ connection, content }: Pick<StateParts, 'connection' | 'content'>) => sql<string>`case
    when ${connection} <> 'online' then ${connection}
    when ${content} in ('behind', 'updating') then ${content}
    else 'online' end`

export function facetsOf(parts: StateParts): Record<DeviceState, RawBuilder<boolean>> {
  const { connection, reason } = parts
  const state = stateOf(parts)
  const is = (one: TruthReason) => sql<boolean>`${reason} = ${one}`
  return {
    right: isValue(reason, 'right'),
    differs: isValue(reason, 'differs'),
    unknown: isValue(reason, 'unknown'),
    problems: sql`(${reason} in (${sql.join(PROBLEM_REASONS)}) or ${connection} in ('offline', 'late'))`,
    playing: sql`${state} = 'online'`,
    switched: is('switched'),
    updating: sql`${state} = 'updating'`,
    behind: is('behind'),
    offline: sql`${connection} in ('offline', 'late')`,
    never: is('never'),
    late: sql`${connection} = 'late'`,
    panel: is('panel'),
    blank: is('blank'),
    astray: is('astray'),
    untaken: is('untaken'),
    unassigned: is('nothing'),
  }
}

/** The name of the storyboard that a screen's group plays outside scheduled times. */
export const defaultStoryboard = (db: Db) => sql<string | null>`(select "nameOrder" from "storyboards"
  where "storyboards"."id" = ${jsonText(db, 'device_groups.programme', 'defaultStoryboardId')})`

/** Finds screens that play a storyboard with this name now, by default or in a time slot. */
export async function playingMatching(db: Db, word: string): Promise<RawBuilder<boolean>[]> {
  const storyboards = await db
    .selectFrom('storyboards')
    .select('id')
    .where(nameContains('storyboards', word))
    .execute()
  if (storyboards.length === 0) return []
  const ids = new Set(storyboards.map(({ id }) => id))
  const groups = await db
    .selectFrom('device_groups')
    .select(['id', 'programme', 'nextProgramme', 'activateAt'])
    .where('id', 'in', groupsNaming(db, anyOf(db, storyboards)))
    .execute()
  const playing = groups.filter((group) => {
    const { current, next } = storedSchedules(group)
    return [current, next?.programme].some((one) => one && storyboardsOf(one).some((id) => ids.has(id)))
  })
  return [
    sql`"devices"."overrideStoryboardId" in ${anyOf(db, storyboards)}`,
    sql`"devices"."id" in (select "deviceId" from "planned_switches" where "storyboardId" in ${anyOf(db, storyboards)})`,
    sql`"devices"."deviceGroupId" in ${anyOf(db, playing)}`,
    sql`${jsonText(db, 'device_states.playing', 'storyboardId')} in ${anyOf(db, storyboards)}`,
  ]
}
