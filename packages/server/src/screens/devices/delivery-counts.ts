import type { PanelState } from '@vitrine/contract/player/panel'
import { sql } from 'kysely'
import { anyOf } from '#db/database.ts'
import { jsonText } from '#db/json-value.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { planForAll } from '#screens/status/plan.ts'
import { IS_HELD, IS_SHOWN } from '#screens/status/queries.ts'
import { countScreens } from '#screens/status/reason-at.ts'

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
export async function countDeliveries(db: Db, now: number, groupIds: readonly string[] | null) {
  const isAmong = groupIds
    ? sql<boolean>`"devices"."deviceGroupId" in ${anyOf(
        db,
        groupIds.map((id) => ({ id })),
      )}`
    : sql<boolean>`"devices"."deviceGroupId" is null`
  const plan = await planForAll(db, now, groupIds)
  const counts = await countScreens(db, plan)
    .where(isAmong)
    .select(({ fn }) => [
      fn.max('device_groups.name').as('groupName'),
      fn.max('device_groups.manifestAt').as('groupAt'),
      fn.max('device_groups.activateAt').as('activateAt'),
      fn.max<number>('devices.manifestAt').as('deviceAt'),
      sql<number>`count(*) filter (where ${IS_SHOWN} and ${jsonText(db, 'device_states.screen', 'panel')} in (${sql.join(UNSEEN)}))`.as(
        'unseen',
      ),
      // Many screens as one text: separate rows would dominate the cost.
      sql<string | null>`string_agg(${TOOK}, ' ') filter (where ${IS_TIMED})`.as('tooks'),
      sql<string | null>`string_agg(${LAGGING}, ' ') filter (where ${IS_SHOWN} is not true)`.as('lagging'),
    ])
    .execute()
  return counts.map(({ groupId, groupName, groupAt, deviceAt, activateAt, tooks, lagging, ...count }) => ({
    groupId,
    groupName,
    publishedAt: Number(groupAt ?? deviceAt),
    activateAt: activateAt === null ? null : Number(activateAt),
    screens: Number(count.screens),
    held: Number(count.held),
    shown: Number(count.shown),
    right: Number(count.right),
    differs: Number(count.differs),
    unknown: Number(count.unknown),
    unseen: Number(count.unseen),
    tooks: readTooks(wordsOf(tooks), groupAt === null ? undefined : isoTime(Number(groupAt))),
    lagging: wordsOf(lagging).map(readLagging),
  }))
}

const wordsOf = (text: string | null) => text?.split(' ') ?? []

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

const { ref } = sql
const PUBLISHED_AT = sql`coalesce(${ref('device_groups.manifestAt')}, ${ref('devices.manifestAt')})`
const SHOWN_AT = sql`case when ${ref('device_groups.id')} is null
  then ${ref('device_states.shownDeviceAt')} else ${ref('device_states.shownGroupAt')} end`
const IS_TIMED = sql`${IS_SHOWN} and ${PUBLISHED_AT} > 0 and ${SHOWN_AT} >= ${PUBLISHED_AT}`
/** Panel states in which the screen is not visible although it should be. */
const UNSEEN = ['off', 'other-input'] as const satisfies PanelState[]
const TOOK = sql`cast(${SHOWN_AT} - ${PUBLISHED_AT} as text) || '|' || ${ref('devices.createdAt')}`
const LAGGING = sql`cast(coalesce(${ref('device_states.lastSeenAt')}, 0) as text)
  || case when ${IS_HELD} then '|held|' else '||' end || ${ref('devices.id')}`
