import { hourOf } from '#db/plays/keys.ts'
import type { Db } from '#db/schema.ts'
import { forgetNames } from '#screens/plays/store/names.ts'
import { keptFrom, keptPerTenant } from '#screens/plays/store/pick.ts'
import type { ForgottenPlays } from '#screens/plays/store/play-store.ts'
import { anyOfNumbers, type Clickhouse, type Parameters } from './client.ts'
import { marksOf } from './schema.ts'

const HOURS_A_DAY = 24
/** Organizations per statement that has an hour for each. */
const TENANTS_AT_ONCE = 5000

const TOTALS = ['play_hour_rows', 'play_hour_sums'] as const
type Table = 'play_rows' | (typeof TOTALS)[number]

interface Forgetting {
  clickhouse: Clickhouse
  database: Db
  now: number
  keepDays: number
}

/**
 * Drops days that no organization keeps, and deletes the rows of those that keep less or were deleted. Plays stay until
 * the totals of their hours are computed.
 */
export async function forgetPlays(of: Forgetting): Promise<ForgottenPlays> {
  const { clickhouse, database, now, keepDays } = of
  const closed = (await marksOf(clickhouse)).get('closed') ?? 0
  const kept = new Map<number, number>()
  for (const [tenant, from] of await keptPerTenant(database, of))
    kept.set(tenant, Math.min(closed, hourOf(from)))
  const days = await dropDays(clickhouse, Math.min(...kept.values(), closed))
  const removed: ForgottenPlays = { plays: 0, hours: 0, days }
  removed.plays += await deleteBefore(clickhouse, kept)
  removed.hours += await deleteTotals(clickhouse, hourOf(keptFrom(now, keepDays)))
  removed.plays += await deleteOthers(of, 'play_rows', [...kept.keys()])
  for (const table of TOTALS) removed.hours += await deleteOthers(of, table, [...kept.keys()])
  while ((await forgetNames(database, Math.floor(hourOf(now) / HOURS_A_DAY) - keepDays - 2)) > 0);
  return removed
}

async function dropDays(clickhouse: Clickhouse, before: number): Promise<number> {
  const days = await clickhouse.rows<[number]>(
    'select distinct intDiv(hour, 24) as day from play_rows where hour < {before:UInt32} order by day',
    { before: Math.floor(before / HOURS_A_DAY) * HOURS_A_DAY },
    'work',
  )
  // A partition can't be a parameter; it is a number of ClickHouse's own answer.
  const drops = days.map(([day]) => `drop partition ${Number(day)}`)
  if (drops.length > 0) await clickhouse.command(`alter table play_rows ${drops.join(', ')}`, {}, 'work')
  return days.length
}

/** Deletes the plays of organizations before the hour from which each keeps them. */
async function deleteBefore(clickhouse: Clickhouse, kept: ReadonlyMap<number, number>): Promise<number> {
  const all = [...kept]
  let removed = 0
  for (let at = 0; at < all.length; at += TENANTS_AT_ONCE) {
    const some = all.slice(at, at + TENANTS_AT_ONCE)
    removed += await deleteRows(
      clickhouse,
      'play_rows',
      `tenant in {tenants:Array(UInt32)} and hour < {most:UInt32}
        and hour < transform(tenant, {tenants:Array(UInt32)}, {hours:Array(UInt32)}, toUInt32(0))`,
      {
        tenants: some.map(([tenant]) => tenant),
        hours: some.map(([, hour]) => hour),
        most: Math.max(...some.map(([, hour]) => hour)),
      },
    )
  }
  return removed
}

async function deleteTotals(clickhouse: Clickhouse, before: number): Promise<number> {
  let removed = 0
  for (const table of TOTALS)
    removed += await deleteRows(clickhouse, table, 'hour < {before:UInt32}', { before })
  return removed
}

/** Deletes the rows of organizations that don't exist any more. */
async function deleteOthers(
  { clickhouse, database }: Forgetting,
  table: Table,
  known: readonly number[],
): Promise<number> {
  const parameters = {}
  const isKnown = anyOfNumbers('tenant', known, parameters)
  // The key leads to them: rows of known organizations aren't read.
  const others = await clickhouse.rows<[number]>(
    `select distinct tenant from ${table} where not ${isKnown}`,
    parameters,
    'work',
  )
  if (others.length === 0) return 0
  // An organization may have reported its first plays since.
  const present = await database
    .selectFrom('organizations')
    .select('playNumber')
    .where('playNumber', 'is not', null)
    .execute()
  const numbers = new Set(present.map(({ playNumber }) => playNumber))
  const tenants = others.flatMap(([tenant]) => (numbers.has(tenant) ? [] : [tenant]))
  if (tenants.length === 0) return 0
  return deleteRows(clickhouse, table, 'tenant in {tenants:Array(UInt32)}', { tenants })
}

/** Deletes rows, if there are any, and returns the number of plays or totals. */
async function deleteRows(
  clickhouse: Clickhouse,
  table: Table,
  rows: string,
  parameters: Parameters,
): Promise<number> {
  const counted = table === 'play_rows' ? 'intDiv(startedAt, 3600000) = hour' : '1'
  const [counts] = await clickhouse.rows<[all: number, counted: number]>(
    `select count(), countIf(${counted}) from ${table} final where ${rows}`,
    parameters,
    'work',
  )
  const [all = 0, some = 0] = counts ?? []
  if (all === 0) return 0
  const statement = `alter table ${table} delete where ${rows} settings mutations_sync = 1`
  await clickhouse.command(statement, parameters, 'work')
  return some
}
