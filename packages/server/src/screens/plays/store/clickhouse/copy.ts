import type { Db } from '#db/schema.ts'
import type { PlayHoursTable, PlaysTable } from '#db/tables/reporting.ts'
import type { Clickhouse } from './client.ts'
import { marksOf, setMark } from './schema.ts'
import { saveRows } from './write.ts'

const ROWS = 5000

interface Copying {
  clickhouse: Clickhouse
  /** For long reads. */
  reader: Db
  signal?: AbortSignal | undefined
}

/**
 * Copies the plays and totals that the database has from before ClickHouse, once. Can be interrupted and repeated. Their
 * rows stay in the database until retention deletes them.
 */
export async function copyPlays(of: Copying): Promise<void> {
  if ((await marksOf(of.clickhouse)).has('copied')) return
  await copySingle(of)
  await copyHours(of)
  await setMark(of.clickhouse, 'copied', 1)
}

async function copySingle({ clickhouse, reader, signal }: Copying): Promise<void> {
  for (let last: PlaysTable | undefined; ; ) {
    signal?.throwIfAborted()
    const rows = await playsAfter(reader, last)
    if (rows.length > 0) await saveRows(clickhouse, rows)
    last = rows.at(-1)
    if (!last) return
  }
}

/** The next rows of the same organization, else those of the next one. */
async function playsAfter(reader: Db, last: PlaysTable | undefined): Promise<PlaysTable[]> {
  const rows = () =>
    reader
      .selectFrom('plays')
      .select(['startedAt', 'key', 'lasted', 'tenant', 'screen', 'item'])
      .where('startedAt', '>=', 0)
      .orderBy('startedAt')
      .orderBy('screen')
      .orderBy('key')
      .limit(ROWS)
  if (last) {
    const { tenant, startedAt, screen, key } = last
    const more = await rows()
      .where('tenant', '=', tenant)
      .where('startedAt', '>=', startedAt)
      .where(({ eb, and, or }) =>
        or([
          eb('startedAt', '>', startedAt),
          and([eb('startedAt', '=', startedAt), eb('screen', '>', screen)]),
          and([eb('startedAt', '=', startedAt), eb('screen', '=', screen), eb('key', '>', key)]),
        ]),
      )
      .execute()
    if (more.length > 0) return more.map(numeric)
  }
  const next = await reader
    .selectFrom('plays')
    .select(({ fn }) => fn.min('tenant').as('tenant'))
    .where('tenant', '>', last?.tenant ?? 0)
    .executeTakeFirst()
  if (next?.tenant == null) return []
  return (await rows().where('tenant', '=', next.tenant).execute()).map(numeric)
}

async function copyHours({ clickhouse, reader, signal }: Copying): Promise<void> {
  for (let last: Pick<PlayHoursTable, 'tenant' | 'item' | 'hour' | 'screen'> | undefined; ; ) {
    signal?.throwIfAborted()
    const { tenant, item, hour, screen } = last ?? { tenant: 0, item: -2, hour: 0, screen: 0 }
    const rows = await reader
      .selectFrom('play_hours')
      .selectAll()
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('tenant', 'item', 'hour', 'screen'), '>', tuple(tenant, item, hour, screen)),
      )
      .orderBy('tenant')
      .orderBy('item')
      .orderBy('hour')
      .orderBy('screen')
      .limit(ROWS)
      .execute()
    last = rows.at(-1)
    if (!last) return
    const some = rows.map(numeric).filter((row) => row.hour >= 0)
    const single = some.filter((row) => row.item > 0)
    const whole = some.filter((row) => row.item < 0)
    if (single.length > 0)
      await clickhouse.insert(
        'play_hour_rows',
        ['tenant', 'hour', 'screen', 'item', 'plays', 'milliseconds'],
        single.map((row) => [row.tenant, row.hour, row.screen, row.item, row.plays, row.milliseconds]),
      )
    if (whole.length > 0)
      await clickhouse.insert(
        'play_hour_sums',
        ['tenant', 'hour', 'plays', 'milliseconds'],
        whole.map((row) => [row.tenant, row.hour, row.plays, row.milliseconds]),
      )
  }
}

/** PostgreSQL answers large integers as text. */
const numeric = <Row extends object>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as Row
