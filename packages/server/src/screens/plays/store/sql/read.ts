import type { Play, PlayQuery } from '@vitrine/contract/api/screens/plays'
import { type RawBuilder, sql } from 'kysely'
import { storyboardNames } from '#content/storyboards/queries.ts'
import type { Db } from '#db/schema.ts'
import type { PlaysTable } from '#db/tables/reporting.ts'
import { type Bucket, bucketsOf, type PlayCounts, piecesOf, totalOf } from '#screens/plays/store/buckets.ts'
import type { Picked } from '#screens/plays/store/pick.ts'
import { type NamedPlay, playOf } from '#screens/plays/store/rows.ts'
import { hoursFrom, itemsAre, numbersIn } from './conditions.ts'

/** The key of a play within an organization. */
type Place = Pick<PlaysTable, 'startedAt' | 'screen' | 'key'>

const countsOf = (db: Db, picked: Picked): PlayCounts => ({
  async hours(from, to) {
    const { rows } = await sql<{ hour: number; plays: number }>`
      select f.hour as hour, sum(f.plays) as plays from ${hoursFrom(picked, { from, to })}
      group by f.hour having sum(f.plays) > 0 order by f.hour desc`.execute(db)
    return rows.map(({ hour, plays }) => ({ hour, plays: Number(plays) }))
  },
  between: (from, to) => countPlays(db, picked, from, to),
})

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
  const buckets = await bucketsOf(countsOf(db, picked), { ...query, keptFrom: picked.keptFrom }, pageSize)
  const plays: PlayRow[] = []
  for (const { bucket, skip, take } of piecesOf(buckets, (page - 1) * pageSize, pageSize))
    plays.push(
      ...(await read(db, picked, bucket, sql`${ORDER} limit ${sql.lit(take)} offset ${sql.lit(skip)}`)),
    )
  return { plays: await playsOf(db, plays), total: totalOf(buckets) }
}

/** Every play of a query, newest first, in batches. */
export async function* everyPlay(
  db: Db,
  picked: Picked,
  query: PlayQuery,
  atOnce: number,
): AsyncGenerator<Play[]> {
  for (const bucket of await bucketsOf(
    countsOf(db, picked),
    { ...query, keptFrom: picked.keptFrom },
    atOnce,
  )) {
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

interface PlayRow extends Place, NamedPlay {
  lasted: number
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
  return rows.map(({ startedAt, lasted, screen, key, ...row }) =>
    playOf({ startedAt, lasted, screen, key }, row, names),
  )
}
