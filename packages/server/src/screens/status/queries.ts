// The status of a screen, as expressions of queries over `devices` joined with `device_groups` and `device_states`: lists,
// counts, metrics, and alerts all select, sort, and filter by them.
import {
  type Connection,
  type ContentState,
  LATE_SECONDS,
  ONLINE_SECONDS,
} from '@vitrine/contract/api/screens/devices'
import { sql } from 'kysely'
import { jsonNumber } from '#db/json-value.ts'
import type { Db } from '#db/schema.ts'
import { GROUPLESS } from '#playback/states.ts'

/** A screen without the latest version counts as behind only after this many milliseconds. */
export const UPDATING_MS = 120_000

const lastSeenAt = sql.ref<number | null>('device_states.lastSeenAt')
const since = (now: number, seconds: number) => sql<boolean>`${lastSeenAt} >= ${now - seconds * 1000}`
export const isOnline = (now: number) => since(now, ONLINE_SECONDS)
/** Without a report for long, or ever. */
export const isSilent = (now: number) => sql<boolean>`(${since(now, LATE_SECONDS)}) is not true`

/** Whether a screen has verified, or shows, the latest version of both parts of its manifest. */
const isCurrent = (device: string, group: string) => sql<boolean>`(
  ${sql.ref(device)} = "devices"."manifestHash" and ${sql.ref(group)} =
    case when "devices"."deviceGroupId" is null then ${GROUPLESS.part.hash} else "device_groups"."manifestHash" end)`
export const IS_HELD = isCurrent('device_states.heldDevice', 'device_states.heldGroup')
export const IS_SHOWN = isCurrent('device_states.shownDevice', 'device_states.shownGroup')

export const connectionAt = (now: number) => sql<Connection>`case
    when ${lastSeenAt} is null then 'never'
    when ${isOnline(now)} then 'online'
    when ${since(now, LATE_SECONDS)} then 'late'
    else 'offline' end`

export const contentAt = (db: Db, now: number) => sql<ContentState>`case
    when ${lastSeenAt} is null then 'unknown'
    when ${IS_SHOWN} then 'up-to-date'
    when "devices"."manifestAt" > ${now - UPDATING_MS} or "device_groups"."manifestAt" > ${now - UPDATING_MS}
      then 'updating'
    when ${isOnline(now)} and ${jsonNumber(db, 'device_states.download', 'missing')} > 0 then 'updating'
    else 'behind' end`

/** Whether a change was published so recently that it may still be on its way. */
export const isRecentAt = (now: number) => sql<boolean>`("devices"."manifestAt" > ${now - UPDATING_MS}
  or coalesce("device_groups"."manifestAt" > ${now - UPDATING_MS}, false))`
/** The same of a row. */
export const isRecent = (
  { manifestAt, groupAt }: { manifestAt: number; groupAt: number | null },
  now: number,
): boolean => Math.max(manifestAt, groupAt ?? 0) > now - UPDATING_MS
