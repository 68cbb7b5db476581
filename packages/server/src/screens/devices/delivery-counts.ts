import type { ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import type { PanelState } from '@vitrine/contract/player/panel'
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '#db/database.ts'
import { jsonText } from '#db/json-value.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { mapPaced } from '#lib/work/pace.ts'
import { GROUPLESS } from '#playback/states.ts'
import type { Report } from '#screens/reports/report.ts'
import type { Seen } from '#screens/reports/reports.ts'

type Counts = Awaited<ReturnType<ReturnType<typeof countsOf>['execute']>>[number]
type Unwritten = ReadonlyMap<string, Report>

/** A screen that doesn't show the latest version. `lastSeenAt` is 0 if it never reported. */
export interface Lagging {
  id: string
  held: boolean
  lastSeenAt: number
}

/**
 * Deliveries of some groups; `null`: screens without a group, which count as one. Counted in the database, because loading a fleet's rows
 * costs many times as much. `tooks`: milliseconds to the first frame, sorted.
 */
export async function countDeliveries(db: Db, reports: Seen['reports'], groupIds: readonly string[] | null) {
  const isAmong = groupIds
    ? sql<boolean>`"devices"."deviceGroupId" in ${anyOf(
        db,
        groupIds.map((id) => ({ id })),
      )}`
    : sql<boolean>`"devices"."deviceGroupId" is null`
  const counts = await countScreens(db, reports.unwritten(), isAmong)
  const groups = [...Map.groupBy(counts, ({ groupId }) => groupId)]
  return mapPaced(groups, ([groupId, parts]) => {
    const [first] = parts
    const total = (count: 'screens' | 'held' | 'shown' | 'unseen') =>
      parts.reduce((sum, part) => sum + Number(part[count]), 0)
    const words = (kind: 'tooks' | 'lagging') => parts.flatMap((part) => part[kind]?.split(' ') ?? [])
    const groupAt = first?.groupAt ?? null
    return {
      groupId,
      groupName: first?.groupName ?? null,
      publishedAt: Number(groupAt ?? Math.max(...parts.map(({ deviceAt }) => Number(deviceAt)))),
      activateAt: first?.activateAt == null ? null : Number(first.activateAt),
      screens: total('screens'),
      held: total('held'),
      shown: total('shown'),
      unseen: total('unseen'),
      tooks: readTooks(words('tooks'), groupAt === null ? undefined : isoTime(Number(groupAt))),
      lagging: words('lagging').map(readLagging),
    }
  })
}

/** Screens added after publishing don't count; screens without a group have their own manifest. */
function readTooks(words: readonly string[], publishedAt: string | undefined): Float64Array {
  const waited = publishedAt === undefined ? words : words.filter((word) => createdAtOf(word) <= publishedAt)
  return Float64Array.from(waited, Number.parseFloat).sort()
}
const createdAtOf = (word: string) => word.slice(word.indexOf('|') + 1)

function readLagging(word: string): Lagging {
  const [lastSeenAt, held, id = ''] = word.split('|')
  return { id, held: held === 'held', lastSeenAt: Number(lastSeenAt) }
}

/** The few screens with unwritten reports are counted one by one. */
async function countScreens(tx: Db, unwritten: Unwritten, isAmong: RawBuilder<boolean>): Promise<Counts[]> {
  const heard = anyOf(tx, [...unwritten.values()])
  const written = await countsOf(tx).where(isAmong).where('devices.id', 'not in', heard).execute()
  if (unwritten.size === 0) return written
  const rows = await tx
    .selectFrom('devices')
    .leftJoin('device_groups', 'device_groups.id', 'devices.deviceGroupId')
    .where('devices.id', 'in', heard)
    .where(isAmong)
    .select(['devices.id', 'devices.createdAt', 'devices.deviceGroupId as groupId'])
    .select(['devices.manifestHash as deviceHash', 'devices.manifestAt as deviceAt'])
    .select(['device_groups.manifestHash as groupHash', 'device_groups.manifestAt as groupAt'])
    .select(['device_groups.name as groupName', 'device_groups.activateAt'])
    .execute()
  const others = rows.flatMap((row) => {
    const report = unwritten.get(row.id)
    return report ? [countOf(row, report)] : []
  })
  return [...written, ...others]
}

interface Published {
  id: string
  createdAt: string
  groupId: string | null
  deviceHash: string
  deviceAt: number
  groupHash: string | null
  groupAt: number | null
  groupName: string | null
  activateAt: number | null
}

/** Counts one screen like `countsOf` does many. */
function countOf({ id, createdAt, groupId, deviceAt, ...published }: Published, report: Report): Counts {
  const { heldGroup, heldDevice, shownGroup, shownDevice, lastSeenAt } = report
  const { deviceHash, groupAt, groupName, activateAt } = published
  const groupHash = published.groupHash ?? GROUPLESS.part.hash
  const held = heldGroup === groupHash && heldDevice === deviceHash
  const shown = shownGroup === groupHash && shownDevice === deviceHash
  const [at, since] = groupId === null ? [report.shownDeviceAt, deviceAt] : [report.shownGroupAt, groupAt]
  const isTimed = shown && at && since && at >= since
  return {
    groupId,
    groupName,
    groupAt,
    activateAt,
    screens: 1,
    deviceAt,
    held: Number(held),
    shown: Number(shown),
    unseen: Number(
      shown && UNSEEN.some((panel) => panel === (JSON.parse(report.screen) as ScreenFacts).panel),
    ),
    tooks: isTimed ? `${at - since}|${createdAt}` : null,
    lagging: shown ? null : `${lastSeenAt}|${held ? 'held' : ''}|${id}`,
  }
}

const { ref } = sql
const isCurrent = (kind: 'held' | 'shown') => sql<boolean>`(
  ${ref(`states.${kind}Group`)} = coalesce(${ref('device_groups.manifestHash')}, ${GROUPLESS.part.hash})
  and ${ref(`states.${kind}Device`)} = ${ref('devices.manifestHash')})`
const HELD = isCurrent('held')
const SHOWN = isCurrent('shown')
const PUBLISHED_AT = sql`coalesce(${ref('device_groups.manifestAt')}, ${ref('devices.manifestAt')})`
const SHOWN_AT = sql`case when ${ref('device_groups.id')} is null
  then ${ref('states.shownDeviceAt')} else ${ref('states.shownGroupAt')} end`
const IS_TIMED = sql`${SHOWN} and ${PUBLISHED_AT} > 0 and ${SHOWN_AT} >= ${PUBLISHED_AT}`
/** Panel states in which the screen is not visible although it should be. */
const UNSEEN = ['off', 'other-input'] as const satisfies PanelState[]
const TOOK = sql`cast(${SHOWN_AT} - ${PUBLISHED_AT} as text) || '|' || ${ref('devices.createdAt')}`
const LAGGING = sql`cast(coalesce(${ref('states.lastSeenAt')}, 0) as text)
  || case when ${HELD} then '|held|' else '||' end || ${ref('devices.id')}`

/** Returns many screens as one text: separate rows would dominate the cost. */
const countsOf = (tx: Db) =>
  tx
    .selectFrom('devices')
    .leftJoin('device_groups', 'device_groups.id', 'devices.deviceGroupId')
    .leftJoin('device_states as states', 'states.id', 'devices.id')
    .groupBy('devices.deviceGroupId')
    .select(({ fn }) => [
      'devices.deviceGroupId as groupId',
      fn.max('device_groups.name').as('groupName'),
      fn.max('device_groups.manifestAt').as('groupAt'),
      fn.max('device_groups.activateAt').as('activateAt'),
      fn.countAll<number>().as('screens'),
      fn.max<number>('devices.manifestAt').as('deviceAt'),
      sql<number>`count(*) filter (where ${HELD})`.as('held'),
      sql<number>`count(*) filter (where ${SHOWN})`.as('shown'),
      sql<number>`count(*) filter (where ${SHOWN} and ${jsonText(tx, 'states.screen', 'panel')} in (${sql.join(UNSEEN)}))`.as(
        'unseen',
      ),
      sql<string | null>`string_agg(${TOOK}, ' ') filter (where ${IS_TIMED})`.as('tooks'),
      sql<string | null>`string_agg(${LAGGING}, ' ') filter (where ${SHOWN} is not true)`.as('lagging'),
    ])
