import type { DeliveryHour, HistoryQuery } from '@vitrine/contract/api/screens/devices/delivery'
import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { DeliveriesTable } from '#db/tables/devices.ts'
import { isoTime } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Screens that show a change later than this no longer count for it. */
const WATCHED_MS = DAY
const KEEP_MS = 90 * DAY
/** Maximum per organization; the oldest are deleted. */
const KEEP_MOST = 20_000
/** Groups per statement. */
const AT_ONCE = 300

type Group = Pick<DeliveriesTable, 'organizationId' | 'groupId' | 'groupName' | 'publishedAt'> & {
  hash: string
}

/**
 * Updates the delivery progress of each group's newest change, in all organizations. Returns the count. Some hundred
 * groups are read at a time, so a change of 20,000 groups takes tens of statements.
 */
export async function noteDeliveries(db: Db, now: number): Promise<number> {
  const groups = await db
    .selectFrom('device_groups')
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.groupId', '=', 'device_groups.id')
        .onRef('deliveries.publishedAt', '=', 'device_groups.manifestAt'),
    )
    .where('manifestAt', '>', now - WATCHED_MS)
    .where(sql<boolean>`coalesce(deliveries.shown < deliveries.screens, true)`)
    .select(['device_groups.id as groupId', 'device_groups.organizationId', 'name as groupName'])
    .select(['manifestAt as publishedAt', 'manifestHash as hash'])
    .execute()
  let noted = 0
  for (let from = 0; from < groups.length; from += AT_ONCE)
    noted += await noteGroups(db, groups.slice(from, from + AT_ONCE))
  return noted
}

async function noteGroups(db: Db, groups: readonly Group[]): Promise<number> {
  const screens = await db
    .selectFrom('devices')
    .leftJoin('device_states as states', 'states.id', 'devices.id')
    .where(
      'devices.deviceGroupId',
      'in',
      groups.map(({ groupId }) => groupId),
    )
    .select(['devices.deviceGroupId as groupId', 'devices.createdAt', 'shownGroup', 'shownGroupAt'])
    .execute()
  const byGroup = Map.groupBy(screens, ({ groupId }) => groupId)
  const rows = groups.flatMap(({ hash, ...group }) => {
    const { groupId, publishedAt } = group
    // Screens added after publishing don't count.
    const waited = (byGroup.get(groupId) ?? []).filter(({ createdAt }) => createdAt <= isoTime(publishedAt))
    if (waited.length === 0) return []
    const tooks = waited.flatMap(({ shownGroup, shownGroupAt }) =>
      shownGroup === hash && Number(shownGroupAt) >= publishedAt ? [Number(shownGroupAt) - publishedAt] : [],
    )
    return [{ id: newId(), ...group, screens: waited.length, ...spreadOf(tooks) }]
  })
  if (rows.length === 0) return 0
  await db
    .insertInto('deliveries')
    .values(rows)
    .onConflict((there) =>
      there.columns(['groupId', 'publishedAt']).doUpdateSet(({ ref }) => ({
        groupName: ref('excluded.groupName'),
        screens: ref('excluded.screens'),
        shown: ref('excluded.shown'),
        within10: ref('excluded.within10'),
        within60: ref('excluded.within60'),
        within600: ref('excluded.within600'),
        p50: ref('excluded.p50'),
        p95: ref('excluded.p95'),
      })),
    )
    .execute()
  return rows.length
}

/** `tooks`: milliseconds from publishing to the first frame, for each screen that showed it. */
function spreadOf(tooks: readonly number[]) {
  const sorted = tooks.toSorted((a, b) => a - b)
  const within = (seconds: number) => sorted.filter((took) => took <= seconds * 1000).length
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null
  return {
    shown: sorted.length,
    within10: within(10),
    within60: within(60),
    within600: within(600),
    p50: at(0.5),
    p95: at(0.95),
  }
}

/** Deletes old deliveries, and the oldest of organizations with too many. Returns the count. */
export async function forgetDeliveries(db: Db, now: number, most = KEEP_MOST): Promise<number> {
  const old = await db
    .deleteFrom('deliveries')
    .where('publishedAt', '<', now - KEEP_MS)
    .executeTakeFirst()
  let removed = Number(old.numDeletedRows)
  const many = await db
    .selectFrom('deliveries')
    .groupBy('organizationId')
    .having(({ fn }) => fn.countAll(), '>', most)
    .select('organizationId')
    .execute()
  for (const { organizationId } of many) {
    const last = await db
      .selectFrom('deliveries')
      .where('organizationId', '=', organizationId)
      .orderBy('publishedAt', 'desc')
      .orderBy('id', 'desc')
      .offset(most)
      .limit(1)
      .select('publishedAt')
      .executeTakeFirst()
    if (!last) continue
    const more = await db
      .deleteFrom('deliveries')
      .where('organizationId', '=', organizationId)
      .where('publishedAt', '<=', last.publishedAt)
      .executeTakeFirst()
    removed += Number(more.numDeletedRows)
  }
  return removed
}

function filtered(db: Db, { from, to, deviceGroupId }: HistoryQuery) {
  return db
    .selectFrom('deliveries')
    .$if(from !== undefined, (rows) => rows.where('publishedAt', '>=', from ?? 0))
    .$if(to !== undefined, (rows) => rows.where('publishedAt', '<', to ?? 0))
    .$if(deviceGroupId !== undefined, (rows) => rows.where('groupId', '=', deviceGroupId ?? ''))
}

/** Grouped by the hour of publishing. */
export async function deliveryHours(db: Db, query: HistoryQuery): Promise<DeliveryHour[]> {
  const hour = sql<number>`"publishedAt" / ${sql.lit(HOUR)}`
  const rows = await filtered(db, query)
    .select(hour.as('hour'))
    .select(({ fn }) => [
      fn.countAll<number>().as('changes'),
      fn.sum<number>('screens').as('screens'),
      fn.sum<number>('shown').as('shown'),
      fn.sum<number>('within10').as('within10'),
      fn.sum<number>('within60').as('within60'),
      fn.sum<number>('within600').as('within600'),
    ])
    .groupBy(hour)
    .orderBy(hour)
    .execute()
  return rows.map(({ hour, changes, screens, shown, within10, within60, within600 }) => [
    Number(hour),
    Number(changes),
    Number(screens),
    Number(shown),
    Number(within10),
    Number(within60),
    Number(within600),
  ])
}

/** Newest first. */
export const listDeliveries = (db: Db, query: HistoryQuery): Promise<DeliveriesTable[]> =>
  filtered(db, query).selectAll().orderBy('publishedAt', 'desc').orderBy('id').execute()
