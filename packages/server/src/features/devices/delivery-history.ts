import type { DeliveryHour, HistoryQuery } from '@vitrine/contract/api/screens/devices/delivery'
import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { DeliveriesTable } from '#db/tables/devices.ts'
import { isoTime } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A screen that shows a change later than this has not got it in time to count. */
const WATCHED_MS = DAY
const KEEP_MS = 90 * DAY
/** Of an organization; the oldest go. */
const KEEP_MOST = 20_000

type Group = Pick<DeliveriesTable, 'organizationId' | 'groupId' | 'groupName' | 'publishedAt'> & {
  hash: string
}

/** Counts how far the newest change of each group has come, of all organizations. Returns how many were counted. */
export async function noteDeliveries(db: Db, now: number): Promise<number> {
  const groups = await db
    .selectFrom('device_groups')
    .where('manifestAt', '>', now - WATCHED_MS)
    .select(['id as groupId', 'organizationId', 'name as groupName'])
    .select(['manifestAt as publishedAt', 'manifestHash as hash'])
    .execute()
  if (groups.length === 0) return 0
  const complete = await db
    .selectFrom('deliveries')
    .where('publishedAt', '>', now - WATCHED_MS)
    .whereRef('shown', '>=', 'screens')
    .select(['groupId', 'publishedAt'])
    .execute()
  const keyOf = ({ groupId, publishedAt }: Pick<Group, 'groupId' | 'publishedAt'>) =>
    `${groupId} ${publishedAt}`
  const done = new Set(complete.map(keyOf))
  let noted = 0
  for (const group of groups) if (!done.has(keyOf(group))) noted += await noteDelivery(db, group)
  return noted
}

async function noteDelivery(db: Db, { hash, ...group }: Group): Promise<number> {
  const { groupId, publishedAt } = group
  const isShown = sql<boolean>`states."shownGroup" = ${hash} and states."shownGroupAt" >= ${publishedAt}`
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_states as states', 'states.id', 'devices.id')
    .where('devices.deviceGroupId', '=', groupId)
    // A screen that was added after publishing did not wait for it.
    .where('devices.createdAt', '<=', isoTime(publishedAt))
    .select(sql<number | null>`case when ${isShown} then states."shownGroupAt" end`.as('shownAt'))
    .execute()
  if (rows.length === 0) return 0
  const tooks = Float64Array.from(
    rows.flatMap(({ shownAt }) => (shownAt === null ? [] : [Number(shownAt) - publishedAt])),
  ).sort()
  const within = (seconds: number) => tooks.filter((took) => took <= seconds * 1000).length
  const at = (share: number) => tooks[Math.min(tooks.length - 1, Math.floor(share * tooks.length))] ?? null
  const counts = {
    groupName: group.groupName,
    screens: rows.length,
    shown: tooks.length,
    within10: within(10),
    within60: within(60),
    within600: within(600),
    p50: at(0.5),
    p95: at(0.95),
  }
  await db
    .insertInto('deliveries')
    .values({ id: newId(), ...group, ...counts })
    .onConflict((there) => there.columns(['groupId', 'publishedAt']).doUpdateSet(counts))
    .execute()
  return 1
}

/** Deletes old deliveries, and the oldest of organizations with very many. Returns how many. */
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

/** By the hour of publishing. */
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

/** The newest first. */
export const listDeliveries = (db: Db, query: HistoryQuery): Promise<DeliveriesTable[]> =>
  filtered(db, query).selectAll().orderBy('publishedAt', 'desc').orderBy('id').execute()
