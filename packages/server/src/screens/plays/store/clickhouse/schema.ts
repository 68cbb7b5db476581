import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { StartError } from '#lib/env.ts'
import { newId } from '#lib/ids.ts'
import type { Clickhouse } from './client.ts'

/** The oldest version of ClickHouse that its client supports. */
const OLDEST = '24.8'

/**
 * The statements of each version. Repeatable, because several servers may run them at the same time. Never change an
 * earlier version.
 *
 * - `play_rows`: a row per play and hour that it was seen in, with the length of the play so far. A repeated one
 *   replaces the shorter ones.
 * - `play_hour_rows`, `play_hour_sums`: totals of hours before the mark `closed`, per item and screen, and in total.
 *   Always computed from all plays of the hour, which only become more and longer, so the largest is the latest.
 * - `play_marks`: numbers that only grow.
 *
 * `tenant`, `screen`, and `item` are the numbers of the installation's database.
 */
const VERSIONS: readonly (readonly string[])[] = [
  [
    `create table if not exists play_rows (
      tenant UInt32,
      hour UInt32 codec(Delta, ZSTD),
      screen UInt32 codec(Delta, ZSTD),
      startedAt UInt64 codec(DoubleDelta, ZSTD),
      key UInt64 codec(T64),
      item UInt32 codec(ZSTD),
      lasted UInt64 codec(T64, ZSTD)
    ) engine = ReplacingMergeTree(lasted) partition by intDiv(hour, 24)
    order by (tenant, hour, screen, startedAt, key)`,
    `create table if not exists play_hour_rows (
      tenant UInt32,
      hour UInt32 codec(Delta, ZSTD),
      screen UInt32 codec(Delta, ZSTD),
      item UInt32 codec(Delta, ZSTD),
      plays SimpleAggregateFunction(max, UInt64) codec(T64, ZSTD),
      milliseconds SimpleAggregateFunction(max, UInt64) codec(T64, ZSTD)
    ) engine = AggregatingMergeTree partition by intDiv(hour, 168)
    order by (tenant, hour, screen, item)`,
    `create table if not exists play_hour_sums (
      tenant UInt32,
      hour UInt32,
      plays SimpleAggregateFunction(max, UInt64),
      milliseconds SimpleAggregateFunction(max, UInt64)
    ) engine = AggregatingMergeTree partition by intDiv(hour, 1680)
    order by (tenant, hour)`,
  ],
]

const MARKS = `create table if not exists play_marks (
  id String,
  at SimpleAggregateFunction(max, UInt64)
) engine = AggregatingMergeTree order by id`

/** `closing` and `closed`: hours since 1970, see roll-up.ts. */
type Mark = 'version' | 'numbers' | 'closing' | 'closed' | 'copied' | `installation ${string}`

export async function marksOf(clickhouse: Clickhouse): Promise<Map<string, number>> {
  const rows = await clickhouse.rows<[string, number]>('select id, max(at) from play_marks group by id')
  return new Map(rows)
}

export const setMark = (clickhouse: Clickhouse, id: Mark, at: number): Promise<void> =>
  clickhouse.command('insert into play_marks select {id:String}, {at:UInt64}', { id, at })

/** Brings the tables up to date and binds them to this installation. Returns the version of ClickHouse. */
export async function prepareTables(clickhouse: Clickhouse, database: Db): Promise<string> {
  const engine = await clickhouse.version()
  refuseOld(engine)
  await clickhouse.command(MARKS)
  const marks = await marksOf(clickhouse)
  const version = marks.get('version') ?? 0
  if (version > VERSIONS.length)
    throw new StartError(
      'The ClickHouse database in CLICKHOUSE_URL is from a newer version of Vitrine. Update this server.',
    )
  await bind(clickhouse, database, marks)
  for (const statement of VERSIONS.slice(version).flat()) await clickhouse.command(statement)
  if (version < VERSIONS.length) await setMark(clickhouse, 'version', VERSIONS.length)
  await skipNumbers(database, marks.get('numbers') ?? 0)
  return engine
}

function refuseOld(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new StartError(
    `ClickHouse ${version} in CLICKHOUSE_URL is too old: Vitrine needs ${OLDEST} or newer. Update ClickHouse, or remove the setting.`,
  )
}

/** Numbers of organizations are unique only in one installation: another one's plays would mix with these. */
async function bind(clickhouse: Clickhouse, database: Db, marks: ReadonlyMap<string, number>): Promise<void> {
  const mark: Mark = `installation ${await installationOf(database)}`
  const isOther = [...marks.keys()].some((id) => id.startsWith('installation ') && id !== mark)
  if (isOther)
    throw new StartError(
      'The ClickHouse database in CLICKHOUSE_URL belongs to another installation of Vitrine. Use an empty database.',
    )
  if (!marks.has(mark)) await setMark(clickhouse, mark, 1)
}

async function installationOf(database: Db): Promise<string> {
  await database
    .insertInto('secrets')
    .values({ name: 'plays', value: newId() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await database
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'plays')
    .executeTakeFirstOrThrow()
  return value
}

/** A restored database knows fewer numbers than ClickHouse: giving one out again would mix the plays of two names. */
async function skipNumbers(database: Db, used: number): Promise<void> {
  await inTransaction(database, (tx) =>
    tx
      .updateTable('server_marks')
      .set({ at: used })
      .where('id', '=', 'play-numbers')
      .where('at', '<', used)
      .execute(),
  )
}
