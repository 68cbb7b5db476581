import { hourOf } from '#db/plays/keys.ts'
import type { Db } from '#db/schema.ts'
import { forgetNames } from '#features/plays/store/names.ts'
import { keptDays, keptFrom } from '#features/plays/store/pick.ts'
import type { ForgottenPlays } from '#features/plays/store/play-store.ts'
import type { Clickhouse, Parameters } from './client.ts'
import { marksOf } from './schema.ts'

const HOURS_A_DAY = 24

interface Forgetting {
  clickhouse: Clickhouse
  database: Db
  now: number
  keepDays: number
  signal?: AbortSignal | undefined
}

/**
 * Drops days that no organization keeps, and deletes the rows of those that keep less or were deleted. Plays stay until
 * the totals of their hours are computed.
 */
export async function forgetPlays(of: Forgetting): Promise<ForgottenPlays> {
  const { clickhouse, database, now, keepDays } = of
  const closed = (await marksOf(clickhouse)).get('closed') ?? 0
  const organizations = await database
    .selectFrom('organizations')
    .select(['playNumber', 'playDays'])
    .where('playNumber', 'is not', null)
    .execute()
  const kept = new Map(
    organizations.map((row) => [
      row.playNumber ?? 0,
      Math.min(closed, hourOf(keptFrom(now, keptDays(row.playDays, keepDays)))),
    ]),
  )
  const days = await dropDays(clickhouse, Math.min(...kept.values(), closed))
  const removed: ForgottenPlays = { plays: 0, hours: 0, days }
  for (const tenant of await tenantsIn(clickhouse, 'play_rows')) {
    of.signal?.throwIfAborted()
    const before = kept.get(tenant) ?? 2 ** 32 - 1
    removed.plays += await deleteRows(
      clickhouse,
      'play_rows',
      tenant,
      before,
      'intDiv(startedAt, 3600000) = hour',
    )
  }
  const totalsFrom = hourOf(keptFrom(now, keepDays))
  for (const table of ['play_hour_rows', 'play_hour_sums'] as const)
    for (const tenant of await tenantsIn(clickhouse, table)) {
      of.signal?.throwIfAborted()
      removed.hours += await deleteRows(
        clickhouse,
        table,
        tenant,
        kept.has(tenant) ? totalsFrom : 2 ** 32 - 1,
      )
    }
  while ((await forgetNames(database, Math.floor(hourOf(now) / HOURS_A_DAY) - keepDays - 2)) > 0);
  return removed
}

async function dropDays(clickhouse: Clickhouse, before: number): Promise<number> {
  const days = await clickhouse.rows<[number]>(
    `select distinct intDiv(hour, 24) as day from play_rows where hour < {before:UInt32} order by day`,
    { before: Math.floor(before / HOURS_A_DAY) * HOURS_A_DAY },
    'work',
  )
  // A partition can't be a parameter; it is a number of ClickHouse's own answer.
  for (const [day] of days)
    await clickhouse.command(`alter table play_rows drop partition ${Number(day)}`, {}, 'work')
  return days.length
}

/** The numbers of organizations with rows, each found in the key. */
async function tenantsIn(clickhouse: Clickhouse, table: PlayTable): Promise<number[]> {
  const found: number[] = []
  for (let last = 0; ; ) {
    const rows = await clickhouse.rows<[number]>(
      `select tenant from ${table} where tenant > {last:UInt32} order by tenant limit 1`,
      { last },
    )
    const tenant = rows[0]?.[0]
    if (tenant === undefined) return found
    found.push(tenant)
    last = tenant
  }
}

type PlayTable = 'play_rows' | 'play_hour_rows' | 'play_hour_sums'

/** Deletes an organization's rows before an hour, and returns their number. `counted`: a condition on those that count. */
async function deleteRows(
  clickhouse: Clickhouse,
  table: PlayTable,
  tenant: number,
  before: number,
  counted = '1',
): Promise<number> {
  const parameters: Parameters = { tenant, before }
  const rows = 'tenant = {tenant:UInt32} and hour < {before:UInt32}'
  const [count] = await clickhouse.rows<[number, number]>(
    `select count(), countIf(${counted}) from ${table} final where ${rows}`,
    parameters,
    'work',
  )
  const [all = 0, some = 0] = count ?? []
  if (all === 0) return 0
  await clickhouse.command(
    `alter table ${table} delete where ${rows} settings mutations_sync = 1`,
    parameters,
    'work',
  )
  return some
}
