import type { DeviceState } from '@vitrine/contract/api/screens/device-facets'
import { PANEL_PROBLEMS } from '@vitrine/contract/player/panel'
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '#db/database.ts'
import { jsonText } from '#db/json-value.ts'
import { nameContains } from '#db/lists/name-search.ts'
import type { Db } from '#db/schema.ts'
import { storedSchedules, storyboardsOf } from '#playback/schedules/group-schedules.ts'
import { groupsNaming } from '#playback/uses/schedule-references.ts'
import { connectionAt, contentAt } from '#screens/status/queries.ts'

/** Sort and filter expressions for lists of screens, beyond their status. */
export function statesAt(db: Db, now: number) {
  const connection = connectionAt(now)
  const content = contentAt(db, now)
  const storyboardId = jsonText(db, 'device_states.playing', 'storyboardId')
  const playing = sql<
    string | null
  >`(select "nameKey" from "storyboards" where "storyboards"."id" = ${storyboardId}
    and "storyboards"."organizationId" = "devices"."organizationId")`
  const parts: StateParts = {
    connection,
    content,
    storyboardId,
    pageId: jsonText(db, 'device_states.playing', 'pageId'),
    reason: jsonText(db, 'device_states.playing', 'reason'),
    failing: jsonText(db, 'device_states.playing', 'failing'),
    panel: jsonText(db, 'device_states.screen', 'panel'),
  }
  /** The worst state first. */
  const severity = sql<number>`case ${stateOf(parts)}
    when 'offline' then 0 when 'late' then 1 when 'behind' then 2 when 'updating' then 3 when 'online' then 4 else 5 end`
  return { connection, content, playing, severity, parts, facets: facetsOf(parts) }
}

/** What the facets look at. */
type StateParts = Record<
  'connection' | 'content' | 'storyboardId' | 'pageId' | 'reason' | 'failing' | 'panel',
  RawBuilder<string | null>
>

const stateOf = ({ connection, content }: StateParts) => sql<string>`case
    when ${connection} <> 'online' then ${connection}
    when ${content} in ('behind', 'updating') then ${content}
    else 'online' end`

export function facetsOf(parts: StateParts): Record<DeviceState, RawBuilder<boolean>> {
  const { connection, content, storyboardId, pageId, reason, failing, panel } = parts
  const state = stateOf(parts)
  /** Online, with nothing to play. A takeover's message has no storyboard either. */
  const isEmpty = sql<boolean>`${connection} = 'online' and ${storyboardId} is null and ${reason} <> 'takeover'`
  /** See `isFailing`. */
  const isFailing = sql<boolean>`${connection} = 'online' and (${failing} is not null or ${content} = 'up-to-date'
    and ${storyboardId} is not null and ${pageId} is null and ${reason} <> 'takeover')`
  const hasWrongPanel = sql<boolean>`${connection} = 'online' and ${panel} in (${sql.join(PANEL_PROBLEMS)})`
  return {
    problems: sql`(${state} in ('offline', 'late', 'behind') or (${isEmpty}) or (${isFailing}) or (${hasWrongPanel}))`,
    playing: sql`${state} = 'online'`,
    updating: sql`${state} = 'updating'`,
    behind: sql`${state} = 'behind'`,
    offline: sql`${connection} in ('offline', 'late')`,
    never: sql`${connection} = 'never'`,
    late: sql`${connection} = 'late'`,
    idle: isEmpty,
    panel: sql`(${hasWrongPanel})`,
    blank: sql`(${isFailing})`,
    unassigned: sql`${connection} <> 'never' and ${storyboardId} is null`,
  }
}

/** The name of the storyboard that a screen's group plays outside scheduled times. */
export const defaultStoryboard = (db: Db) => sql<string | null>`(select "nameKey" from "storyboards"
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
