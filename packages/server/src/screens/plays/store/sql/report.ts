import type { PlayQuery, PlayReport, PlaySum, PlayTotal } from '@vitrine/contract/api/screens/plays'
import { sql } from 'kysely'
import { isPostgres, tableOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { Picked } from '#screens/plays/store/pick.ts'
import {
  HOURS_MAX,
  ITEMS_MAX,
  type ItemSums,
  PER_ROW,
  ROWS_MAX,
  type Span,
  type Sums,
  seconds,
  spanOf,
  storyboardsFrom,
  sumOf,
  totalsFrom,
} from '#screens/plays/store/sums.ts'
import { hoursFrom } from './conditions.ts'

const SUMS = sql`sum(f.plays) as plays, sum(f.milliseconds) as milliseconds`
/**
 * The longest-playing items, each per storyboard. Sums them in key order and adds names afterwards: sorting the hours
 * differently takes most of a second per million.
 */
async function itemsIn(db: Db, picked: Picked, span: Span, most: number): Promise<ItemSums[]> {
  const { rows } = await sql<ItemSums>`
    select n.number, n.kind, coalesce(n."mediaId", n."pageId") as "itemId", n."storyboardId", n.name, sums.plays,
      sums.milliseconds, sums.screens
    from (select i.number as number, ${SUMS}, count(distinct f.screen) as screens
      from ${hoursFrom(picked, span, { item: true })} group by i.number) as sums
    join play_items as n on n.number = sums.number
    order by sums.milliseconds desc, n.number limit ${sql.lit(most)}`.execute(db)
  return rows.map((row) => ({
    ...row,
    plays: Number(row.plays),
    milliseconds: Number(row.milliseconds),
    screens: Number(row.screens),
  }))
}

/** Plays and duration per item, longest first. */
export async function totalsOf(db: Db, picked: Picked, query: PlayQuery, most: number): Promise<PlayTotal[]> {
  const span = spanOf(query)
  return totalsFrom(await itemsIn(db, picked, span, PER_ROW * most), most, (groups) =>
    screensOf(db, picked, span, groups),
  )
}

async function screensOf(
  db: Db,
  picked: Picked,
  span: Span,
  groups: readonly ItemSums[][],
): Promise<number[]> {
  const given = groups.map((items, place) => ({
    place,
    items: JSON.stringify(items.map(({ number }) => number)),
  }))
  const numbers = isPostgres(db)
    ? sql`select value::integer from json_array_elements_text(given.items::json)`
    : sql`select value from json_each(given.items)`
  const { rows } = await sql<{ screens: number }>`
    select (select count(distinct f.screen) from ${hoursFrom(picked, span, { item: true })}
      and i.number in (${numbers})) as screens
    from ${tableOf(db, { place: 'integer', items: 'text' }, given)} as given order by given.place`.execute(db)
  return rows.map(({ screens }) => Number(screens))
}

/** Data for all charts and tables of a report, from the hourly totals. */
export async function reportOf(db: Db, picked: Picked, query: PlayQuery): Promise<PlayReport> {
  const span = spanOf(query)
  const [hours, sums, screens, places] = await Promise.all([
    hoursIn(db, picked, span),
    itemsIn(db, picked, span, ITEMS_MAX),
    screensIn(db, picked, span),
    placesIn(db, picked, span),
  ])
  const items = await totalsFrom(sums, ROWS_MAX, (groups) => screensOf(db, picked, span, groups))
  const storyboards = await storyboardsFrom(db, sums, query.kind ?? 'page')
  const sum = (column: 1 | 2) => hours.reduce((all, hour) => all + hour[column], 0)
  return { plays: sum(1), seconds: sum(2), ...screens, hours, items, places, storyboards }
}

async function hoursIn(db: Db, picked: Picked, span: Span): Promise<PlayReport['hours']> {
  const { rows } = await sql<Sums & { hour: number }>`
    select f.hour as hour, ${SUMS} from ${hoursFrom(picked, span)}
    group by f.hour order by f.hour desc limit ${sql.lit(HOURS_MAX)}`.execute(db)
  return rows.reverse().map(({ hour, plays, milliseconds }) => [hour, Number(plays), seconds(milliseconds)])
}

async function screensIn(
  db: Db,
  picked: Picked,
  span: Span,
): Promise<Pick<PlayReport, 'screens' | 'screensCount'>> {
  const { rows } = await sql<Sums & { id: string; name: string; count: number }>`
    select s.id as id, s.name as name, plays, milliseconds, count(*) over () as count
    from (select f.screen as screen, ${SUMS} from ${hoursFrom(picked, span, { screen: true })} group by f.screen) as sums
    join play_screens as s on s.number = sums.screen
    order by milliseconds desc, s.id limit ${sql.lit(ROWS_MAX)}`.execute(db)
  return { screens: rows.map(sumOf), screensCount: Number(rows[0]?.count ?? 0) }
}

/** By building; '' for screens without one. */
async function placesIn(db: Db, picked: Picked, span: Span): Promise<PlaySum[]> {
  const { rows } = await sql<Sums & { id: string | null; name: string | null }>`
    select b.id as id, b.name as name, sum(plays) as plays, sum(milliseconds) as milliseconds
    from (select f.screen as screen, ${SUMS} from ${hoursFrom(picked, span, { screen: true })} group by f.screen) as sums
    join play_screens as s on s.number = sums.screen
    left join devices as d on d.id = s.id
    left join floors as l on l.id = d."floorId"
    left join buildings as b on b.id = l."buildingId"
    group by b.id, b.name order by sum(milliseconds) desc, b.id limit ${sql.lit(ROWS_MAX)}`.execute(db)
  return rows.map(sumOf)
}
