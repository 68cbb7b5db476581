import type { Play, PlayQuery } from '@vitrine/contract/api/screens/plays'
import { type RawBuilder, sql } from 'kysely'
import { HOUR } from '#db/plays/keys.ts'
import type { Db } from '#db/schema.ts'
import type { PlaysTable } from '#db/tables/reporting.ts'
import type { Picked } from '#features/plays/store/pick.ts'
import { storyboardNames } from '#features/storyboards/queries.ts'
import { hoursFrom, itemsAre, numbersIn } from './conditions.ts'

/** A time span, `from` inclusive and `to` exclusive, and the number of plays that began in it. */
interface Bucket {
  from: number
  to: number
  plays: number
}

/** The key of a play within an organization. */
type Place = Pick<PlaysTable, 'startedAt' | 'screen' | 'key'>

/**
 * Locates the plays of a query, newest first: totals give the number per hour, so distant pages and rare items are
 * found without reading everything in between. Adjacent hours are merged up to `most` plays.
 */
async function bucketsOf(
  db: Db,
  picked: Picked,
  query: Pick<PlayQuery, 'from' | 'to'>,
  most: number,
): Promise<Bucket[]> {
  const from = Math.max(query.from ?? Number.MIN_SAFE_INTEGER, picked.keptFrom)
  const to = Math.min(query.to ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  const [first, last] = [Math.ceil(from / HOUR), Math.floor(to / HOUR)]
  const edge = async (start: number, end: number): Promise<Bucket[]> =>
    end > start ? [{ from: start, to: end, plays: await countPlays(db, picked, start, end) }] : []
  if (last < first) return edge(from, to)
  const buckets = await edge(last * HOUR, to)
  for (const bucket of await hourBuckets(db, picked, first, last)) {
    const newer = buckets.at(-1)
    const isNext = newer?.from === bucket.to && newer.plays + bucket.plays <= most
    if (isNext) Object.assign(newer, { from: bucket.from, plays: newer.plays + bucket.plays })
    else buckets.push(bucket)
  }
  return [...buckets, ...(await edge(from, first * HOUR))].filter(({ plays }) => plays > 0)
}

async function hourBuckets(db: Db, picked: Picked, from: number, to: number): Promise<Bucket[]> {
  const { rows } = await sql<{ hour: number; plays: number }>`
    select f.hour as hour, sum(f.plays) as plays from ${hoursFrom(picked, { from, to })}
    group by f.hour having sum(f.plays) > 0 order by f.hour desc`.execute(db)
  return rows.map(({ hour, plays }) => ({ from: hour * HOUR, to: (hour + 1) * HOUR, plays: Number(plays) }))
}

async function countPlays(db: Db, picked: Picked, from: number, to: number): Promise<number> {
  const { rows } = await sql<{ plays: number }>`
    select count(*) as plays ${playsFrom(picked, from, to)}`.execute(db)
  return Number(rows[0]?.plays ?? 0)
}

function playsFrom(picked: Picked, from: number, to: number): RawBuilder<unknown> {
  const { tenants, screens } = picked
  return sql`from plays as f cross join play_items as i where i.number = f.item
    and ${numbersIn('f.tenant', tenants)} and f."startedAt" >= ${sql.lit(from)} and f."startedAt" < ${sql.lit(to)}
    ${screens ? sql` and ${numbersIn('f.screen', screens)}` : sql``}${itemsAre(picked)}`
}

const ORDER = sql`order by f."startedAt" desc, f.screen desc, f.key desc`

export async function pageOf(
  db: Db,
  picked: Picked,
  query: PlayQuery,
): Promise<{ plays: Play[]; total: number }> {
  const { page = 1, pageSize = 50 } = query
  const buckets = await bucketsOf(db, picked, query, pageSize)
  const total = buckets.reduce((sum, bucket) => sum + bucket.plays, 0)
  const plays: PlayRow[] = []
  let skip = (page - 1) * pageSize
  for (const bucket of buckets) {
    if (plays.length >= pageSize) break
    if (skip < bucket.plays)
      plays.push(
        ...(await read(
          db,
          picked,
          bucket,
          sql`${ORDER} limit ${sql.lit(pageSize - plays.length)} offset ${sql.lit(skip)}`,
        )),
      )
    skip = Math.max(0, skip - bucket.plays)
  }
  return { plays: await playsOf(db, plays), total }
}

/** Every play of a query, newest first, in batches. */
export async function* everyPlay(
  db: Db,
  picked: Picked,
  query: PlayQuery,
  atOnce: number,
): AsyncGenerator<Play[]> {
  for (const bucket of await bucketsOf(db, picked, query, atOnce)) {
    let after: Place | undefined
    do {
      const rest = after
        ? sql`and (f."startedAt", f.screen, f.key) < (${sql.lit(after.startedAt)}, ${sql.lit(after.screen)}, ${sql.lit(after.key)})`
        : sql``
      const rows: PlayRow[] = await read(
        db,
        picked,
        // The time limit already skips the keys before the last one.
        after ? { ...bucket, to: after.startedAt + 1 } : bucket,
        sql`${rest} ${ORDER} limit ${sql.lit(atOnce)}`,
      )
      if (rows.length > 0) yield await playsOf(db, rows)
      after = rows.length < atOnce ? undefined : rows.at(-1)
    } while (after)
  }
}

interface PlayRow extends Place {
  lasted: number
  deviceId: string
  deviceName: string
  organizationId: string
  kind: string
  storyboardId: string
  pageId: string
  mediaId: string | null
  name: string
}

async function read(
  db: Db,
  picked: Picked,
  { from, to }: Pick<Bucket, 'from' | 'to'>,
  rest: RawBuilder<unknown>,
): Promise<PlayRow[]> {
  const { rows } = await sql<PlayRow>`
    select page.*, s.id as "deviceId", s.name as "deviceName" from (
      select f."startedAt", f.screen, f.key, f.lasted, i."organizationId", i.kind, i."storyboardId", i."pageId",
        i."mediaId", i.name
      ${playsFrom(picked, from, to)} ${rest}
    ) as page join play_screens as s on s.number = page.screen
    order by page."startedAt" desc, page.screen desc, page.key desc`.execute(db)
  return rows
}

async function playsOf(db: Db, rows: readonly PlayRow[]): Promise<Play[]> {
  const names = await storyboardNames(db, [...new Set(rows.map(({ storyboardId }) => storyboardId))])
  return rows.map(({ startedAt, lasted, screen, key, kind, ...row }) => ({
    ...row,
    id: `${startedAt.toString(36)}-${screen.toString(36)}-${key.toString(36)}`,
    kind: kind as Play['kind'],
    storyboardName: names.get(row.storyboardId) ?? '',
    from: startedAt,
    to: startedAt + lasted,
    seconds: Math.round(lasted / 1000),
  }))
}
